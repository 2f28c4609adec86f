import { sha256 } from '../../protocol/digest';
import type { Shuffle } from '../../protocol/types';

type Verdict = 'holds' | 'broken' | 'unchecked';

/** The committed text: the nonce, a colon and the cards in order. */
export const committed = (shuffle: Shuffle) => `${shuffle.nonce}:${shuffle.order.join('')}`;

/** Checks an opened shuffle against its published commitment. */
export async function check(shuffle: Shuffle): Promise<Verdict> {
  const found = await sha256(committed(shuffle));
  if (found === null) return 'unchecked'; // Hashing needs a secure address.
  const whole = new Set(shuffle.order).size === 52 && shuffle.order.length === 52;
  return whole && found === shuffle.commitment ? 'holds' : 'broken';
}
