import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { forget } from '../../ui/page_memory.svelte';
import { Drill } from './drill.svelte';
import type { Question } from './school';

const asking = (asks: Question['asks'], more: Partial<Question> = {}) => ({
  number: 7,
  drill: 'payout',
  seconds: 0,
  asked_at: '2026-01-01T00:00:00Z',
  question: { asks, level: 1, ...more },
});

let answers: object[];

beforeEach(() => {
  answers = [];
  vi.stubGlobal('fetch', (path: string, { body = '' } = {}) => {
    if (!path.endsWith('/answers')) return Promise.resolve(new Response(JSON.stringify(asked)));
    answers.push(JSON.parse(body) as object);
    return Promise.resolve(new Response(JSON.stringify({ right: true, why: '', clauses: [] })));
  });
});
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
});

let asked: object;

async function drillOf(question: object): Promise<Drill> {
  asked = question;
  const drill = new Drill('manual');
  await drill.ask();
  return drill;
}

test('a key answers a choice, and only until it is graded', async () => {
  const choices = ['a', 'b'].map((key) => ({ key, text: key }));
  const drill = await drillOf(asking('choice', { choices }));
  expect([drill.pressed('3'), drill.pressed('t'), drill.pressed('2')]).toEqual([
    false,
    false,
    true,
  ]);
  await vi.waitFor(() => expect(drill.grade).not.toBeNull());
  expect(answers).toMatchObject([{ question: 7, answer: { choice: 'b' } }]);
  expect(drill.pressed('1')).toBe(false);
  expect(drill.tally).toEqual({ right: 1, asked: 1 });
});

test('an amount is a payout only while one is typed', async () => {
  const drill = await drillOf(asking('payout'));
  drill.pay(12.5);
  expect([drill.given.cents, drill.given.action, drill.ready]).toEqual([1_250, 'pay', true]);
  drill.pay(NaN);
  expect([drill.given.cents, drill.given.action, drill.ready]).toEqual([null, '', false]);
});

test('chips are counted by value', async () => {
  const drill = await drillOf(asking('chips'));
  drill.count(500, 1);
  drill.count(500, 1);
  drill.count(500, -1);
  expect(drill.given.chips).toEqual({ 500: 1 });
});
