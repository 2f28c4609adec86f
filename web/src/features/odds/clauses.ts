/** Searching and filtering the clauses of a rule book. */
import type { components } from '../../protocol/schema';
import { written } from '../../text/books.svelte';
import { capital } from '../../text/typography';
import { say } from '../../text/catalogue.svelte';
import { inWords } from '../../text/wagers';

export type Clause = components['schemas']['ClauseShown'];

interface Sought {
  words: string;
  topic: string;
  status: string;
}

const STATUSES = ['enforced', 'configured', 'guided', 'recorded', 'announced', 'stated'] as const;
const known = (status: string) => STATUSES.find((each) => each === status);

/** The status of a clause in a sentence. */
export function statusInWords(status: string): string {
  const found = known(status);
  return found ? say(`status.${found}`) : '';
}

/** The status in a word. */
export function statusName(status: string): string {
  const found = known(status);
  return found ? say(`statusName.${found}`) : inWords(status);
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

export function matches(clause: Clause, sought: Sought): boolean {
  if (sought.topic && clause.topic !== sought.topic) return false;
  if (sought.status && clause.status !== sought.status) return false;
  const { text: here } = written(clause.text);
  const all = `${clause.id} ${clause.ref} ${clause.topic} ${clause.text} ${here}`.toLowerCase();
  return wordsOf(sought.words).every((word) => all.includes(word));
}

/** Values with their frequencies, the most frequent first. */
export function counted(values: string[]): [value: string, times: number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]));
}

interface Piece {
  text: string;
  found: boolean;
}

/** Splits a text into pieces and marks the matches. */
export function marked(text: string, words: string[]): Piece[] {
  const sought = words.filter(Boolean);
  if (!sought.length) return [{ text, found: false }];
  const escaped = sought.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((piece, index) => ({ text: piece, found: index % 2 === 1 }))
    .filter((piece) => piece.text);
}

/** `tests/table/test_dealing.py::test_seat_one_is_dealt_first` as a sentence. */
export function testSentence(test: string): string {
  const name = test.split('::').at(-1) ?? test;
  const words = name
    .replace(/^test_/, '')
    .replace(/\[.*\]$/, '')
    .replaceAll('_', ' ');
  return capital(words);
}

/** A value of an option, in words. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return say('bench.asTable');
  if (typeof value === 'boolean') return say(value ? 'bench.yes' : 'bench.no');
  if (Array.isArray(value))
    return value.length ? value.map(valueInWords).join(', ') : say('bench.none');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, each]) => `${name.replaceAll('_', ' ')}: ${valueInWords(each)}`)
      .join('; ');
  }
  return written(
    String(value)
      .replaceAll('_', ' ')
      .replaceAll(/\{\w+\}/g, '…'),
  ).text;
}
