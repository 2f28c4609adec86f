import { sha256 } from '../../protocol/digest';
import type { Shuffle } from '../../protocol/types';

export type Verdict = 'holds' | 'broken' | 'unchecked';

/** What was committed to: the nonce, a colon, and the cards in order. */
export const committed = (shuffle: Shuffle) => `${shuffle.nonce}:${shuffle.order.join('')}`;

/** Whether an opened shuffle is the one that was published, worked out here in the browser. */
export async function check(shuffle: Shuffle): Promise<Verdict> {
  const found = await sha256(committed(shuffle));
  if (found === null) return 'unchecked'; // Only on a secure address.
  const whole = new Set(shuffle.order).size === 52 && shuffle.order.length === 52;
  return whole && found === shuffle.commitment ? 'holds' : 'broken';
}
