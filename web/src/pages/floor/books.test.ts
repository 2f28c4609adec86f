import { expect, test } from 'vitest';

import { chapters } from './books';
import type { Account } from '../../features/pit/pit';

const account = (name: string, words: string, cents: number): Account => ({
  account: name,
  words,
  cents,
  may_owe: cents < 0,
});
const BOOKS = [
  account('outside', 'cash outside', -30_000),
  account('patron:pat', "pat's account", 10_000),
  account('table:pit-1:tray', 'tray of table pit-1', 20_000),
  account('table:pit-1:fees', 'fees of table pit-1', 0),
];

const USD = { money: true, currency: 'USD' };
const MONEY = { tables: { 'pit-1': USD }, links: {} };
const cents = (sums: { cents: number }[]) => sums.reduce((sum, each) => sum + each.cents, 0);

test('accounts stand under what they are, with their sums', () => {
  const found = chapters(BOOKS, MONEY);
  expect(found.map((each) => [each.title, cents(each.sums)])).toEqual([
    ['The house', -30_000],
    ['Tables', 20_000],
    ['Patrons', 10_000],
  ]);
  expect(found.reduce((sum, each) => sum + cents(each.sums), 0)).toBe(0);
});

test('empty accounts and others are shown when they are asked for', () => {
  const [tables] = chapters(BOOKS, MONEY, 'Pit-1', true);
  expect(tables?.accounts.map((each) => each.words)).toEqual([
    'tray of table pit-1',
    'fees of table pit-1',
  ]);
  expect(chapters(BOOKS, MONEY, 'nobody', true)).toEqual([]);
});

test('what is played for without money stands apart', () => {
  const found = chapters([...BOOKS, account('meter:table-1', 'meter of table-1', 100)], {
    tables: {},
    links: { other: USD },
  });
  expect(found.map((each) => each.title)).toEqual(['The house', 'Patrons', 'Play money']);
});

test('each currency has a sum of its own', () => {
  const tables = { ...MONEY.tables, 'pit-2': { money: true, currency: 'EUR' } };
  const abroad = account('table:pit-2:tray', 'tray of table pit-2', 500);
  const found = chapters([...BOOKS, abroad], { tables, links: {} });
  expect(found.find(({ title }) => title === 'Tables')?.sums).toEqual([
    { currency: 'USD', cents: 20_000 },
    { currency: 'EUR', cents: 500 },
  ]);
});
