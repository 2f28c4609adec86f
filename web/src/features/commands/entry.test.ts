import { describe, expect, it } from 'vitest';

import { GRID, keyed, readCards, toggled } from './entry';

describe('cards are read', () => {
  it('as they are typed', () => {
    expect(readCards('As Kd 2c').cards).toEqual(['As', 'Kd', '2c']);
    expect(readCards('aS,kd; 10C').cards).toEqual(['As', 'Kd', 'Tc']);
  });

  it('as a scanner sends them, without anything between', () => {
    expect(readCards('AsKd2c').cards).toEqual(['As', 'Kd', '2c']);
    expect(readCards('10h9♠').cards).toEqual(['Th', '9s']);
  });

  it('and what is none is named', () => {
    expect(readCards('As Zz 4')).toEqual({ cards: ['As'], unknown: ['Zz', '4'] });
    expect(readCards('As1h')).toEqual({ cards: ['As'], unknown: ['1h'] });
    expect(readCards('')).toEqual({ cards: [], unknown: [] });
  });
});

it('the grid has every card of the deck once', () => {
  const all = GRID.flat();
  expect(all.length).toBe(52);
  expect(new Set(all).size).toBe(52);
  expect(readCards(all.join(' '))).toEqual({ cards: all, unknown: [] });
});

describe('a card of the grid', () => {
  it('goes in, and out again', () => {
    expect(toggled(['As'], 'Kd', 3)).toEqual(['As', 'Kd']);
    expect(toggled(['As', 'Kd'], 'As', 3)).toEqual(['Kd']);
  });

  it('does not go in beyond the number that is wanted', () => {
    expect(toggled(['As', 'Kd', '2c'], '3c', 3)).toEqual(['As', 'Kd', '2c']);
  });
});

describe('cards are typed key by key', () => {
  const typed = (...keys: string[]) =>
    keys.reduce((state, key) => keyed(state, key, 3) ?? state, { cards: [] as string[], rank: '' });

  it('rank, then suit, in either case, with T or 10 for a ten', () => {
    expect(typed('A', 's', 't', 'D', '1', '0', 'c').cards).toEqual(['As', 'Td', 'Tc']);
  });

  it('what is not a card changes nothing, and no card comes twice', () => {
    expect(typed('x', 's', 'K', 'Enter', 'h', 'K', 'h')).toEqual({ cards: ['Kh'], rank: '' });
  });

  it('Backspace takes the rank back first, then the last card', () => {
    expect(typed('A', 's', 'K', 'Backspace')).toEqual({ cards: ['As'], rank: '' });
    expect(typed('A', 's', 'Backspace')).toEqual({ cards: [], rank: '' });
  });

  it('no more than the hand has', () => {
    expect(typed('2', 'c', '3', 'c', '4', 'c', '5', 'c').cards).toEqual(['2c', '3c', '4c']);
  });
});
