import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

import { reading } from '../../protocol/clauses.svelte';
import { sceneOf } from '../../table/scene';
import { ANN, changeWith, house } from '../../testing/round';
import { speaking } from '../../testing/terms';
import RoundLines from './RoundLines.svelte';

const lines = sceneOf(changeWith('round_ended').view).lines.filter((line) => line.seat === ANN);

function answerClauses() {
  vi.stubGlobal('fetch', (path: string) => {
    const id = path.split('/').at(-1)?.split('?')[0];
    const saying = { id, kind: 'clause', title: 'The manual', text: `What ${id} says.` };
    return Promise.resolve(new Response(JSON.stringify(saying)));
  });
}

const shown = (given = lines) =>
  render(RoundLines, { props: { lines: given, seats: [ANN] }, context: speaking(house) });

test('each bet has its result, its amount and why, in a sentence', () => {
  answerClauses();
  const { container } = shown();
  const rows = [...container.querySelectorAll('li')].map((row) =>
    row.textContent.replace(/\s+/g, ' ').trim(),
  );
  expect(rows[0]).toMatch(/^Play \$5 Push \$0 The dealer does not qualify: Play goes back\. Rule/);
  expect(rows[1]).toMatch(/^Ante \$5 Win \+\$5 The dealer does not qualify: Ante wins\./);
  expect(rows[2]).toMatch(/^Pair Plus \$5 Loss −\$5/);
  expect(container.querySelector('.sum')?.textContent).toMatch(/Lost\s*−\$6/);
});

test('a round of an older log has the words of the rule instead', async () => {
  answerClauses();
  shown(lines.map((line) => ({ ...line, why: '' })));
  expect(await screen.findByText(/What manual-pp-table says/)).toBeTruthy();
});

test('a house rule says what the book says instead', async () => {
  answerClauses();
  const [line] = lines;
  if (!line) throw new Error('no line');
  const { container } = shown([{ ...line, clauses: [], departsFrom: ['manual-pp-table'] }]);
  expect(await screen.findByText(/What manual-pp-table says/)).toBeTruthy();
  expect(container.textContent).toMatch(/House rule\s*; the book says:/);
  screen.getByRole('button', { name: "The book's rule" }).click();
  expect(reading.ids).toEqual(['manual-pp-table']);
});

test('the rule behind a result is one click away', () => {
  answerClauses();
  shown();
  screen.getAllByRole('button', { name: 'Rule' })[2]?.click();
  expect(reading.ids).toEqual(['manual-pp-table', 'manual-payout-C4']);
  expect(reading.of).toEqual({ house: house.house });
});
