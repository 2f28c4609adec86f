/** A house with changes applied: its editable settings and the edits. */
import type { components } from '../../protocol/schema';
import type { Setting } from './analysis';

/** By setting path: `ante_bonus.pays.straight.to_one`. */
export type Edits = Record<string, number | string | boolean>;

/** Settings that move the figures, each described as a field named by its path. */
export type SettingGroup = components['schemas']['SettingGroup'];

/** An option of a house, with its value as in a house file. */
export type HouseOption = components['schemas']['OptionShown'] & { value: Setting };

type Table = Record<string, Setting>;
const isTable = (value: Setting | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
export function fieldAt(groups: SettingGroup[], path: string): string {
  const fields = groups.flatMap((group) => group.fields.map(({ name }) => name));
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
