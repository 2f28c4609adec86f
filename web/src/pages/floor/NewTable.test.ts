import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { field, option, picked } from '../../testing/forms';
import { forget } from '../../ui/page_memory.svelte';
import NewTable from './NewTable.svelte';

const HOUSES = [option('manual', 'Six cards'), option('mics', 'Tribal rules')];
const STAKES = [option('play', 'Play money'), option('money', 'Money')];
const CARDS = [option('digital', 'On screens'), option('physical', 'Real cards')];
const STEPS = [
  option('all', 'Every step', { alone: true }),
  option('wash', 'Wash'),
  option('verify_payout', 'Verify payout (floor)', { of: 'play' }),
];
const TIE = picked('tie', 'Equal hands', 'text', [option('dealer', 'Dealer'), option('player', 'Player')], { initial: 'dealer' }); // prettier-ignore

/** The form of a house as the service describes it: only one of them has the option. */
const formOf = (house: string) => ({
  title: 'Set up a table',
  verb: 'Set up the table',
  about: '',
  fields: [
    field('name', 'Name', 'text'),
    picked('house', 'House', 'text', HOUSES, { initial: house }),
    picked('stakes', 'Stakes', 'choice', STAKES, { initial: 'play' }),
    picked('kind', 'Cards', 'choice', CARDS, { initial: 'digital' }),
    picked('automation', 'Steps', 'texts', STEPS, {
      ...{ initial: ['all'], after: 'stakes', required: false, only_if: { kind: ['digital'] } },
    }),
    field('betting_seconds', 'Seconds to bet', 'number', { required: false, initial: 20 }),
    field('options', 'Options', 'options', {
      ...{ required: false, fields: house === 'manual' ? [TIE] : [] },
    }),
  ],
});

let sent: Record<string, unknown>[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (path: string, { body = '' } = {}) => {
    if (body) sent.push(JSON.parse(body) as Record<string, unknown>);
    const form = formOf(path.endsWith('mics') ? 'mics' : 'manual');
    return Promise.resolve(new Response(JSON.stringify(body ? {} : form)));
  });
});
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
});

const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const click = async (label: string) => fireEvent.click(await input(label));
const type = async (label: string, value: string) =>
  fireEvent.input(await input(label), { target: { value } });
const setUp = () => fireEvent.click(screen.getByRole('button', { name: 'Set up the table' }));

test('what was typed is still there after a look at another tab', async () => {
  const { unmount } = render(NewTable);
  await click('Money');
  await type('Name', 'Pit 1');
  unmount();
  render(NewTable);
  expect((await input('Name')).value).toBe('Pit 1');
  expect((await input('Money')).checked).toBe(true);
});

test('for money the form offers no step that pays or checks the dealer', async () => {
  render(NewTable);
  await type('Name', 'Pit 1');
  expect(screen.queryByLabelText('Wash')).toBeNull();
  await click('Every step');
  await click('Wash');
  await click('Verify payout (floor)');
  await click('Money');
  await waitFor(() => expect(screen.queryByLabelText(/^Verify payout/)).toBeNull());
  await setUp();
  const chosen = { id: 'pit-1', house: 'manual', stakes: 'money', automation: ['wash'] };
  await waitFor(() => expect(sent).toMatchObject([{ ...chosen, betting_seconds: 20 }]));
});

test('what does not apply is neither asked for nor sent, and a clock can be left out', async () => {
  render(NewTable);
  await type('Name', 'Pit 1');
  await click('Real cards');
  expect(screen.queryByLabelText('Every step')).toBeNull();
  await type('Seconds to bet', '');
  await setUp();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ kind: 'physical', betting_seconds: null });
  expect(sent[0]).not.toHaveProperty('automation');
  expect(sent[0]).not.toHaveProperty('options');
});

test('an option is added, and dropped with the house that has it', async () => {
  render(NewTable);
  await type('Name', 'Pit 1');
  const add = await screen.findByLabelText('Add to: Options');
  await fireEvent.change(add, { target: { value: 'tie' } });
  await click('Player');
  await setUp();
  await waitFor(() => expect(sent).toMatchObject([{ options: { tie: 'player' } }]));
  await type('Name', 'Pit 2');
  await fireEvent.change(add, { target: { value: 'tie' } });
  await click('Tribal rules');
  await waitFor(() => expect(screen.queryByText('Equal hands')).toBeNull());
  await setUp();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ id: 'pit-2', house: 'mics' });
  expect(sent[1]).not.toHaveProperty('options');
});
