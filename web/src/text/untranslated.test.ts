/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

/** What a player comes to see. Staff's pages are in English, and so is the workbench of odds. */
const PLAYERS = [
  'App.svelte',
  'felt',
  'features/clauses',
  'features/disputes/DisputeRound.svelte',
  'features/disputes/OpenDispute.svelte',
  'features/odds',
  'features/rounds',
  'features/shell/Header.svelte',
  'features/shell/KeyboardHelp.svelte',
  'features/shell/SettingsMenu.svelte',
  'pages/account',
  'pages/disputes',
  'pages/history',
  'pages/learn',
  'pages/lobby',
  'pages/odds',
  'pages/rules',
  'pages/sign-in',
  'pages/statistics',
  'pages/table',
  'pages/trainer',
  'ui',
];
const STAFF = /\/(Decide|Further|Compare|Editor|Against)\.svelte$/;
/** Names that are the same in every language. */
const NAMES = /^(Queenhigh|Three Card Poker|kB|PAR|UTC|SHA-256|\W|\d)*$/;
const SHOWN = /^(title|aria-label|aria-valuetext|alt|placeholder|label|what|hint|text|caption)$/;

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* within(value: unknown, skip: (node: Node) => boolean): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* within(each, skip);
  else if (isNode(value)) {
    if (skip(value)) return;
    yield value;
    for (const [key, inner] of Object.entries(value))
      if (key !== 'parent' && key !== 'metadata') yield* within(inner, skip);
  }
}

const words = (text: string) => /\p{L}{2}/u.test(text) && !NAMES.test(text.trim());
const sentence = (text: string) => /^[^(]*\p{L}{2,},? \p{L}{2,}/u.test(text) && words(text);

function texts(file: string): string[] {
  const { fragment } = parse(readFileSync(file, 'utf8'), { modern: true });
  const found: string[] = [];
  const code = (node: Node) =>
    node.type === 'StyleSheet' || (node.type === 'RegularElement' && node.name === 'style');
  for (const node of within(fragment, code)) {
    if (node.type === 'Attribute') {
      const parts = Array.isArray(node.value) ? (node.value as Node[]) : [node.value as Node];
      const name = String(node.name);
      for (const part of parts)
        if (isNode(part) && part.type === 'Text' && SHOWN.test(name) && words(String(part.data)))
          found.push(`${name}="${String(part.data)}"`);
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      if (sentence(node.value)) found.push(node.value);
    } else if (node.type === 'TemplateElement') {
      const { cooked } = node.value as { cooked: string };
      if (sentence(cooked)) found.push(cooked);
    }
  }
  const attribute = (node: Node) => /^(Attribute|StyleDirective)$/.test(node.type) || code(node);
  for (const node of within(fragment, attribute))
    if (node.type === 'Text' && words(String(node.data))) found.push(String(node.data).trim());
  return found;
}

const SRC = join(import.meta.dirname, '..');
const files = PLAYERS.flatMap((path) =>
  path.endsWith('.svelte')
    ? [path]
    : readdirSync(join(SRC, path), { recursive: true })
        .map((name) => `${path}/${String(name)}`)
        .filter((name) => name.endsWith('.svelte') && !STAFF.test(name)),
);

test.each(files)('%s takes its words from the catalogue', (file) => {
  expect(texts(join(SRC, file))).toEqual([]);
});
