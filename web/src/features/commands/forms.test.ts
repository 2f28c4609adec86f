import { describe, expect, it } from 'vitest';

import { EXPOSED, field, form, option, PAYOUT, picked, RULE } from '../../testing/forms';
import { choicesOf, chosen, commandOf, initialValues, takesCards } from './forms';

const CARD = form(
  'correct_card',
  'correction',
  'Correct the card',
  picked('seat', 'Whose hand', 'place', [option(4), option(0)], { initial: 4 }),
  picked(
    'entered',
    'Which card',
    'card',
    [option('As', '', { of: 4 }), option('Kd', '', { of: 4 })],
    {
      after: 'seat',
    },
  ),
  field('actual', 'What it really is', 'card'),
);

describe('a form begins', () => {
  it('with what the service says', () => {
    expect(initialValues(EXPOSED)).toEqual({ seat: 5, cards: [] });
  });

  it('with what follows from that', () => {
    expect(initialValues(PAYOUT)).toMatchObject({ seat: 4, wager: 'ante', returned: 500 });
  });
});

describe('something chosen', () => {
  it('changes what follows from it', () => {
    const values = chosen(PAYOUT, initialValues(PAYOUT), 'seat', 7);
    expect(values).toMatchObject({ seat: 7, wager: 'ante', returned: 1000 });
  });

  it('leaves open what can still be several things', () => {
    const values = initialValues(CARD);
    expect(values.entered).toBeUndefined();
    const entered = CARD.fields[1];
    expect(entered && choicesOf(entered, values).map(({ value }) => value)).toEqual(['As', 'Kd']);
    expect(entered && choicesOf(entered, { ...values, seat: 0 })).toEqual([]);
  });
});

describe('a form makes a command', () => {
  it('of its values', () => {
    const values = { ruling: 'void', reason: ' a card too many ' };
    const command = { type: 'rule', ruling: 'void', reason: 'a card too many' };
    expect(commandOf(RULE, values)).toEqual(command);
  });

  it('and says which field is missing', () => {
    const made = commandOf(RULE, { ruling: 'void', reason: ' ' });
    expect('missing' in made && made.missing).toMatchObject({ label: 'Why' });
  });

  it('with what goes along unasked', () => {
    const looked = { ...EXPOSED, fixed: { looked: true } };
    expect(commandOf(looked, { seat: 5 })).toMatchObject({ seat: 5, looked: true });
  });

  it('with the witness by role and name', () => {
    const count = form('count_tray', 'table', 'Count', field('witness', 'The witness', 'actor'));
    expect(commandOf(count, { witness: 'floor:ben' })).toMatchObject({ witness: 'floor:ben' });
    expect(commandOf(count, { witness: 'floor:' })).toHaveProperty('missing');
  });

  it('with chips by value and what they come to', () => {
    const chips = field('chips', 'Chips', 'chips', { total: 'cents' });
    const stacks = [{ value: 10_000, count: 5 }];
    expect(commandOf(form('fill_tray', 'table', 'Fill', chips), { chips: stacks })).toEqual({
      ...{ type: 'fill_tray', chips: stacks, cents: 50_000 },
    });
  });

  it('with lists, separated by commas', () => {
    const lists = form(
      'rule',
      'ruling',
      'Rule',
      field('seats', 'Seats', 'seats'),
      field('amounts', 'Amounts', 'amounts'),
      field('texts', 'Reasons', 'texts'),
      field('sure', 'Sure', 'yes_no'),
    );
    expect(initialValues(lists)).toEqual({ seats: '', amounts: '', texts: '', sure: false });
    const values = { seats: '1, 3', amounts: '5,2.50', texts: 'late, by phone', sure: false };
    expect(commandOf(lists, values)).toMatchObject({
      ...{ seats: [1, 3], amounts: [500, 250], texts: ['late', 'by phone'], sure: false },
    });
  });

  it('leaves out what is optional and empty', () => {
    const command = { type: 'report_exposed_card', seat: 0 };
    expect(commandOf(EXPOSED, { seat: 0, cards: [] })).toEqual(command);
  });
});

it('needs the pad where faces are entered, not where they are chosen', () => {
  expect(takesCards(CARD)).toBe(true);
  expect(takesCards({ ...CARD, fields: CARD.fields.slice(0, 2) })).toBe(false);
});
