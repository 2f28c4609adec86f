import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';

import Clauses from './Clauses.svelte';
import type { Clause } from '../../features/odds/clauses';

const clause = {
  ...{ id: 'a-1', ref: 'A 1', topic: 'dealing', text: 'Three cards each.', status: 'enforced' },
  ...{ places: [], tests: [], departed: false },
} as unknown as Clause;

afterEach(() => (location.hash = ''));

test('an address with a stray percent sign names no clause', () => {
  location.hash = '#50%';
  render(Clauses, { props: { clauses: [clause] } });
  expect(screen.getByText('Three cards each.')).toBeTruthy();
});
