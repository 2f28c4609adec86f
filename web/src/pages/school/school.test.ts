import { describe, expect, it } from 'vitest';

import { type AtHouse, complete, missing, nothing, plotted, type Question, worth } from './school';

const question = (asks: Question['asks']) => ({ asks }) as Question;

describe('an answer', () => {
  it('is complete when it has what the question asks for', () => {
    expect(complete(question('choice'), nothing())).toBe(false);
    expect(complete(question('choice'), { ...nothing(), choice: 'pair' })).toBe(true);
    expect(complete(question('payout'), { ...nothing(), action: 'push' })).toBe(true);
    expect(complete(question('payout'), { ...nothing(), action: 'pay' })).toBe(false);
    expect(complete(question('payout'), { ...nothing(), action: 'pay', cents: 0 })).toBe(true);
    expect(complete(question('chips'), { ...nothing(), chips: { 500: 0 } })).toBe(false);
    expect(complete(question('words'), { ...nothing(), words: '  ' })).toBe(false);
  });

  it('in chips is worth what they come to', () => {
    expect(worth({ 500: 2, 2500: 1 })).toBe(3500);
  });
});

describe('progress', () => {
  it('is a line for each skill, in percent by day', () => {
    const progress = [
      { day: '2026-03-01', skill: 'hand', asked: 4, right: 1 },
      { day: '2026-03-03', skill: 'hand', asked: 2, right: 2 },
      { day: '2026-03-03', skill: 'procedure', asked: 10, right: 9 },
    ];
    const { days, lines } = plotted(progress, { hand: 'Read the hand' });
    expect(days).toEqual(['2026-03-01', '2026-03-03']);
    expect(lines.map(({ name }) => name)).toEqual(['Read the hand', 'Procedure']);
    expect(lines[0]?.points).toEqual([
      { x: 0, y: 25 },
      { x: 1, y: 100 },
    ]);
  });
});

describe('what is missing', () => {
  it('is said for each skill and exam that does not meet the marks', () => {
    const skill = { title: 'Who wins?', needed_answers: 20, needed_percent: 90 };
    const at = {
      standing: {
        skills: [
          { ...skill, asked: 3, percent: 100, met: false },
          { ...skill, asked: 20, percent: 70, met: false },
          { ...skill, asked: 20, percent: 95, met: true },
        ],
        exams: [{ title: 'A whole round', taken: 0, met: false }],
      },
    } as unknown as AtHouse;
    expect(missing(at)).toEqual([
      'Who wins? 3 of 20 answers that count',
      'Who wins? 70% right, 90% needed',
      'Exam: A whole round, not taken yet',
    ]);
  });
});
