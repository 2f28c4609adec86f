/**
 * Forms as the service describes them: what is filled in, and the command that comes of it.
 * Whether a command is possible, and what follows, the table says.
 */
import { get } from '../../protocol/client';
import type { Command } from '../../protocol/commands';
import { resource, type Resource } from '../../protocol/resource.svelte';
import type { CommandForm, FormChoice, FormField } from '../../protocol/types';
import { totalOf, type Stack } from './stacks';

export type Values = Record<string, string | number | boolean | string[] | Stack[] | undefined>;

/** For a component: the forms of a table, asked for again when what `as` reads has changed. */
export const formsOf = (
  id: string,
  as: () => { role?: string; version?: number; wanted?: boolean },
): Resource<CommandForm[]> =>
  resource(async () => {
    const { role, wanted = true } = as();
    if (!wanted) return [];
    const path = `/api/tables/${encodeURIComponent(id)}/forms`;
    return get<CommandForm[]>(role ? `${path}?as=${encodeURIComponent(role)}` : path);
  });

/** Whether faces are entered in it: the pad needs its width. */
export const takesCards = (form: CommandForm) =>
  form.fields.some(({ kind, pick }) => !pick && (kind === 'card' || kind === 'cards'));

/** What can be chosen, given what is chosen already. */
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

/** Something is chosen, and what follows from it. */
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

function empty({ kind, pick }: FormField): string | string[] | undefined {
  if (pick) return undefined;
  if (kind === 'cards' || kind === 'card' || kind === 'chips') return [];
  return kind === 'text' || kind === 'person' ? '' : undefined;
}

/** The command that the values make, or the field that is missing. */
export function commandOf(form: CommandForm, values: Values): Command | { missing: FormField } {
  const filled: Record<string, unknown> = { type: form.type, ...form.fixed };
  for (const field of form.fields) {
    const value = values[field.name];
    if (field.kind === 'chips') {
      const stacks = stacksIn(value); // None at all is an empty tray.
      filled[field.name] = stacks;
      if (field.total) filled[field.total] = totalOf(stacks);
      continue;
    }
    if (!isBlank(field, value)) filled[field.name] = given(field, value);
    else if (field.required) return { missing: field };
  }
  return filled as Command; // The service described it, and checks it.
}

function isBlank({ kind }: FormField, value: Values[string]): boolean {
  if (kind === 'actor') return !actorIn(value).name.trim();
  if (Array.isArray(value)) return !value.length;
  return value === undefined || (typeof value === 'string' && !value.trim());
}

function given(field: FormField, value: Values[string]): unknown {
  if (field.kind === 'card' && Array.isArray(value)) return value[0];
  return typeof value === 'string' ? value.trim() : value;
}

export const stacksIn = (value: Values[string]): Stack[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object') : [];

/** `floor:ben`, in its two parts. */
export function actorIn(value: Values[string]): { role: string; name: string } {
  const [role = '', name = ''] = typeof value === 'string' ? value.split(':') : [];
  return { role, name };
}
