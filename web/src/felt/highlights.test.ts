import { describe, expect, it } from 'vitest';

import { bestFive, making } from './highlights';

const cards = (text: string) => text.split(' ').filter(Boolean);

describe('the cards that make a hand', () => {
  it.each([
    ['8s Kd 8c', '8s 8c', 'a pair'],
    ['7s 7d 7c', '7s 7d 7c', 'three of a kind'],
    ['4h 9h Kh', '4h 9h Kh', 'a flush'],
    ['Ts Qd Jc', 'Ts Qd Jc', 'a straight'],
    ['As 2d 3c', 'As 2d 3c', 'a straight from the ace'],
    ['9s Qd 4c', 'Qd', 'the high card'],
    ['?? ?? ??', '', 'nothing of what is face down'],
  ])('of %s are %s: %s', (hand, found) => {
    expect(making(cards(hand))).toEqual(cards(found));
  });
});

describe('the cards that decide between two hands', () => {
  it.each([
    ['8s Kd 8c', '8h 8d Qc', '8s Kd 8c', 'a pair with its kicker'],
    ['8s Kd 8c', '7h 7d Ac', '8s 8c', 'the higher pair alone'],
    ['Qs 9d 4c', 'Qh 8d 7c', 'Qs 9d', 'down to the second card'],
    ['Qs 9d 4c', 'Qh 9c 3c', 'Qs 9d 4c', 'down to the third'],
    ['Qs 9d 4c', 'Kh 9c 3c', 'Qs', 'the high card where it decides'],
    ['Qs 9d 4c', 'Qh 9c 4h', 'Qs 9d 4c', 'all of them in a tie'],
    ['8s Kd 8c', '4h 9h Kh', '8s 8c', 'what makes the hand against another kind'],
  ])('of %s against %s are %s: %s', (hand, other, found) => {
    expect(making(cards(hand), cards(other))).toEqual(cards(found));
  });
});

describe('the best five of six', () => {
  it.each([
    ['Ah Kh 9h 7h 4h 2s', 'Ah Kh 9h 7h 4h', 'a flush'],
    ['5s 6d 7c 8h 9s Ks', '5s 6d 7c 8h 9s', 'a straight'],
    ['As 2d 3c 4h 5s 9s', 'As 2d 3c 4h 5s', 'a straight from the ace'],
    ['8s 8d 8c 4h 4s 2c', '8s 8d 8c 4h 4s', 'a full house'],
    ['8s 8d 8c 8h 4s 9c', '8s 8d 8c 8h 9c', 'four of a kind with the higher fifth card'],
    ['Js 8d 8c 8h 4s 9c', 'Js 8d 8c 8h 9c', 'three of a kind'],
    ['9h Th Jh Qh Kh Ah', 'Th Jh Qh Kh Ah', 'the higher of two straight flushes'],
  ])('in %s is %s: %s', (six, found) => {
    expect(bestFive(cards(six)).sort()).toEqual(cards(found).sort());
  });
});
