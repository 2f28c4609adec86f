/**
 * Forms as the service describes them, and the commands they make. The table decides whether a
 * command is possible and what follows from it.
 */
import { get } from '../../protocol/client';
import type { Command } from '../../protocol/commands';
import { resource, type Resource } from '../../protocol/resource.svelte';
import type { CommandForm, FormChoice, FormField } from '../../protocol/types';
import { totalOf, type Stack } from './stacks';

export type Values = Record<string, string | number | boolean | string[] | Stack[] | undefined>;

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

type Entry = 'actor' | 'cards' | 'chips' | 'list' | 'number' | 'text' | 'yes_no';

/** How each kind of field is filled in, unless its value is picked. */
export const ENTRIES: Record<FormField['kind'], Entry> = {
  actor: 'actor',
  amounts: 'list',
  card: 'cards',
  cards: 'cards',
  chips: 'chips',
  choice: 'text',
  deck: 'text',
  money: 'number',
  number: 'number',
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

/** The choices of a field, given the values so far. */
export const choicesOf = (field: FormField, values: Values): FormChoice[] =>
  field.choices.filter(({ of }) => !field.after || of === values[field.after]);

export function initialValues(form: CommandForm): Values {
  let values: Values = {};
  for (const field of form.fields) values[field.name] = field.initial ?? empty(field);
  for (const field of form.fields) {
    if (field.pick) values = chosen(form, values, field.name, values[field.name]);
  }
  return values;
}

/** The values after a choice, with the ones that follow from it. */
export function chosen(
  form: CommandForm,
  values: Values,
  name: string,
  value: Values[string],
): Values {
  const field = form.fields.find((each) => each.name === name);
  const choice = field && choicesOf(field, values).find((each) => each.value === value);
  let next: Values = { ...values, [name]: value, ...choice?.sets };
  for (const follows of form.fields.filter(({ after }) => after === name)) {
    const [first, ...others] = choicesOf(follows, next);
    next = chosen(form, next, follows.name, others.length ? undefined : first?.value);
  }
  return next;
}

function empty({ kind, pick }: FormField): Values[string] {
  if (pick) return undefined;
  const entry = ENTRIES[kind];
  if (entry === 'cards' || entry === 'chips') return [];
  if (entry === 'yes_no') return false;
  return entry === 'text' || entry === 'list' ? '' : undefined;
}

/** The command for these values, or the missing field. */
export function commandOf(form: CommandForm, values: Values): Command | { missing: FormField } {
  const filled: Record<string, unknown> = { type: form.type, ...form.fixed };
  for (const field of form.fields) {
    const value = values[field.name];
    if (field.kind === 'chips') {
      const stacks = stacksIn(value); // No chips at all means an empty tray.
      filled[field.name] = stacks;
      if (field.total) filled[field.total] = totalOf(stacks);
      continue;
    }
    if (!isBlank(field, value)) filled[field.name] = given(field, value);
    else if (field.required) return { missing: field };
  }
  return filled as Command; // The service described this command and validates it.
}

function isBlank({ kind }: FormField, value: Values[string]): boolean {
  if (kind === 'actor') return !actorIn(value).name.trim();
  if (Array.isArray(value)) return !value.length;
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

export const cardsIn = (value: Values[string]): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

export const stacksIn = (value: Values[string]): Stack[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object') : [];

/** Splits `floor:ben` into role and name. */
export function actorIn(value: Values[string]): { role: string; name: string } {
  const [role = '', name = ''] = typeof value === 'string' ? value.split(':') : [];
  return { role, name };
}
