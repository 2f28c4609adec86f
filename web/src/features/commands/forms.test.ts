import { describe, expect, it } from 'vitest';

import type { TableView } from '../../protocol/types';
import { Terms } from '../../text/terms';
import {
  AROUND,
  commandOf,
  fieldsOf,
  initialValues,
  IRREGULARITIES,
  RULE,
  type Form,
} from './forms';

const view = {
  seats: [
    { seat: 2, player: 'ann', wagers: {}, cards: [] },
    { seat: 5, player: 'ben', wagers: {}, cards: ['??', '??', '??'] },
  ],
  dealer_cards: ['??', '??', '??'],
  limits: { ante: '$5 to $300', mini_royal: '$1 to $25' },
  decks: [{ back: 'red' }, { back: 'blue' }],
} as unknown as TableView;
const terms = new Terms(() => {
  return { house: 'ours', currency: 'EUR', titles: { ante: 'Mise', mini_royal: 'Mini Royal' } };
});

const around = { view, terms, person: 'cleo' };

const form = (type: string): Form => {
  const found = [...IRREGULARITIES, ...AROUND, RULE].find((each) => each.type === type);
  if (!found) throw new Error(`no form ${type}`);
  return found;
};

describe('a form begins', () => {
  it('with the first hand that is out', () => {
    expect(initialValues(form('report_exposed_card'), around).seat).toBe(5);
  });

  it('with the seat it was opened from', () => {
    expect(initialValues(form('report_exposed_card'), { ...around, seat: 0 }).seat).toBe(0);
  });

  it('and offers the bets of the table by their titles', () => {
    const field = form('change_limits').fields[0];
    expect(field?.choices?.(around, {})).toEqual([
      { value: 'ante', name: 'Mise' },
      { value: 'mini_royal', name: 'Mini Royal' },
    ]);
    expect(initialValues(form('change_limits'), around).wager).toBe('ante');
  });

  it('and offers hands that are out and the dealer, not empty places', () => {
    const field = form('report_exposed_card').fields[0];
    expect(field?.choices?.(around, {}).map((each) => each.value)).toEqual([5, 0]);
  });
});

describe('a form makes a command', () => {
  it('of its values', () => {
    const values = { ruling: 'void', reason: ' a card too many ' };
    expect(commandOf(form('rule'), values)).toEqual({
      type: 'rule',
      ruling: 'void',
      reason: 'a card too many',
    });
  });

  it('and says which field is missing', () => {
    const made = commandOf(form('rule'), { ruling: 'void', reason: '' });
    expect('missing' in made && made.missing).toMatchObject({ label: 'Why' });
  });

  it('with the witness by role and name', () => {
    const count = form('count_tray');
    const fields = fieldsOf(count, { ...around, money: false });
    const values = { counted: 500, witness_role: 'floor', witness: 'ben' };
    expect(commandOf(count, values, fields)).toEqual({
      type: 'count_tray',
      counted: 500,
      witness: 'floor:ben',
    });
  });

  it('with chips by value and what they come to, where money is played for', () => {
    const fill = form('fill_tray');
    const fields = fieldsOf(fill, { ...around, money: true });
    const chips = [{ value: 10_000, count: 5 }];
    expect(commandOf(fill, { chips, runner: 'ron' }, fields)).toEqual({
      type: 'fill_tray',
      chips,
      cents: 50_000,
      runner: 'ron',
    });
    const unnamed = commandOf(fill, { chips, runner: '' }, fields);
    expect('missing' in unnamed && unnamed.missing.name).toBe('runner');
  });

  it('leaves out what is optional and empty', () => {
    const made = commandOf(form('report_exposed_card'), { seat: 0, cards: [] });
    expect(made).toEqual({ type: 'report_exposed_card', seat: 0 });
  });

  it('counts the cards that are named', () => {
    const made = commandOf(form('report_face_up_card'), { cards: ['As', 'Kd'], count: 1 });
    expect(made).toMatchObject({ cards: ['As', 'Kd'], count: 2 });
  });
});
