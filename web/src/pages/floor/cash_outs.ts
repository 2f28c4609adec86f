/** Requests for payouts in words. */
import type { components } from '../../protocol/schema';
import { playerName } from '../../text/players';
import { say } from '../../text/staff';
import { moment } from '../../text/time';
import { inWords } from '../../text/wagers';

type CashOutWanted = components['schemas']['CashOutWanted'];

/** Who asked, and when. */
export function askedBy({ by, at }: CashOutWanted): string {
  const [role = '', name = ''] = by.split(':');
  if (role === 'player') return say('floor.askedByPatron', { at: moment(at) });
  const words = { name: playerName(name), role: inWords(role).toLowerCase(), at: moment(at) };
  return say('floor.askedByStaff', words);
}
