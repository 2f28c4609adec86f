/** A house with changes laid over it: which fields can be changed here, and what was changed. */
import type { Setting, Settings } from './analysis';
import { outcomeName } from './figures';

/** By the setting's path in a house file: `pair_plus.straight`. */
export type Edits = Record<string, number | string | boolean>;

export interface Field {
  path: string;
  name: string;
  kind: 'number' | 'choice';
  value: Setting;
  /** After the number: `to 1`, `%`. */
  unit?: string;
  choices?: { value: string | boolean | number; name: string }[];
  /** What the choice is about, and the rulings that speak of it. */
  about?: string;
  rulings?: string[];
}

export interface Group {
  path: string;
  title: string;
  fields: Field[];
}

export interface HouseOption {
  name: string;
  about: string;
  values: string[];
  value: Setting;
  rulings: string[];
}

/** Options that exact figures depend on; the others change the procedure, not the odds. */
const MOVING = [
  'tie',
  'tie_break',
  'ace_low_straight',
  'ante_bonus_on_loss',
  'ante_bonus_base',
  'ante_table',
];
const MOVING_SIX_CARD = ['six_card_wheel'];
const MOVING_PROGRESSIVE = [
  'progressive_unit',
  'envy_trigger',
  'envy_needs_bet',
  'envy_own_hand',
  'envy_multiple',
];
const QUALIFIERS = ['any', 'jack_high', 'queen_high', 'king_high', 'ace_high', 'pair'];

type Table = Record<string, Setting>;
const isTable = (value: Setting | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function settingAt(settings: Settings, path: string): Setting | undefined {
  let found: Setting | undefined = settings;
  for (const name of path.split('.')) found = isTable(found) ? found[name] : undefined;
  return found;
}

/** What can be changed on a house, in the order in which it is shown. */
export function groupsOf(settings: Settings, options: HouseOption[]): Group[] {
  const unit = settingAt(settings, 'options.progressive_unit') === 'to_1' ? 'to 1' : 'for 1';
  return [
    payTable(settings, 'pair_plus', 'Pair Plus pays', 'to 1'),
    payTable(settings, 'ante_bonus', 'Ante Bonus pays', 'to 1'),
    payTable(settings, 'six_card_bonus', '6 Card Bonus pays', 'to 1'),
    payTable(settings, 'progressive.pays', 'Progressive pays', unit),
    { path: 'options', title: 'Rules that move the figures', fields: rules(settings, options) },
  ].filter((group) => group.fields.length > 0);
}

function payTable(settings: Settings, path: string, title: string, unit: string): Group {
  const table = settingAt(settings, path);
  const rows = isTable(table) ? Object.entries(table) : [];
  const fields = rows
    .filter(([, pays]) => typeof pays === 'number')
    .map(([hand, value]): Field => {
      return { path: `${path}.${hand}`, name: outcomeName(hand), kind: 'number', value, unit };
    });
  return { path, title, fields: fields.reverse() }; // The strongest hand first, as on the felt.
}

function rules(settings: Settings, options: HouseOption[]): Field[] {
  const offered = [
    ...MOVING,
    ...(settings.six_card_bonus ? MOVING_SIX_CARD : []),
    ...(settings.progressive ? MOVING_PROGRESSIVE : []),
  ];
  const byName = new Map(options.map((option) => [option.name, option]));
  return [
    {
      path: 'dealer.qualifies_with',
      name: 'Dealer qualifies with',
      kind: 'choice',
      value: settingAt(settings, 'dealer.qualifies_with') ?? null,
      choices: QUALIFIERS.map((value) => ({ value, name: qualifierName(value) })),
    },
    ...offered
      .map((name) => byName.get(name))
      .filter((option) => option !== undefined)
      .map(choice),
  ];
}

function qualifierName(value: string): string {
  if (value === 'any') return 'any hand';
  return value === 'pair' ? 'a pair or better' : `${value.replace('_', ' ')} or better`;
}

function choice(option: HouseOption): Field {
  return {
    path: `options.${option.name}`,
    name: outcomeName(option.name),
    kind: 'choice',
    value: option.value,
    choices: option.values.map((text) => ({ value: typed(text), name: valueName(text) })),
    about: option.about,
    rulings: option.rulings,
  };
}

/** The catalogue gives values as text. */
function typed(text: string): string | boolean | number {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

function valueName(text: string): string {
  if (text === 'true') return 'yes';
  return text === 'false' ? 'no' : text.replaceAll('_', ' ');
}

/** As the service takes them: table by table, as a house file writes them. */
export function changesOf(edits: Edits): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(edits)) {
    const names = path.split('.');
    const last = names.pop();
    let table = changes;
    for (const name of names) table = (table[name] ??= {}) as Record<string, unknown>;
    if (last) table[last] = value;
  }
  return changes;
}

/** The field, or the group of fields, that an error's path points at. */
export function fieldAt(groups: Group[], path: string): string {
  const paths = groups.flatMap((group) => [group.path, ...group.fields.map((each) => each.path)]);
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    if (paths.includes(at)) return at;
  }
  return '';
}

/** The same house as a file of its own. */
export function houseFile(base: string, edits: Edits): string {
  const tables = new Map<string, string[]>();
  for (const [path, value] of Object.entries(edits)) {
    const dot = path.lastIndexOf('.');
    const line = `${path.slice(dot + 1)} = ${JSON.stringify(value)}`;
    tables.set(path.slice(0, dot), [...(tables.get(path.slice(0, dot)) ?? []), line]);
  }
  const written = [...tables].map(([table, lines]) => `\n[${table}]\n${lines.join('\n')}\n`);
  return `extends = "${base}"\n${written.join('')}`;
}
