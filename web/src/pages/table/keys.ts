import type { CommandType } from '../../protocol/commands';
import type { FeltPrint } from '../../protocol/types';
import { settings } from '../../ui/settings.svelte';
import type { Table } from '../../table/table.svelte';
import { targetOf } from '../../ui/target';

/** Keys with a meaning at every table. */
const TAKEN = 'ucrdlyfh';

/** A letter per bet: the first free letter of its title; ante goes first. */
export function spotKeys(house: FeltPrint | null): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const wager of Object.keys(house?.limits ?? {})) {
    const title = (house?.titles[wager] ?? wager).toLowerCase();
    const letters = title.replace(/[^a-z]/g, '') + 'abcdefghijklmnopqrstuvwxyz';
    const free = [...letters].find((letter) => !TAKEN.includes(letter) && !(letter in keys));
    if (free) keys[free] = wager;
  }
  return keys;
}

/** Handles keyboard shortcuts at the table. */
export function keyPressed(event: KeyboardEvent, table: Table): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = targetOf(event);
  if (target?.closest('input:not([type=checkbox]), select, textarea, dialog')) return;
  const onControl = target?.closest('button, a, input, [role=button]');
  if (event.key === ' ' && !onControl) {
    table.stage.skip();
    event.preventDefault();
    return;
  }
  if (!settings.chosen.keys || event.repeat) return; // A key held down acts once.
  if (act(event.key.toLowerCase(), event.shiftKey, table)) event.preventDefault();
}

function act(key: string, shift: boolean, table: Table): boolean {
  const { betting } = table;
  const chip = betting.chips[Number(key) - 1];
  const wager = spotKeys(table.house)[key];
  if (chip) betting.chip = chip;
  else if (wager) onSpot(wager, shift, table);
  else if (key === 'u' && betting.canUndo) betting.undo();
  else if (key === 'c' && betting.acceptsBets) betting.clear();
  else if (key === 'r' && betting.canRepeat) void betting.repeat();
  else if (key === 'd' && betting.acceptsBets) betting.double();
  else if (key === 'l' && betting.canRepeat) void table.repeatAndDeal();
  else if (key === 'l') send(table, 'announce_no_more_bets');
  else if (key === 'y') decide(table, 'play');
  else if (key === 'f') decide(table, 'fold');
  else if (key === 'h' && table.may('play')) void table.askAdvice(true);
  else return false;
  return true;
}

/** Acts on the first own seat that accepts such a bet. */
function onSpot(wager: string, back: boolean, table: Table): void {
  const seat = table.ownSeats.find((each) => table.betting.mayBet(each, wager));
  if (!seat) return;
  table.stage.skip();
  if (back) table.betting.remove(seat, wager);
  else table.betting.add(seat, wager);
}

function send(table: Table, type: CommandType): void {
  const [move] = table.moves(type);
  if (move) void table.send(move);
}

/** Decisions wait until the cards have been dealt on screen. */
function decide(table: Table, type: 'play' | 'fold'): void {
  if (table.stage.playing) table.stage.skip();
  else decision(table, type);
}

function decision(table: Table, type: 'play' | 'fold'): void {
  const [move] = table.moves(type);
  if (move) void table.decide(move);
}
