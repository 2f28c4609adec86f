import { describe, expect, it } from 'vitest';

import { fraction, oneIn, outcomeName, percent, signedPercent } from './figures';

describe('a percentage', () => {
  it('has three decimals', () => {
    expect(percent(0.033_729_809)).toBe('3.373%');
    expect(percent(-0.185_671)).toBe('−18.567%');
    expect(signedPercent(0.1)).toBe('+10.000%');
    expect(percent(0)).toBe('0.000%');
  });

  it('keeps two figures where it is very small', () => {
    expect(percent(0.000_009_234)).toBe('0.00092%');
  });
});

describe('an exact fraction', () => {
  it('is grouped by thousands', () => {
    expect(fraction('13733780/407170400')).toBe('13,733,780 / 407,170,400');
    expect(fraction('-182253664/407170400')).toBe('−182,253,664 / 407,170,400');
    expect(fraction('1008000/1')).toBe('1,008,000 / 1');
  });

  it('may be a root', () => {
    expect(fraction('sqrt(247866696/30525625)')).toBe('√(247,866,696 / 30,525,625)');
  });
});

describe('a probability in words', () => {
  it('says one in how many', () => {
    expect(oneIn(48 / 22_100)).toBe('1 in 460');
    expect(oneIn(0.25)).toBe('1 in 4');
    expect(oneIn(0.7439)).toBe('1 in 1.34');
    expect(oneIn(0)).toBe('never');
    expect(oneIn(1)).toBe('always');
  });
});

describe('an outcome', () => {
  it('is a hand or a net result', () => {
    expect(outcomeName('three_of_a_kind')).toBe('Three of a kind');
    expect(outcomeName('akq_spades', { akq_spades: 'A-K-Q of spades' })).toBe('A-K-Q of spades');
    expect(outcomeName('-2')).toBe('−2');
    expect(outcomeName('+7')).toBe('+7');
    expect(outcomeName('0')).toBe('0');
  });
});
