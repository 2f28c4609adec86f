import { afterEach, expect, test } from 'vitest';

import { either, LANGUAGES, say, speak } from './catalogue.svelte';
import { english } from './english';

afterEach(() => speak('en'));

const values = (text: string) => (text.match(/\{\w+/g) ?? []).sort();

test.each(Object.entries(LANGUAGES))(
  '%s puts the same values into each sentence',
  async (_, { load }) => {
    const { catalogue } = await load();
    for (const [name, text] of Object.entries(english)) {
      const said = Object.entries(catalogue).find(([each]) => each === name)?.[1] ?? '';
      expect([name, values(said)]).toEqual([name, values(text)]);
    }
  },
);

test('a sentence is said in the language in use', async () => {
  expect(say('guide.decides', { name: either(['Ann', 'Ben']) })).toBe('Ann or Ben decides.');
  await speak('fr');
  expect(say('guide.decides', { name: either(['Ann', 'Ben']) })).toBe('Ann ou Ben décide.');
});

test('what is counted follows the number', async () => {
  expect(say('felt.rack', { count: 1 })).toBe('Discard rack, 1 card');
  expect(say('felt.rack', { count: 2 })).toBe('Discard rack, 2 cards');
  expect(say('felt.rack', { count: 1_200 })).toBe('Discard rack, 1,200 cards');
  await speak('fr');
  expect(say('felt.rack', { count: 0 })).toMatch(/0.carte$/);
});
