import type { FeltPrint } from '../../protocol/types';
import { either, say } from '../../text/catalogue.svelte';

/** How much play is: equal to the ante, or a choice of its multiples. */
export const playInWords = ({ multiples }: FeltPrint, ante: string): string =>
  multiples.length > 1
    ? say('learn.multiples', { multiples: either(multiples.map(String)), ante })
    : say('learn.equal', { ante });
