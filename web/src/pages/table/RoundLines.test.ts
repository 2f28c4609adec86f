import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

import { reading } from '../../api/clauses.svelte';
import { sceneOf } from '../../scene/scene';
import { ANN, changeWith } from '../../testing/round';
import RoundLines from './RoundLines.svelte';

const lines = sceneOf(changeWith('round_ended').view).lines.filter((line) => line.seat === ANN);

function answerClauses() {
  vi.stubGlobal('fetch', (path: string) => {
    const id = path.split('/').at(-1);
    const saying = { id, kind: 'clause', title: 'The manual', text: `What ${id} says.` };
    return Promise.resolve(new Response(JSON.stringify(saying)));
  });
}

test('each bet has its result, its amount and the words of the rule', async () => {
  answerClauses();
  const { container } = render(RoundLines, { props: { lines, seats: [ANN] } });
  expect(await screen.findByText(/What manual-pp-table says/)).toBeTruthy();
  const rows = [...container.querySelectorAll('li')].map((row) =>
    row.textContent.replace(/\s+/g, ' ').trim(),
  );
  expect(rows[0]).toMatch(/^Play \$5 Push \$0/);
  expect(rows[1]).toMatch(/^Ante \$5 Win \+\$5 1 to 1\./);
  expect(rows[2]).toMatch(/^Pair Plus \$5 Loss −\$5/);
  expect(container.querySelector('.sum')?.textContent).toMatch(/Lost\s*−\$6/);
});

test('the rule behind a result is one click away', () => {
  answerClauses();
  render(RoundLines, { props: { lines, seats: [ANN] } });
  screen.getAllByRole('button', { name: 'Rule' })[2]?.click();
  expect(reading.ids).toEqual(['manual-pp-table', 'manual-payout-C4']);
});
