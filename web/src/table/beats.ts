import type { EventOf, TableEvent } from '../protocol/types';
import type { SoundName } from './sound';
import { handInWords } from '../text/cards';
import { lineInWords } from './results';
import type { Terms } from '../text/terms';
import { STUB } from './evolve';
import { netOf, type Scene } from './scene';

/** How long an event is looked at before the next, how it sounds, and what is said of it. */
export interface Beat {
  ms: number;
  sound?: SoundName;
  spoken?: string;
}

export const CARD_MS = 90;
export const FLIP_MS = 180;
export const CHIP_MS = 150;

/** `scene` is the one after the event. */
export function beatOf(event: TableEvent, scene: Scene, own: number[], terms: Terms): Beat {
  const mine = 'seat' in event && typeof event.seat === 'number' && own.includes(event.seat);
  switch (event.type) {
    case 'wager_taken':
    case 'wager_pushed':
    case 'wager_paid':
    case 'envy_collected':
      return settlement(scene, mine, terms);
    case 'announced':
      return { ms: 350, spoken: `Dealer: ${event.text}` };
    case 'bets_locked':
      return { ms: 150, sound: 'lock' };
    case 'cards_dealt':
      return { ms: CARD_MS * event.cards.length, sound: 'card' };
    case 'cards_seen':
      return { ms: FLIP_MS, sound: 'flip', spoken: seen(event) };
    case 'dealer_revealed':
      return { ms: FLIP_MS + 450, sound: 'flip', spoken: revealed(event, scene) };
    case 'hand_revealed':
      return { ms: FLIP_MS + (mine ? 150 : 60), sound: mine ? undefined : 'flip' };
    case 'play_placed':
      return { ms: CHIP_MS, sound: 'chip' };
    case 'folded':
      return { ms: CHIP_MS, sound: 'tap', spoken: mine ? folded(event) : undefined };
    case 'hand_racked':
      return { ms: event.seat === STUB ? 0 : 120 };
    case 'round_ended':
      return { ms: 0, spoken: sum(scene, own, terms) };
    case 'wager_placed':
    case 'toke_placed':
      return { ms: 0, sound: 'chip' };
    case 'wager_withdrawn':
      return { ms: 0, sound: 'chip', spoken: mine ? handedBack(event, terms) : undefined };
    case 'round_voided':
      return { ms: 0, spoken: `The round is void: ${event.reason}. Every stake goes back.` };
    case 'settled_round_voided':
      return { ms: 0, spoken: `Round ${event.number} is void: all of it goes back.` };
    case 'table_halted':
      return { ms: 0, spoken: 'The table waits for a ruling.' };
    default:
      return { ms: 0 };
  }
}

function settlement(scene: Scene, mine: boolean, terms: Terms): Beat {
  const line = scene.lines.at(-1);
  if (!line || !mine) return { ms: 110 };
  const sound = line.of_meter ? 'jackpot' : line.result === 'win' ? 'pay' : 'chip';
  return { ms: line.of_meter ? 1600 : 420, sound, spoken: lineInWords(line, terms) };
}

function seen(event: EventOf<'cards_seen'>): string {
  return `Your hand: ${handInWords(event.cards)}. ${event.hand}.`;
}

function revealed(event: EventOf<'dealer_revealed'>, scene: Scene): string {
  const verdict = event.qualifies ? 'The dealer qualifies.' : 'The dealer does not qualify.';
  return `The dealer shows ${handInWords(event.cards)}: ${scene.dealerHand.name}. ${verdict}`;
}

function folded(event: EventOf<'folded'>): string {
  return event.because === 'time_out' ? 'Time is up: your hand is folded.' : 'You fold.';
}

function handedBack(event: EventOf<'wager_withdrawn'>, terms: Terms): string | undefined {
  if (!event.because) return undefined;
  return `${terms.title(event.wager)} ${terms.money(event.amount)} is handed back.`;
}

function sum(scene: Scene, own: number[], terms: Terms): string | undefined {
  if (!scene.lines.some((line) => own.includes(line.seat))) return undefined;
  const net = netOf(scene.lines, own);
  return net === 0 ? 'The round comes out even.' : `The round comes to ${terms.signed(net)}.`;
}
