/** A house with changes applied: its editable fields and the edits. */
import type { components } from '../../protocol/schema';
import type { FeltPrint, SpotPrint } from '../../protocol/types';
import { say } from '../../text/catalogue.svelte';
import { rankInWords } from '../../text/cards';
import type { Setting, Settings } from './analysis';

/** By setting path: `ante_bonus.pays.straight.to_one`. */
export type Edits = Record<string, number | string | boolean>;

export interface Field {
  path: string;
  name: string;
  kind: 'odds' | 'money' | 'choice';
  value: Setting;
  /** Printed after the number: `to 1`, `%`. */
  unit?: string;
  choices?: { value: string; name: string }[];
  /** A description of the choice, with the rulings about it. */
  about?: string;
  rulings?: string[];
}

interface Group {
  path: string;
  title: string;
  fields: Field[];
}

/** An option of a house, with its value as in a house file. */
export type HouseOption = components['schemas']['OptionShown'] & { value: Setting };

/** Settings that affect exact figures; others affect the procedure only. */
const MOVING =
  /^(ranking|dealer|ante_bonus)\.|^(ante|play)\.(tie|dealer_out|pays)|^wagers\.\w+\.(wheel|fold|of|pays|envy)\b/;
const QUALIFIERS = ['any', 'J', 'Q', 'K', 'A', 'pair'];

/** Units of a row, as written after the number. */
const UNITS: Record<string, () => string> = {
  to_one: () => say('bench.toOne'),
  for_one: () => say('bench.forOne'),
  cents: () => '',
  percent: () => '%',
};

type Table = Record<string, Setting>;
const isTable = (value: Setting | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function settingAt(settings: Settings, path: string): Setting | undefined {
  let found: Setting | undefined = settings;
  for (const name of path.split('.')) found = isTable(found) ? found[name] : undefined;
  return found;
}

type Printed = Pick<FeltPrint, 'pay_tables'> & {
  spots: Pick<SpotPrint, 'key' | 'colour'>[];
};

/** The editable fields of a house, in display order. */
export function groupsOf(settings: Settings, options: HouseOption[], felt: Printed): Group[] {
  const sides = felt.spots.filter((spot) => spot.colour >= 0).map((spot) => spot.key);
  const tables = felt.pay_tables.map(({ wager, title, rows }) => {
    const path = sides.includes(wager) ? `wagers.${wager}.pays` : `${wager}.pays`;
    const fields = rows.flatMap((row) => rowField(settings, `${path}.${row.key}`, row.title));
    return { path, title: say('bench.pays', { bet: title }), fields };
  });
  const rules = { path: 'options', title: say('bench.rules') };
  return [...tables, { ...rules, fields: rulesOf(settings, options) }].filter(
    (group) => group.fields.length > 0,
  );
}

/** The one value that a row pays. A push has none. */
function rowField(settings: Settings, row: string, name: string): Field[] {
  for (const [unit, written] of Object.entries(UNITS)) {
    const path = `${row}.${unit}`;
    const value = settingAt(settings, path);
    if (value === undefined || value === null) continue;
    return [{ path, name, kind: unit === 'cents' ? 'money' : 'odds', value, unit: written() }];
  }
  return [];
}

function rulesOf(settings: Settings, options: HouseOption[]): Field[] {
  const path = 'dealer.qualifies_with';
  const now = settingAt(settings, path) ?? null;
  const known = QUALIFIERS.includes(String(now)) ? QUALIFIERS : [...QUALIFIERS, String(now)];
  return [
    {
      path,
      name: say('bench.qualifies'),
      kind: 'choice',
      value: now,
      choices: known.map((value) => ({ value, name: qualifierName(value) })),
    },
    ...options
      .filter((option) => option.values.length > 1 && moves(option))
      .map((option) => choice(option)),
  ];
}

const moves = (option: HouseOption) => option.acts_on.split(', ').some((path) => MOVING.test(path));

function qualifierName(value: string): string {
  if (value === 'any') return say('bench.anyHand');
  if (value === 'pair') return say('bench.pair');
  return value.length > 1
    ? say('figures.orBetter', { hand: [...value].join('-') })
    : say('bench.high', { rank: rankInWords(value).toLowerCase() });
}

function choice(option: HouseOption): Field {
  return {
    path: `options.${option.name}`,
    name: option.title,
    kind: 'choice',
    value: option.value === null ? null : String(option.value),
    choices: option.values.map((value) => ({ value, name: valueName(value) })),
    about: option.about,
    rulings: option.rulings,
  };
}

function valueName(text: string): string {
  if (text === 'true') return say('bench.yes');
  return text === 'false' ? say('bench.no') : text.replaceAll('_', ' ');
}

/** Parses odds as in a house file: a number, or a fraction such as 3/2. */
export function oddsTyped(text: string): number | string | null {
  const typed = text.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  return /^\d+\/[1-9]\d*$/.test(typed) ? typed : null;
}

/** Parses an amount; null while nothing that is one has been typed. */
export function centsTyped(text: string): number | null {
  const cents = Math.round(Number(text) * 100);
  return text.trim() && Number.isFinite(cents) ? cents : null;
}

/** The edits as nested tables, as in a house file. No path is a prefix of another. */
export const changesOf = (edits: Edits): Table =>
  Object.entries(edits).reduce<Table>(
    (changes, [path, value]) => withSetting(changes, path.split('.'), value),
    {},
  );

function withSetting(table: Table, [name = '', ...within]: string[], value: Setting): Table {
  if (!within.length) return { ...table, [name]: value };
  const inner = table[name];
  return { ...table, [name]: withSetting(isTable(inner) ? inner : {}, within, value) };
}

/** The field, or the group of fields, that an error's path names. */
export function fieldAt(groups: Group[], path: string): string {
  const fields = groups.flatMap((group) => group.fields.map((each) => each.path));
  const paths = [...groups.map((group) => group.path), ...fields];
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    if (paths.includes(at)) return at;
    const within = fields.find((each) => each.slice(0, each.lastIndexOf('.')) === at);
    if (within && at.includes('.pays.')) return within; // The row's single value.
  }
  return '';
}

/** The changed house as a house file. A row that pays to one is a plain number. */
export function houseFile(base: string, edits: Edits): string {
  const tables = new Map<string, string[]>();
  for (const [path, value] of Object.entries(edits)) {
    const short = path.replace(/(\.pays\.\w+)\.to_one$/, '$1');
    const dot = short.lastIndexOf('.');
    const line = `${short.slice(dot + 1)} = ${JSON.stringify(value)}`;
    tables.set(short.slice(0, dot), [...(tables.get(short.slice(0, dot)) ?? []), line]);
  }
  const written = [...tables].map(([table, lines]) => `\n[${table}]\n${lines.join('\n')}\n`);
  return `extends = "${base}"\n${written.join('')}`;
}
