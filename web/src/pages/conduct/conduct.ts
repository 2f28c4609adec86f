/** Rules of behaviour and what was seen of them, as people read it. */
import type { components } from '../../protocol/schema';
import { playerName } from '../../text/players';

export type Rule = components['schemas']['ConductRuleShown'];
export type Recorded = components['schemas']['ConductShown'];

const WHEN: Record<Rule['when'], string> = {
  sitting_down: 'When somebody sits down',
  dealing: 'While the cards are dealt',
  hands_out: 'While the hands are out',
  making_change: 'When change is made',
  always: 'At any time',
};
export const whenInWords = (when: Rule['when']) => WHEN[when];

/** Players' rules and the dealer's, each in the order of the book. */
export function chapters(rules: Rule[]): { title: string; rules: Rule[] }[] {
  return [
    { title: 'For players', rules: rules.filter((rule) => rule.binds === 'player') },
    { title: 'For the dealer', rules: rules.filter((rule) => rule.binds === 'dealer') },
  ].filter((chapter) => chapter.rules.length);
}

/** Against whom. */
export function against({ seat, patron, dealer }: Recorded): string {
  const place = seat ? `seat ${seat}` : '';
  const who = patron ? playerName(patron) : '';
  return [dealer && `dealer ${playerName(dealer)}`, place, who].filter(Boolean).join(', ');
}

/** How often a rule was said at a table, and when last. */
export function saidOf(recorded: Recorded[], rule: string, table: string) {
  const said = recorded.filter(
    (each) => each.kind === 'announced' && each.rule === rule && each.table === table,
  );
  const last = said.map((each) => each.at).sort();
  return { times: said.length, last: last.at(-1) ?? '' };
}
