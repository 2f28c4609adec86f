import { expect, test } from 'vitest';

import { currencyAt, dutyLine, movedBy, stateOf } from './compliance';
import type { DayReport } from '../../features/reports/report';

type Standing = DayReport['duties'][number];
type Dispute = DayReport['disputes'][number];

test('a duty says what is missing and whose business it is', () => {
  const standing = {
    duty: { report: 'currency_report', direction: 'in', patron: 'di', cents: 1_000_001 },
    missing: [{ what: 'legal name', who: 'shift_manager' }],
  } as unknown as Standing;
  expect(dutyLine(standing)).toEqual({
    name: 'Currency report, cash in',
    patron: 'di',
    cents: 1_000_001,
    currency: undefined,
    done: '',
    missing: 'legal name (shift manager)',
  });
});

test('money moves in the currency of the table', () => {
  const report = {
    currency: 'USD',
    by: { table: [{ of: 'pit-1', currency: 'EUR' }] },
    trays: [{ table: 'pit-2', currency: 'GBP' }],
  } as unknown as DayReport;
  const found = ['pit-1', 'pit-2', 'pit-3'].map((table) => currencyAt(report, table));
  expect(found).toEqual(['EUR', 'GBP', 'USD']);
});

test('a dispute stands where the last step left it', () => {
  const opened = { opened: {}, statements: [] } as unknown as Dispute;
  expect([stateOf(opened), movedBy(opened, 'USD')]).toEqual(['open', '$0']);
  const decided = {
    ...opened,
    decided: { decision: 'partly_upheld', cents: 10_000 },
  } as unknown as Dispute;
  expect([stateOf(decided), movedBy(decided, 'EUR')]).toEqual(['partly upheld', '€100']);
});
