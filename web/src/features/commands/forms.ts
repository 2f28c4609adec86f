/**
 * Commands that need words: which fields each has, and how they are asked for. Whether a command is
 * possible, and what follows, the table says.
 */
import type { Command, CommandType } from '../../protocol/commands';
import type { FeltPrint, TableView } from '../../protocol/types';
import { BACK, cardInWords } from '../../text/cards';
import { playerName } from '../../text/players';
import type { Terms } from '../../text/terms';
import { inWords } from '../../text/wagers';
import { place } from '../../table/places';
import { totalOf, type Stack } from './stacks';
import { TRAY_FORMS } from './tray_forms';

export interface Choice {
  value: string | number | boolean;
  name: string;
}

/** What a form can draw on. */
export interface Around {
  view: TableView;
  /** What the house calls its bets. */
  terms: Terms;
  /** The name of whoever fills it in. */
  person: string;
  /** Limits and chips of the table, where they are known. */
  felt?: FeltPrint | null;
  seat?: number;
  /** Whether money is played for, where the table has not been opened yet. */
  money?: boolean;
}

export interface FormField {
  name: string;
  label: string;
  kind: 'money' | 'number' | 'text' | 'choice' | 'card' | 'cards' | 'stacks';
  /** Whether it is asked for here; it is where nothing is said. */
  when?: (around: Around) => boolean;
  /** Of stacks: the field that has what they come to. */
  total?: string;
  optional?: boolean;
  hint?: string;
  /** What can be chosen; of money and text: what is usually said, one touch away. */
  choices?: (around: Around, values: Values) => Choice[];
  /** Of a choice: the field that says what there is to choose from. */
  after?: string;
  initial?: (around: Around) => Values[string];
  /** What it is by those before it: at the beginning, and when one of them is chosen anew. */
  follows?: (around: Around, values: Values) => Values[string];
}

export interface Form {
  type: CommandType;
  title: string;
  /** On the button. */
  verb: string;
  about?: string;
  fields: FormField[];
  /** Whose it is alone; at an own table it is sent in that role. */
  by?: string;
  /** Whether a house has what it is about; it does where nothing is said. */
  when?: (felt: FeltPrint | null | undefined) => boolean;
  /** Fields that go along without being asked for. */
  fixed?: Record<string, unknown>;
}

/** Whether faces are entered in it: the pad needs its width. */
export const takesCards = (form: Form) =>
  form.fields.some(({ kind }) => kind === 'card' || kind === 'cards');

const number = (name: string, label: string, start?: number): FormField => {
  return { name, label, kind: 'number', initial: () => start };
};
const money = (name: string, label: string, chips = false): FormField => {
  const choices = ({ felt, terms }: Around) =>
    (felt?.chips ?? []).map((value) => ({ value, name: terms.money(value) }));
  return { name, label, kind: 'money', choices: chips ? choices : undefined };
};
const text = (name: string, label: string, hint?: string): FormField => {
  return { name, label, kind: 'text', hint };
};
const said = (name: string, label: string, ...usual: string[]): FormField => {
  const values = usual.map((value) => ({ value, name: value }));
  return { name, label, kind: 'text', choices: () => values, initial: () => usual[0] };
};
const choice = (name: string, label: string, values: Choice[]): FormField => {
  return { name, label, kind: 'choice', choices: () => values, initial: () => values[0]?.value };
};
const hand = (label: string): FormField => ({
  name: 'seat',
  label,
  kind: 'choice',
  choices: ({ view }) => [
    ...view.seats
      .filter((seat) => seat.cards.length || Object.keys(seat.wagers).length)
      .map((seat) => ({ value: seat.seat, name: `Seat ${seat.seat}` })),
    { value: 0, name: 'The dealer' },
  ],
  initial: ({ view, seat }) => seat ?? view.seats.find((each) => each.cards.length)?.seat ?? 0,
});
const taken = (label: string): FormField => ({
  name: 'seat',
  label,
  kind: 'choice',
  choices: ({ view }) =>
    view.seats.map((seat) => ({
      value: seat.seat,
      name: `Seat ${seat.seat}, ${playerName(seat.player)}`,
    })),
  initial: ({ view, seat }) => seat ?? view.seats[0]?.seat,
});
const deck = (label: string): FormField => ({
  name: 'deck',
  label,
  kind: 'choice',
  choices: ({ view }) => view.decks.map((each, value) => ({ value, name: inWords(each.back) })),
  initial: () => 0,
});
/** Any bet that has limits at this table. */
const bet = (label: string): FormField => ({
  name: 'wager',
  label,
  kind: 'choice',
  choices: ({ view, terms }) =>
    Object.keys(view.limits).map((value) => ({ value, name: terms.title(value) })),
  initial: ({ view }) => Object.keys(view.limits)[0],
});
const NO_YES: Choice[] = [
  { value: false, name: 'No' },
  { value: true, name: 'Yes' },
];

/** Things that go wrong. The order is that of a round. */
export const IRREGULARITIES: Form[] = [
  {
    type: 'report_face_up_card',
    title: 'Card face up in the shoe',
    verb: 'Report the card',
    fields: [
      {
        name: 'cards',
        label: 'Which cards',
        kind: 'cards',
        optional: true,
        hint: 'Where the table knows the order itself, say how many instead.',
      },
      number('count', 'How many', 1),
    ],
  },
  {
    type: 'report_card_drawn_in_error',
    title: 'Card drawn in error',
    verb: 'Report the card',
    fields: [],
  },
  {
    type: 'report_wrong_number_of_cards',
    title: 'Wrong number of cards',
    verb: 'Report the hand',
    fields: [
      hand('Whose hand'),
      choice(
        'cards',
        'Cards in it',
        [4, 2, 1, 0, 5].map((value) => ({ value, name: String(value) })),
      ),
    ],
  },
  {
    type: 'report_exposed_card',
    title: 'Card exposed',
    verb: 'Report the card',
    fields: [
      hand('Whose card'),
      { name: 'cards', label: 'Cards that were seen', kind: 'cards', optional: true },
    ],
  },
  {
    type: 'report_exposed_card',
    title: 'Player looked too early',
    verb: 'Report the player',
    about: 'At their own cards, before the end of the deal.',
    fixed: { looked: true },
    fields: [taken('Which player')],
  },
  {
    type: 'report_shared_hands',
    title: 'Hands told to others',
    verb: 'Report it',
    about: 'Players have told each other what they hold.',
    fields: [],
  },
  {
    type: 'report_wrong_deck_count',
    title: 'Deck does not count to 52',
    verb: 'Report the count',
    fields: [
      number('count', 'Cards counted', 51),
      choice('misdealt', 'A hand was misdealt', NO_YES),
      choice('by_machine', 'Counted by the machine', NO_YES),
    ],
  },
  {
    type: 'report_jam',
    title: 'Jam',
    verb: 'Report the jam',
    fields: [
      choice('device', 'Where', [
        { value: 'shuffler', name: 'Shuffler' },
        { value: 'shoe', name: 'Shoe' },
      ]),
    ],
  },
  {
    type: 'report_shuffler_failure',
    title: 'Shuffler failed',
    verb: 'Report the failure',
    fields: [],
  },
  {
    type: 'report_bet_outside_limits',
    title: 'Bet outside the limits',
    verb: 'Report the bet',
    about: 'Noticed when the cards were out already.',
    fields: [taken('Whose bet'), bet('Which bet'), money('actual', 'What really lies there')],
  },
];

const WHY = said('reason', 'Why', 'Keyed wrongly', 'Misread', 'Seen on review');
const seatOf = ({ view }: Around, { seat }: Values) =>
  view.seats.find((each) => each.seat === seat);

/** The faces of a place that were entered: as they lie, or in the rack. */
function facesAt({ seats, dealer_cards, rack }: TableView, place: number): string[] {
  const lying = place ? seats.find(({ seat }) => seat === place)?.cards : dealer_cards;
  const open = (lying ?? []).filter((card) => card !== BACK);
  return open.length ? open : (rack.find(({ seat }) => seat === place)?.faces ?? []);
}

/** Hands are turned up and settled from the dealer's right: the lowest seat is the last. */
function lastOf(places: number[]): number | undefined {
  const seats = places.filter(Boolean);
  return seats.length ? Math.min(...seats) : places[0];
}

const entered = ({ view }: Around) =>
  [...view.seats.map(({ seat }) => seat), 0].filter((seat) => facesAt(view, seat).length);
const settled = ({ view }: Around) =>
  view.seats.filter((seat) => seat.results?.length).map(({ seat }) => seat);
const linesOf = (around: Around, values: Values) =>
  (seatOf(around, values)?.results ?? []).filter((line) => !line.toke);

/** What was entered wrongly, and is put right with a reason. */
export const CORRECTIONS: Form[] = [
  {
    type: 'correct_card',
    title: 'A card',
    verb: 'Correct the card',
    fields: [
      {
        ...hand('Whose hand'),
        choices: (around) =>
          entered(around).map((value) => ({ value, name: value ? `Seat ${value}` : 'The dealer' })),
        initial: (around) => lastOf(entered(around)),
      },
      {
        name: 'entered',
        label: 'Which card was entered',
        kind: 'choice',
        after: 'seat',
        follows: () => undefined,
        choices: ({ view }, { seat }) =>
          (typeof seat === 'number' ? facesAt(view, seat) : []).map((value) => ({
            value,
            name: cardInWords(value),
          })),
      },
      { name: 'actual', label: 'What it really is', kind: 'card' },
      WHY,
    ],
  },
  {
    type: 'correct_decision',
    title: 'A decision',
    verb: 'Correct the decision',
    fields: [
      {
        ...taken('Which seat'),
        choices: ({ view }) =>
          view.seats
            .filter((seat) => seat.decision)
            .map(({ seat, decision }) => ({ value: seat, name: `Seat ${seat}: ${decision}` })),
        initial: () => undefined,
      },
      choice('decision', 'The player said', [
        { value: 'fold', name: 'Fold' },
        { value: 'play', name: 'Play' },
      ]),
      WHY,
    ],
  },
  {
    type: 'correct_wager',
    title: 'A bet',
    verb: 'Correct the bet',
    fields: [
      taken('Whose bet'),
      bet('Which bet'),
      { ...money('amount', 'What really lies there', true), hint: '0 where nothing lies there.' },
      WHY,
    ],
  },
  {
    type: 'correct_coupon',
    title: 'A coupon',
    verb: 'Correct the coupon',
    when: (felt) => (felt?.coupons_on.length ?? 0) > 0,
    fields: [
      taken('Whose coupon'),
      {
        name: 'on',
        label: 'On which bet',
        kind: 'choice',
        choices: ({ felt, terms }) =>
          (felt?.coupons_on ?? []).map((value) => ({ value, name: terms.title(value) })),
        initial: ({ felt }) => felt?.coupons_on[0],
      },
      { ...money('face', 'What its face really says', true), hint: '0 where none lies there.' },
      WHY,
    ],
  },
  {
    type: 'correct_payout',
    title: 'A payout',
    verb: 'Correct the payout',
    about: 'Of a bet that is settled: what the player was really given.',
    fields: [
      {
        ...taken('Whose bet'),
        choices: (around) => settled(around).map((value) => ({ value, name: `Seat ${value}` })),
        initial: (around) => lastOf(settled(around)),
      },
      {
        name: 'wager',
        label: 'Which bet',
        kind: 'choice',
        after: 'seat',
        choices: (around, values) =>
          linesOf(around, values).map(({ wager, paid }) => ({
            value: wager,
            name: `${around.terms.title(wager)}, paid ${around.terms.money(paid)}`,
          })),
        follows: (around, values) => {
          const lines = linesOf(around, values);
          return lines.length === 1 ? lines[0]?.wager : undefined;
        },
      },
      money('paid', 'Really paid', true),
      {
        ...money('returned', 'Really handed back of the stake', true),
        follows: (around, values) =>
          linesOf(around, values).find(({ wager }) => wager === values.wager)?.returned,
      },
      WHY,
    ],
  },
];

/** What is done around the rounds. A button stands where the table would accept it. */
export const AROUND: Form[] = [
  {
    type: 'relieve_dealer',
    title: 'Relieve the dealer',
    verb: 'Relieve',
    about: 'Whoever comes in asks for it under their own name; both dealers and the floor sign.',
    fields: [
      {
        ...text('dealer', 'Who comes in'),
        initial: ({ person, view }) => (person === view.dealer ? '' : person),
      },
    ],
  },
  {
    type: 'change_deck',
    title: 'Change a deck',
    verb: 'Change the deck',
    fields: [
      deck('Which deck'),
      said('reason', 'Why', 'Its time is over', 'A card is damaged', 'A player asks for it'),
    ],
  },
  {
    type: 'change_limits',
    by: 'floor',
    title: 'Change the limits',
    verb: 'Change the limits',
    about: 'Between rounds. The dealer announces them.',
    fields: [
      bet('Bet'),
      money('minimum', 'Minimum', true),
      {
        ...money('maximum', 'Maximum', true),
        initial: ({ view, felt }) =>
          felt?.limits[Object.keys(view.limits)[0] ?? '']?.maximum ?? undefined,
      },
    ],
  },
  ...TRAY_FORMS,
  {
    type: 'colour_up',
    title: 'Colour up tokes',
    verb: 'Colour up',
    fields: [money('cents', 'Amount', true), text('supervisor', 'Supervisor who was told')],
  },
  {
    type: 'mark_idle',
    title: 'Table is idle',
    verb: 'Spread the cards',
    fields: [
      {
        ...choice('face', 'Cards lie', [
          { value: '', name: 'As the house has it' },
          { value: 'up', name: 'Face up' },
          { value: 'down', name: 'Face down' },
        ]),
        optional: true,
      },
    ],
  },
  {
    type: 'order_recut',
    by: 'floor',
    title: 'Order a recut',
    verb: 'Order it',
    fields: [said('reason', 'Why', 'The cut was improper', 'A card showed')],
  },
  {
    type: 'replace_shuffler',
    by: 'floor',
    title: 'Replace the shuffler',
    verb: 'Replace it',
    fields: [
      choice('source', 'By', [
        { value: 'backup_machine', name: 'Backup machine' },
        { value: 'borrowed_machine', name: 'Borrowed machine' },
      ]),
    ],
  },
  {
    type: 'shuffle_by_hand',
    by: 'floor',
    title: 'Shuffle by hand for now',
    verb: 'Shuffle by hand',
    fields: [],
  },
  {
    type: 'close_table',
    by: 'floor',
    title: 'Close the table',
    verb: 'Close the table',
    fields: [],
  },
];

export const RULE: Form = {
  type: 'rule',
  title: 'Rule on the halt',
  verb: 'Rule',
  fields: [
    choice('ruling', 'Ruling', [
      { value: 'void', name: 'The round is void' },
      { value: 'continue', name: 'Play goes on' },
    ]),
    { ...said('reason', 'Why', 'By the rules of the house', 'Seen on review'), initial: undefined },
  ],
};

export type Values = Record<string, string | number | boolean | string[] | Stack[] | undefined>;

export function initialValues(form: Form, around: Around): Values {
  const values: Values = {};
  for (const field of fieldsOf(form, around)) {
    const said = field.follows ? field.follows(around, values) : field.initial?.(around);
    values[field.name] = said ?? empty(field);
  }
  return values;
}

/** Something is chosen: what follows from it is as it is now. */
export function chosen(
  form: Form,
  around: Around,
  values: Values,
  name: string,
  value: Values[string],
): Values {
  const next = { ...values, [name]: value };
  const fields = fieldsOf(form, around);
  for (const field of fields.slice(fields.findIndex((each) => each.name === name) + 1)) {
    if (field.follows) next[field.name] = field.follows(around, next) ?? empty(field);
  }
  return next;
}

/** Those that are asked for at this table. */
export const fieldsOf = (form: Form, around: Around): FormField[] =>
  form.fields.filter(({ when }) => !when || when(around));

function empty(field: FormField): string | string[] | undefined {
  if (field.kind === 'cards' || field.kind === 'card' || field.kind === 'stacks') return [];
  return field.kind === 'text' ? '' : undefined;
}

/** The command that the values make, or the field that is missing. */
export function commandOf(
  form: Form,
  values: Values,
  fields: FormField[] = form.fields,
): Command | { missing: FormField } {
  const filled: Record<string, unknown> = { type: form.type, ...form.fixed };
  for (const field of fields) {
    const value = values[field.name];
    if (field.kind === 'stacks') {
      const stacks = stacksIn(value); // None at all is an empty tray.
      filled[field.name] = stacks;
      if (field.total) filled[field.total] = totalOf(stacks);
      continue;
    }
    const blank = value === undefined || value === '' || (Array.isArray(value) && !value.length);
    if (blank && !field.optional) return { missing: field };
    if (!blank) filled[field.name] = given(field, value);
  }
  return completed(filled) as Command; // Its fields are the command's; the service checks them.
}

export const stacksIn = (value: Values[string]): Stack[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object') : [];

function given(field: FormField, value: Values[string]): unknown {
  if (field.kind === 'card' && Array.isArray(value)) return value[0];
  return typeof value === 'string' ? value.trim() : value;
}

/** A witness is named with the role; cards that are named need no count. */
function completed(filled: Record<string, unknown>): Record<string, unknown> {
  const { witness_role: role, ...rest } = filled;
  if (role !== undefined && rest.witness) rest.witness = `${String(role)}:${String(rest.witness)}`;
  if (rest.type === 'report_face_up_card' && Array.isArray(rest.cards)) {
    rest.count = rest.cards.length;
  }
  return rest;
}

/** `Seat 3, Ann` or `The dealer`, for a step. */
export function placeName(view: TableView, seat: number): string {
  const player = view.seats.find((each) => each.seat === seat)?.player;
  const name = place(seat);
  return name.charAt(0).toUpperCase() + name.slice(1) + (player ? `, ${playerName(player)}` : '');
}
