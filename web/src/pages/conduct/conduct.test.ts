import { expect, test } from 'vitest';

import { against, chapters, saidOf, type Recorded, type Rule } from './conduct';

const rule = (key: string, binds: string) => ({ key, binds }) as Rule;
const recorded = (more: object) =>
  ({ kind: 'announced', table: 'pit-1', patron: '', dealer: '', seat: null, ...more }) as Recorded;

test('rules stand under whom they bind', () => {
  const found = chapters([rule('a', 'player'), rule('b', 'dealer'), rule('c', 'player')]);
  expect(found.map((each) => each.rules.map((one) => one.key))).toEqual([['a', 'c'], ['b']]);
  expect(chapters([rule('a', 'player')])).toHaveLength(1);
});

test('how often a rule was said is counted table by table', () => {
  const said = [
    recorded({ rule: 'a', at: '2026-01-05T12:30:00Z' }),
    recorded({ rule: 'a', at: '2026-01-05T12:00:00Z' }),
    recorded({ rule: 'a', at: '2026-01-05T12:40:00Z', table: 'pit-2' }),
    recorded({ rule: 'a', at: '2026-01-05T12:50:00Z', kind: 'violation' }),
  ];
  expect(saidOf(said, 'a', 'pit-1')).toEqual({ times: 2, last: '2026-01-05T12:30:00Z' });
  expect(saidOf(said, 'b', 'pit-1')).toEqual({ times: 0, last: '' });
});

test('against whom it was is said', () => {
  expect(against(recorded({ seat: 3, patron: 'ed' }))).toBe('seat 3, ed');
  expect(against(recorded({ dealer: 'kim' }))).toBe('dealer kim');
});
