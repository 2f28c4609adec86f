/** Rules of behaviour and their records, formatted for people. */
import type { components } from '../../protocol/schema';
import { playerName } from '../../text/players';
import { say } from '../../text/staff';

export type Rule = components['schemas']['ConductRuleShown'];
export type Recorded = components['schemas']['ConductShown'];

const WHEN: Record<Rule['when'], string> = {
  sitting_down: say('conduct.whenSomebodySits'),
  dealing: say('conduct.whileCardsDealt'),
  hands_out: say('conduct.whileHandsOut'),
  making_change: say('conduct.whenChangeMade'),
  always: say('conduct.anyTime'),
};
export const whenInWords = (when: Rule['when']) => WHEN[when];

/** Players' rules and the dealer's, in the order of the book. */
export function chapters(rules: Rule[]): { title: string; rules: Rule[] }[] {
  return [
    { title: say('conduct.players'), rules: rules.filter((rule) => rule.binds === 'player') },
    { title: say('words.forTheDealer'), rules: rules.filter((rule) => rule.binds === 'dealer') },
  ].filter((chapter) => chapter.rules.length);
}

/** The person or seat that a record is about. */
export function against({ seat, patron, dealer }: Recorded): string {
  const place = seat ? say('words.seatNumber', { seat }) : '';
  const who = patron ? playerName(patron) : '';
  return [dealer && say('conduct.dealerDealer', { dealer: playerName(dealer) }), place, who]
    .filter(Boolean)
    .join(', ');
}

/** How often a rule was announced at a table, and the last time. */
export function saidOf(recorded: Recorded[], rule: string, table: string) {
  const said = recorded.filter(
    (each) => each.kind === 'announced' && each.rule === rule && each.table === table,
  );
  const last = said.map((each) => each.at).sort();
  return { times: said.length, last: last.at(-1) ?? '' };
}
