/**
 * Commands that need words: which fields each has, and how they are asked for. Whether a command is
 * possible, and what follows, the table says.
 */
import type { Command, CommandType } from '../../protocol/commands';
import type { TableView } from '../../protocol/types';
import { playerName } from '../../text/players';
import type { Terms } from '../../text/terms';
import { inWords } from '../../text/wagers';
import { place } from '../../table/places';

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
  seat?: number;
}

export interface FormField {
  name: string;
  label: string;
  kind: 'money' | 'number' | 'text' | 'choice' | 'cards';
  optional?: boolean;
  hint?: string;
  choices?: (around: Around) => Choice[];
  initial?: (around: Around) => string | number | boolean | string[] | undefined;
}

export interface Form {
  type: CommandType;
  title: string;
  /** On the button. */
  verb: string;
  about?: string;
  fields: FormField[];
  /** Fields that go along without being asked for. */
  fixed?: Record<string, unknown>;
}

const number = (name: string, label: string, start?: number): FormField => {
  return { name, label, kind: 'number', initial: () => start };
};
const money = (name: string, label: string): FormField => ({ name, label, kind: 'money' });
const text = (name: string, label: string, hint?: string): FormField => {
  return { name, label, kind: 'text', hint };
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
      .filter((seat) => seat.cards.length)
      .map((seat) => ({ value: seat.seat, name: `Seat ${seat.seat}` })),
    ...(view.dealer_cards.length ? [{ value: 0, name: 'The dealer' }] : []),
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
    fields: [hand('Whose hand'), number('cards', 'Cards in it', 4)],
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
    about: 'At the own cards, before the end of the deal.',
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

/** What is done around the rounds. A button stands where the table would accept it. */
export const AROUND: Form[] = [
  {
    type: 'relieve_dealer',
    title: 'Relieve the dealer',
    verb: 'Relieve',
    fields: [text('dealer', 'Who comes in')],
  },
  {
    type: 'change_deck',
    title: 'Change a deck',
    verb: 'Change the deck',
    fields: [deck('Which deck'), text('reason', 'Why')],
  },
  {
    type: 'change_limits',
    title: 'Change the limits',
    verb: 'Change the limits',
    fields: [bet('Bet'), money('minimum', 'Minimum'), money('maximum', 'Maximum')],
  },
  {
    type: 'fill_tray',
    title: 'Fill the tray',
    verb: 'Fill',
    about: 'Chips from the cage into the tray.',
    fields: [money('cents', 'Amount')],
  },
  {
    type: 'credit_tray',
    title: 'Credit the tray',
    verb: 'Credit',
    about: 'Chips from the tray back to the cage.',
    fields: [money('cents', 'Amount')],
  },
  {
    type: 'count_tray',
    title: 'Count the tray',
    verb: 'Write the count down',
    about: 'Two people count: you, and a witness. At a money table the witness signs; name nobody.',
    fields: [
      money('counted', 'Counted'),
      choice('witness_role', 'The witness is', [
        { value: 'floor', name: 'Floor' },
        { value: 'dealer', name: 'Dealer' },
        { value: 'pit_manager', name: 'Pit manager' },
        { value: 'shift_manager', name: 'Shift manager' },
      ]),
      { ...text('witness', "The witness's name"), optional: true },
    ],
  },
  {
    type: 'colour_up',
    title: 'Colour up tokes',
    verb: 'Colour up',
    fields: [money('cents', 'Amount'), text('supervisor', 'Supervisor who was told')],
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
    title: 'Order a recut',
    verb: 'Order it',
    fields: [text('reason', 'Why')],
  },
  {
    type: 'replace_shuffler',
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
    title: 'Shuffle by hand for now',
    verb: 'Shuffle by hand',
    fields: [],
  },
  { type: 'close_table', title: 'Close the table', verb: 'Close the table', fields: [] },
];

export const OPEN_TABLE: Form = {
  type: 'open_table',
  title: 'Open the table',
  verb: 'Open the table',
  fields: [
    {
      name: 'dealer',
      label: 'Dealer on duty, by name',
      kind: 'text',
      initial: ({ person }) => person,
    },
    { name: 'tray', label: 'Chips in the tray', kind: 'money', initial: () => 1_000_000 },
  ],
};

export const RULE: Form = {
  type: 'rule',
  title: 'Rule on the halt',
  verb: 'Rule',
  fields: [
    choice('ruling', 'Ruling', [
      { value: 'void', name: 'The round is void' },
      { value: 'continue', name: 'Play goes on' },
    ]),
    text('reason', 'Why'),
  ],
};

export type Values = Record<string, string | number | boolean | string[] | undefined>;

export function initialValues(form: Form, around: Around): Values {
  return Object.fromEntries(
    form.fields.map((field) => [field.name, field.initial?.(around) ?? empty(field)]),
  );
}

function empty(field: FormField): string | string[] | undefined {
  if (field.kind === 'cards') return [];
  return field.kind === 'text' ? '' : undefined;
}

/** The command that the values make, or the field that is missing. */
export function commandOf(form: Form, values: Values): Command | { missing: FormField } {
  const filled: Record<string, unknown> = { type: form.type, ...form.fixed };
  for (const field of form.fields) {
    const value = values[field.name];
    const blank = value === undefined || value === '' || (Array.isArray(value) && !value.length);
    if (blank && !field.optional) return { missing: field };
    if (!blank) filled[field.name] = typeof value === 'string' ? value.trim() : value;
  }
  return completed(filled) as Command; // Its fields are the command's; the service checks them.
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
