import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';

import CardEntry from './CardEntry.svelte';

const card = (name: string) => screen.getByRole('button', { name });

describe('cards are entered', () => {
  it('by clicking, at most as many as are wanted', async () => {
    render(CardEntry, { most: 2, out: [], label: 'Cards' });
    await fireEvent.click(card('A of spades'));
    await fireEvent.click(card('K of diamonds'));
    expect(screen.getByLabelText<HTMLInputElement>('Cards').value).toBe('As Kd');
    expect(card('2 of clubs')).toHaveProperty('disabled', true);
    await fireEvent.click(card('A of spades'));
    expect(card('2 of clubs')).toHaveProperty('disabled', false);
  });

  it('and a single one is replaced by the next', async () => {
    render(CardEntry, { most: 1, out: [], label: 'Card' });
    await fireEvent.click(card('A of spades'));
    await fireEvent.click(card('2 of clubs'));
    expect(screen.getByLabelText<HTMLInputElement>('Card').value).toBe('2c');
  });

  it('but not those that lie open somewhere', () => {
    render(CardEntry, { most: 3, out: ['Qh', '??'], label: 'Cards' });
    expect(card('Q of hearts')).toHaveProperty('disabled', true);
    expect(card('Q of spades')).toHaveProperty('disabled', false);
  });

  it('by typing or scanning, and Enter says that they are all', async () => {
    const onenter = vi.fn();
    render(CardEntry, { most: 3, out: [], label: 'Cards', onenter });
    const input = screen.getByLabelText('Cards');
    await fireEvent.input(input, { target: { value: 'as10d2c' } });
    expect(card('10 of diamonds').getAttribute('aria-pressed')).toBe('true');
    await fireEvent.keyDown(input, { key: 'Enter' });
    expect(onenter).toHaveBeenCalledOnce();
  });

  it('and what is not a card is named', async () => {
    render(CardEntry, { most: 3, out: [], label: 'Cards' });
    await fireEvent.input(screen.getByLabelText('Cards'), { target: { value: 'As Xx' } });
    expect(screen.getByRole('alert').textContent).toContain('Not a card: Xx.');
  });
});
