import { describe, expect, it } from 'vitest';

import { titled } from './titles';

describe('a book and its standing', () => {
  it('say when it was revised once', () => {
    expect(titled('A manual, revised 7/2024', 'Department manual, revised 7/2024')).toBe(
      'A manual, revised 7/2024. Department manual.',
    );
  });
  it('are both said where they differ', () => {
    expect(titled('A rule sheet', 'House rules, undated')).toBe(
      'A rule sheet. House rules, undated.',
    );
  });
  it('are one where the title says it all', () => {
    expect(titled('A manual, revised 7/2024', 'revised 7/2024')).toBe('A manual, revised 7/2024.');
  });
});
