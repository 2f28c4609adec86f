import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { written } from './books.svelte';
import { speak } from './catalogue.svelte';
import { PATIENCE_MS } from '../testing/patience';

describe('what a rule book says, in French', () => {
  beforeEach(async () => {
    await speak('fr');
    written('All suits rank equal.');
    await vi.waitFor(
      () => expect(written('All suits rank equal.').lang).toBeUndefined(),
      PATIENCE_MS,
    );
  });
  afterEach(() => speak('en'));

  it.each([
    ['All suits rank equal.', 'Toutes les couleurs se valent.'],
    ['Pair Plus: fold', 'Pair Plus\u00a0: en se couchant'],
    ['inspect, wash, shuffle', 'inspecter, brasser, mélanger'],
    ['40 to 1', '40 contre 1'],
    ['–', '–'],
  ])('%s', (english, french) => {
    expect(written(english)).toEqual({ text: french });
  });

  it('stays in the words of the book where nobody has put it into French', () => {
    const text = 'A cat or a dog: each sleeps on the felt, and wins.';
    expect(written(text)).toEqual({ text, lang: '' });
  });
});

it('is as the book has it in English', () => {
  expect(written('All suits rank equal.')).toEqual({ text: 'All suits rank equal.' });
});
