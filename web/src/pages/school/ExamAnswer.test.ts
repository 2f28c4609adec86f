import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';

import ExamAnswer from './ExamAnswer.svelte';
import type { Exam } from './school';

const exam = {
  exam: 1,
  step: 3,
  scene: { language: 'en' },
  menu: {
    steps: [
      { key: 'cut', text: 'Cut the deck.', placed: false },
      { key: 'deal', text: 'Deal face down.', placed: true },
      { key: 'settle', text: 'Take, push or pay the bet.', placed: true },
    ],
    bets: [{ key: 'ante', text: 'Ante', placed: false }],
    irregularities: [{ key: 'jam', text: 'The device is jammed', placed: false }],
    remedies: [{ key: 'void', text: 'All hands are void', placed: false }],
    places: 3,
  },
} as unknown as Exam;

function answering() {
  const onanswer = vi.fn();
  render(ExamAnswer, { exam, busy: false, onanswer });
  return onanswer;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pick = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));

describe('an answer in an exam', () => {
  it('offers every step of the house, and picks none in advance', () => {
    answering();
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect(screen.getByRole('button', { name: 'Do it' })).toHaveProperty('disabled', true);
  });

  it('sends a step at a place once the place is named', async () => {
    const onanswer = answering();
    await pick('Deal face down.');
    expect(screen.getByRole('button', { name: 'Do it' })).toHaveProperty('disabled', true);
    await press('2');
    await press('Do it');
    expect(onanswer).toHaveBeenCalledWith({ does: 'step', step: 'deal', seat: 2 });
  });

  it('settles a bet with what becomes of it and the amount', async () => {
    const onanswer = answering();
    await pick('Take, push or pay the bet.');
    await press('1');
    await fireEvent.change(screen.getByLabelText('Bet'), { target: { value: 'ante' } });
    await press('Pay');
    await fireEvent.input(screen.getByRole('spinbutton'), { target: { value: '12.5' } });
    await press('Do it');
    const bet = { wager: 'ante', toke: false, action: 'pay', cents: 1250 };
    expect(onanswer).toHaveBeenCalledWith({ does: 'step', step: 'settle', seat: 1, ...bet });
  });

  it('reports what is wrong with what follows from it', async () => {
    const onanswer = answering();
    await press('Report');
    const wrong = screen.getByLabelText('What is wrong');
    await fireEvent.change(wrong, { target: { value: 'jam' } });
    const follows = screen.getByLabelText("What follows by the house's rules");
    await fireEvent.change(follows, { target: { value: 'void' } });
    await press('Do it');
    expect(onanswer).toHaveBeenCalledWith({ does: 'report', irregularity: 'jam', remedy: 'void' });
  });

  it('says words', async () => {
    const onanswer = answering();
    await press('Say something');
    await fireEvent.input(screen.getByLabelText('What do you say?'), {
      target: { value: 'No more bets' },
    });
    await press('Do it');
    expect(onanswer).toHaveBeenCalledWith({ does: 'say', words: 'No more bets' });
  });
});
