import { expect, test } from 'vitest';

import type { DayShown } from '../../features/reports/report';
import { openMatters } from './open_matters';

const day = (parts: object) => {
  const nothing = { duties: [], notices: [], disputes: [], trouble: [] };
  return { alerts: null, report: { ...nothing, ...parts } } as unknown as DayShown;
};

test('a day on which everything is done leaves nothing open', () => {
  const done = { waiting: [], escalated_to: [] };
  const filed = { missing: [] };
  const settled = { decided: {} };
  expect(openMatters(day({ notices: [done], duties: [filed], disputes: [settled] }))).toEqual([]);
});

test('what is open is counted, with each role that must act named once', () => {
  const waits = { waiting: ['surveillance', 'floor'], escalated_to: ['shift_manager'] };
  const found = openMatters(
    day({
      notices: [waits, waits],
      duties: [{ missing: [{ what: 'legal name', who: 'floor' }] }],
    }),
  );
  expect(found.map(({ section, count, who }) => [section, count, who])).toEqual([
    ['compliance', 1, ['floor']],
    ['notices', 2, ['floor', 'shift_manager', 'surveillance']],
  ]);
});

test('a dispute stays open at the commissioner until a finding', () => {
  const sections = (dispute: object) => openMatters(day({ disputes: [dispute] }));
  expect(sections({})).toHaveLength(1);
  expect(sections({ decided: {}, taken: {} })).toHaveLength(1);
  expect(sections({ decided: {}, taken: {}, finding: {} })).toEqual([]);
});
