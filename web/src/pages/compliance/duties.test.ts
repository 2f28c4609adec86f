import { expect, test } from 'vitest';

import { byPatron, inOrder, measured, titleOf, verbOf, type CashLine, type Duty } from './duties';

const cash = (more: object = {}, duty: object = {}): Duty =>
  ({
    kind: 'cash',
    patron: 'di',
    day: '2026-01-05',
    cents: 1_000_001,
    open: true,
    done: null,
    cash: { report: 'currency_report', direction: 'in', threshold_cents: 1_000_000, ...more },
    ...duty,
  }) as unknown as Duty;
const form = (rule: string, duty: object = {}): Duty =>
  ({
    kind: 'form',
    patron: 'ed',
    day: '2026-01-05',
    cents: 250_000,
    open: true,
    done: null,
    form: {
      rule,
      wager: 'six_card_bonus',
      title: '6 Card Bonus',
      currency: 'USD',
      payment_waits: true,
      payout: 'pit-1@1/2/x',
      worksheet: { form: 'w2g', wager_cents: 500 },
    },
    ...duty,
  }) as unknown as Duty;

test('an amount stands against its line', () => {
  expect(measured(cash())).toBe('$10,000.01 cash in; due above $10,000');
  expect(measured(cash({ report: 'transaction_log', threshold_cents: 300_000 }))).toBe(
    '$10,000.01 cash in; due from $3,000',
  );
  expect(measured(form('amount'))).toBe('$2,500 won on $5');
  expect(measured(form('row'))).toContain('always takes a form');
});

test('what was filed before is amended', () => {
  expect(verbOf(cash())).toBe('Record the report');
  expect(verbOf(cash({}, { done: { cents: 1 } }))).toBe('Record the amendment');
  expect(verbOf(cash({ report: 'transaction_log' }))).toBe('Record the log entry');
  expect(verbOf(form('row'))).toBe('Record form W-2G');
  expect(titleOf(form('row'))).toBe('Form W-2G on 6 Card Bonus');
});

test('what holds up a payment comes first, what is done last', () => {
  const listed = inOrder([cash({}, { open: false, patron: 'ann' }), cash(), form('row')]);
  expect(listed.map((each) => each.patron)).toEqual(['ed', 'di', 'ann']);
});

test('cash in and cash out are counted apart, by patron', () => {
  const line = (patron: string, direction: string, cents: number) =>
    ({ day: '2026-01-05', transaction: { patron, direction, cents } }) as unknown as CashLine;
  const found = byPatron([line('ed', 'in', 600), line('di', 'out', 900), line('ed', 'in', 400)]);
  expect(found.map((each) => [each.patron, each.in, each.out, each.lines.length])).toEqual([
    ['ed', 1_000, 0, 2],
    ['di', 0, 900, 1],
  ]);
});
