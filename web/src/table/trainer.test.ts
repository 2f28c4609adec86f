import { expect, test } from 'vitest';

import type { Advice } from '../protocol/types';
import { Trainer } from './trainer.svelte';

const exact = (value: number) => ({ exact: String(value), value });
/** With a $10 ante, folding loses all of it and playing 1.07 of it. */
const weak: Advice = {
  seat: 4,
  ante_cents: 1_000,
  advice: { best: 'fold', play: exact(-1.07), fold: exact(-1) },
};

test('a wrong decision costs what the two ways are apart, in cents', () => {
  const trainer = new Trainer();
  trainer.note('play', weak);
  expect(trainer.last?.right).toBe(false);
  expect(Math.round(trainer.score.cost)).toBe(70);
});

test('the score counts right decisions and leaves their difference out of the cost', () => {
  const trainer = new Trainer();
  trainer.note('fold', weak);
  trainer.note('play', weak);
  expect([trainer.score.right, trainer.score.decided, Math.round(trainer.score.cost)]).toEqual([
    1, 2, 70,
  ]);
});
