/** Requests that wait for signatures, in words for staff. */
import type { TableView } from '../../protocol/types';
import { playerName } from '../../text/players';
import type { Terms } from '../../text/terms';
import { inWords } from '../../text/wagers';
import { say } from '../../text/staff';

type Request = TableView['requests'][number];

const nameOf = (by: string) => by.slice(by.indexOf(':') + 1);

/** `flo: Fill tray, $1,000`: who, where and how much. */
export function requestText(request: Pick<Request, 'command' | 'signed'>, terms: Terms): string {
  const { type, seat, dealer, player, ...rest } = request.command;
  const cents = rest.cents ?? rest.paid ?? rest.amount ?? rest.counted ?? rest.actual ?? rest.face;
  const said = [
    inWords(String(type)),
    typeof seat === 'number' && say('commands.seat', { seat }),
    typeof dealer === 'string' && playerName(dealer),
    typeof player === 'string' && playerName(player),
    typeof rest.wager === 'string' && terms.title(rest.wager),
    typeof cents === 'number' && terms.money(cents),
    typeof rest.decision === 'string' && rest.decision,
    typeof rest.entered === 'string' &&
      say('commands.not', { actual: String(rest.actual), entered: rest.entered }),
    Array.isArray(rest.cards) && rest.cards.length > 0 && rest.cards.join(' '),
  ];
  return `${playerName(nameOf(request.signed[0] ?? ''))}: ${said.filter(Boolean).join(', ')}.`;
}

/** A request before it is made: its subject and its signers. The preview stands below it. */
export function askedText(
  {
    by,
    command,
    signatures,
  }: Pick<Request, 'command'> & { by: string; signatures: Request['missing'] },
  terms: Terms,
): string {
  const about = requestText({ command, signed: [by] }, terms);
  return say('commands.nothingChangesUntil', { about, signers: signers({ missing: signatures }) });
}

/**
 * True if `role:name` has signed. Without safeguards one person may hold several roles and sign
 * again in another one.
 */
export function hasSigned({ signed }: Pick<Request, 'signed'>, by: string, guarded: boolean) {
  return guarded ? signed.some((each) => nameOf(each) === nameOf(by)) : signed.includes(by);
}

export function signers(request: Pick<Request, 'missing'>): string {
  return request.missing
    .map(({ role, name, instead }) => {
      const who = (name && playerName(name)) || inWords(role).toLowerCase();
      return instead ? say('commands.or', { who, instead: inWords(instead).toLowerCase() }) : who;
    })
    .join(' and ');
}
