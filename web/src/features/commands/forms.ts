/**
 * Forms as the service describes them, and the commands and requests they make. The service decides
 * whether one is possible and what follows from it.
 */
import { get } from '../../protocol/client';
import type { Command } from '../../protocol/commands';
import { resource, type Resource } from '../../protocol/resource.svelte';
import type { CommandForm, Form, FormChoice, FormField } from '../../protocol/types';
import { totalOf, type Stack } from './stacks';

/** What was entered, by field. */
export interface Values {
  [name: string]: string | number | boolean | string[] | Stack[] | Values | undefined;
}
type Fields = Pick<Form, 'fields'>;

/** The forms of a table, reloaded when something that `as` reads has changed. */
export const formsOf = (
  id: string,
  as: () => { role?: string; version?: number; wanted?: boolean },
): Resource<CommandForm[]> =>
  resource(async () => {
    const { role, wanted = true } = as();
    if (!wanted) return [];
    return get('/api/tables/{table}/forms', { path: { table: id }, query: { as: role } });
  });

type Entry = 'actor' | 'cards' | 'chips' | 'list' | 'number' | 'options' | 'text' | 'yes_no';

/** How each kind of field is filled in, unless its value is picked. */
export const ENTRIES: Record<FormField['kind'], Entry> = {
  actor: 'actor',
  amounts: 'list',
  card: 'cards',
  cards: 'cards',
  chips: 'chips',
  choice: 'text',
  decimal: 'number',
  odds: 'text',
  deck: 'text',
  money: 'number',
  number: 'number',
  options: 'options',
  person: 'text',
  place: 'number',
  seat: 'number',
  seats: 'list',
  text: 'text',
  texts: 'list',
  wager: 'text',
  wagers: 'list',
  yes_no: 'yes_no',
};

/** True if the form takes cards: the card pad needs the full width. */
export const takesCards = (form: CommandForm) =>
  form.fields.some(({ kind, pick }) => !pick && ENTRIES[kind] === 'cards');

/** The fields that are asked for, given the values so far. */
export const askedFields = ({ fields }: Fields, values: Values): FormField[] =>
  fields.filter(({ only_if = {} }) =>
    Object.entries(only_if).every(([name, wanted]) => wanted.some((it) => it === values[name])),
  );

/** The choices of a field, given the values so far. */
export const choicesOf = (field: FormField, values: Values): FormChoice[] =>
  field.choices.filter(
    ({ of }) => !field.after || (of ?? values[field.after]) === values[field.after],
  );

export function initialValues(form: Fields): Values {
  let values: Values = {};
  for (const field of form.fields) values[field.name] = field.initial ?? empty(field);
  for (const field of form.fields) {
    if (field.pick) values = chosen(form, values, field.name, values[field.name]);
  }
  return values;
}

/** What was entered into a form, as far as this one takes it: its choices may be others now. */
export function carriedOver(form: Fields, entered: Values): Values {
  const values = initialValues(form);
  for (const field of form.fields) {
    if (!(field.name in entered)) continue;
    const value = taken(field, values, entered[field.name]);
    if (value !== undefined || !field.pick) values[field.name] = value;
  }
  return values;
}

/** The value, or what the field takes of it. */
function taken(field: FormField, values: Values, value: Values[string]): Values[string] {
  if (field.kind === 'options') {
    const options = valuesIn(value);
    const still = field.fields
      .map((each) => [each.name, taken(each, options, options[each.name])] as const)
      .filter(([, each]) => each !== undefined);
    return Object.fromEntries(still);
  }
  if (!field.pick) return value;
  const offered = choicesOf(field, values);
  const takes = (one: Values[string]) => offered.some((each) => each.value === one);
  if (Array.isArray(value)) return textsIn(value).filter(takes);
  return takes(value) ? value : undefined;
}

/** The values after a choice, with the ones that follow from it. */
export function chosen(form: Fields, values: Values, name: string, value: Values[string]): Values {
  const field = form.fields.find((each) => each.name === name);
  const choice = field && choicesOf(field, values).find((each) => each.value === value);
  let next: Values = { ...values, [name]: value, ...choice?.sets };
  for (const follows of form.fields.filter(({ after }) => after === name)) {
    const several = next[follows.name];
    if (Array.isArray(several)) {
      next[follows.name] = taken(follows, next, several);
      continue;
    }
    const [first, ...others] = choicesOf(follows, next);
    next = chosen(form, next, follows.name, others.length ? undefined : first?.value);
  }
  return next;
}

/** Adds or removes one of several choices; one that stands alone replaces the others. */
export function ticked(field: FormField, values: Values, choice: FormChoice): string[] {
  const before = textsIn(values[field.name]);
  const value = String(choice.value);
  if (before.includes(value)) return before.filter((each) => each !== value);
  if (choice.alone) return [value];
  const alone = field.choices.filter((each) => each.alone).map((each) => each.value);
  return [...before.filter((each) => !alone.includes(each)), value];
}

function empty({ kind, pick }: FormField): Values[string] {
  const entry = ENTRIES[kind];
  if (pick) return entry === 'list' ? [] : undefined;
  if (entry === 'options') return {};
  if (entry === 'cards' || entry === 'chips') return [];
  if (entry === 'yes_no') return false;
  return entry === 'text' || entry === 'list' ? '' : undefined;
}

/** The command for these values, or the missing field. */
export function commandOf(form: CommandForm, values: Values): Command | { missing: FormField } {
  const made = filled(form, values);
  if ('missing' in made) return made;
  // The service described this command and validates it.
  return { type: form.type, ...form.fixed, ...made.body } as Command;
}

type Filled = { body: Record<string, unknown> } | { missing: FormField };

/** The fields with their values as the service takes them, or the one that is missing. */
export function filled(form: Fields, values: Values): Filled {
  const body: Record<string, unknown> = {};
  for (const field of askedFields(form, values)) {
    const value = values[field.name];
    if (field.kind === 'chips') {
      const stacks = stacksIn(value); // No chips at all means an empty tray.
      body[field.name] = stacks;
      if (field.total) body[field.total] = totalOf(stacks);
      continue;
    }
    if (!isBlank(field, value)) body[field.name] = given(field, value);
    else if (field.required) return { missing: field };
    else if (cleared(field)) body[field.name] = null;
  }
  return { body };
}

/** Left empty on purpose: the field came with a value. */
const cleared = ({ pick, initial }: FormField) => !pick && typeof initial === 'number';

function isBlank({ kind, pick }: FormField, value: Values[string]): boolean {
  if (kind === 'actor') return !actorIn(value).name.trim();
  if (Array.isArray(value)) return !pick && !value.length;
  if (typeof value === 'object') return !Object.keys(value).length;
  return value === undefined || (typeof value === 'string' && !value.trim());
}

function given(field: FormField, value: Values[string]): unknown {
  if (field.kind === 'card' && Array.isArray(value)) return value[0];
  if (typeof value !== 'string') return value;
  if (field.pick || ENTRIES[field.kind] !== 'list') return value.trim();
  const found = value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  const numbers = field.kind === 'seats' || field.kind === 'amounts';
  return numbers ? found.map((each) => numberIn(field, each) ?? each) : found;
}

export const isMoney = (kind: FormField['kind']) => kind === 'money' || kind === 'amounts';

/** The number that was typed, money in cents; nothing if it is none. */
export function numberIn({ kind }: FormField, text: string): number | undefined {
  const value = Number(text.replace(/[,\s]/g, ''));
  const whole = isMoney(kind) ? Math.round(value * 100) : value;
  return text.trim() && Number.isFinite(whole) ? whole : undefined;
}

export const textsIn = (value: Values[string]): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

export const stacksIn = (value: Values[string]): Stack[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object') : [];

export const valuesIn = (value: Values[string]): Values =>
  typeof value === 'object' && !Array.isArray(value) ? value : {};

/** Splits `floor:ben` into role and name. */
export function actorIn(value: Values[string]): { role: string; name: string } {
  const [role = '', name = ''] = typeof value === 'string' ? value.split(':') : [];
  return { role, name };
}
