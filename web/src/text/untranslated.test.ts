/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { expect, test } from 'vitest';

import phrases from './told.fr.json';

/** What a player comes to see. Staff's pages are in English. */
const PLAYERS = [
  'App.svelte',
  'felt',
  'features/clauses',
  'features/disputes/DisputeRound.svelte',
  'features/disputes/OpenDispute.svelte',
  'features/odds',
  'features/rounds',
  'features/shell/FloorPage.svelte',
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
const STAFF = /(^|\/)(Against\.svelte|desk\.svelte\.ts|places\.ts)$/;
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

/** What is written into code: selectors aside, and what is the English key of its French. */
function written(code: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      if (sentence(node.text) && !SELECTOR.test(node.text) && !known(node.text))
        found.push(node.text);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest));
  return found;
}
const SELECTOR = /^(input|dialog|\W)[^.!?]*$/;
const KEYS = Object.keys(phrases.sentences);
const known = (text: string) => KEYS.some((key) => key.startsWith(text) || key.endsWith(text));

const SRC = join(import.meta.dirname, '..');
const below = (path: string) =>
  /\.\w+$/.test(path)
    ? [path]
    : readdirSync(join(SRC, path), { recursive: true }).map((name) => `${path}/${String(name)}`);
const read = (file: string) => readFileSync(join(SRC, file), 'utf8');

const components = PLAYERS.flatMap(below).filter(
  (name) => name.endsWith('.svelte') && !STAFF.test(name),
);
test.each(components)('%s takes its words from the catalogue', (file) => {
  const script = /<script[^>]*>(.*?)<\/script>/s.exec(read(file))?.[1] ?? '';
  expect([...texts(join(SRC, file)), ...written(script)]).toEqual([]);
});

const modules = [...PLAYERS, 'features/disputes/disputes.ts', 'protocol', 'table']
  .flatMap(below)
  .filter((name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name) && !STAFF.test(name));
test.each(modules)('%s has no English of its own', (file) => {
  expect(written(read(file))).toEqual([]);
});
