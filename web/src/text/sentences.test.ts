/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { expect, test } from 'vitest';

import { english } from './english';
import phrases from './service_words.fr.json';
import { staff } from './staff/english';

/** Names that are the same in every language. */
const NAMES =
  /^(Queenhigh|Three Card Poker|kB|PAR|UTC|SHA-256|PDF|CSV|JSON|OpenAPI|AsyncAPI|maths|[2-9TJQKA][cdhs]\b|\W|\d)*$/;
/** Search queries: `hand:flush net>=$100`. */
const CONDITIONS = /^(\w+(:|>=)\S+ ?)+$/;
const SHOWN = /^(title|aria-label|aria-valuetext|alt|placeholder|label|what|hint|text|caption)$/;
/** Attributes of several words that nobody reads; in any other one a sentence is shown. */
const UNREAD = /^(class|d|viewBox|transform|points|rel|lengthAdjust|style:.*)$/;

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

const words = (text: string) =>
  /\p{L}{2}/u.test(text) && !NAMES.test(text.trim()) && !CONDITIONS.test(text);
/** One capitalised word, as a label or a heading. */
const label = (text: string) => /^\p{Lu}\p{Ll}+$/u.test(text) && words(text) && !OTHER.test(text);
/** Keys of the keyboard, and a book's usual word, to be looked up. */
const OTHER = /^(Enter|Escape|Backspace|Delete|Home|End|Fold)$/;
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
        if (isNode(part) && part.type === 'Text' && !UNREAD.test(name)) {
          const text = String(part.data);
          if (SHOWN.test(name) ? words(text) : sentence(text)) found.push(`${name}="${text}"`);
        }
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      if (sentence(node.value)) found.push(node.value);
    } else if (node.type === 'TemplateElement') {
      const { cooked } = node.value as { cooked: string };
      if (sentence(cooked)) found.push(cooked);
    }
  }
  for (const [, shown = ''] of readFileSync(file, 'utf8').matchAll(/\bcontent: '([^']*)'/g))
    if (words(shown)) found.push(shown);
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
      if (
        (sentence(node.text) || label(node.text)) &&
        !SELECTOR.test(node.text) &&
        !known(node.text)
      )
        found.push(node.text);
    if (!ts.isTypeNode(node)) ts.forEachChild(node, look);
  };
  look(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest));
  return found;
}
const SELECTOR = /^(a, button|input|dialog|\W)[^.!?]*$/;
const KEYS = Object.keys(phrases.sentences);
const known = (text: string) => KEYS.some((key) => key.startsWith(text) || key.endsWith(text));

const SRC = join(import.meta.dirname, '..');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((name) =>
  name.replaceAll('\\', '/'),
);
const read = (file: string) => readFileSync(join(SRC, file), 'utf8');

const components = FILES.filter((name) => name.endsWith('.svelte'));
test.each(components)('%s takes its words from a catalogue', (file) => {
  const script = /<script[^>]*>(.*?)<\/script>/s.exec(read(file))?.[1] ?? '';
  expect([...texts(join(SRC, file)), ...written(script)]).toEqual([]);
});

/** Catalogues, and the fake service of tests. */
const WORDS = /^(text|testing)\/|\.(test|d)\.ts$/;
const modules = FILES.filter((name) => name.endsWith('.ts') && !WORDS.test(name));
test.each(modules)('%s has no English of its own', (file) => {
  expect(written(read(file))).toEqual([]);
});

/** Every string that could be a key, and the beginnings of keys that are put together. */
const CATALOGUES = /^(testing|text\/(english|french|staff))\/|\.(test|d)\.ts$/;
const sources = FILES.filter((name) => /\.(ts|svelte)$/.test(name) && !CATALOGUES.test(name)).map(
  read,
);
const literals = new Set(
  sources.flatMap((code) => [...code.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, key]) => key)),
);
const beginnings = sources.flatMap((code) =>
  [...code.matchAll(/`(\w+\.(?:\w+\.)?)\$\{/g)].flatMap(([, key]) => key ?? []),
);
test.each(Object.entries({ english, staff }))('no sentence of %s is unused', (_, catalogue) => {
  const unused = Object.keys(catalogue).filter(
    (key) => !literals.has(key) && !beginnings.some((each) => key.startsWith(each)),
  );
  expect(unused).toEqual([]);
});
