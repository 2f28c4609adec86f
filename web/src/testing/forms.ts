/** Forms for tests, with the service's defaults. */
import type { CommandForm, FormChoice, FormField } from '../protocol/types';

export const option = (
  value: FormChoice['value'],
  name = '',
  more: Partial<FormChoice> = {},
): FormChoice => ({ value, name, player: '', alone: false, ...more });

export const field = (
  name: string,
  label: string,
  kind: FormField['kind'],
  more: Partial<FormField> = {},
): FormField => ({
  ...{
    name,
    label,
    kind,
    required: true,
    hint: '',
    pick: false,
    choices: [],
    after: '',
    total: '',
    blank: '',
    unit: '',
    clauses: [],
    fields: [],
  },
  ...more,
});

export const picked = (
  name: string,
  label: string,
  kind: FormField['kind'],
  choices: FormChoice[],
  more: Partial<FormField> = {},
): FormField => field(name, label, kind, { pick: true, choices, ...more });

export const form = (
  type: CommandForm['type'],
  group: CommandForm['group'],
  verb: string,
  ...fields: FormField[]
): CommandForm => ({ type, group, verb, fields, title: verb, about: '', by: '' });

export const RULE = form(
  'rule',
  'ruling',
  'Rule',
  picked('ruling', 'Ruling', 'choice', [option('void', 'Void'), option('continue', 'Goes on')], {
    initial: 'void',
  }),
  field('reason', 'Why', 'text'),
);

export const EXPOSED = form(
  'report_exposed_card',
  'irregularity',
  'Report the card',
  picked('seat', 'Whose card', 'place', [option(5, 'Seat 5'), option(0, 'The dealer')], {
    initial: 5,
  }),
  field('cards', 'Cards that were seen', 'cards', { required: false }),
);

const paid = (of: number, name: string, returned: number) =>
  option('ante', name, { of, sets: { returned } });

export const PAYOUT = form(
  'correct_payout',
  'correction',
  'Correct the payout',
  picked('seat', 'Whose bet', 'seat', [option(4, 'Seat 4'), option(7, 'Seat 7')], { initial: 4 }),
  picked(
    'wager',
    'Which bet',
    'wager',
    [paid(4, 'Ante, paid $5', 500), paid(7, 'Ante, paid $10', 1000)],
    { after: 'seat' },
  ),
  field('paid', 'Really paid', 'money', { choices: [option(500)] }),
  field('returned', 'Really handed back', 'money'),
  field('reason', 'Why', 'text', { initial: 'Keyed wrongly' }),
);
