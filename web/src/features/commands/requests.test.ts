import { expect, test } from 'vitest';

import type { TableView } from '../../protocol/types';
import { PLAIN } from '../../text/terms';
import { requestText, signers } from './requests';

const request = {
  request: 1,
  command: { type: 'fill_tray', cents: 100_000, by: 'floor:flo' },
  signed: ['floor:flo'],
  missing: [
    { role: 'dealer', name: 'joe', instead: 'floor' },
    { role: 'floor', name: '', instead: '' },
  ],
} as unknown as TableView['requests'][number];

test('a request says who asks for what', () => {
  expect(requestText(request, PLAIN)).toBe('flo: Fill tray, $1,000.');
});

test('and whose signatures are missing', () => {
  expect(signers(request)).toBe('joe or floor and floor');
});

test('with the cards and words that it is about', () => {
  const about = (command: object) =>
    requestText({ ...request, command: { by: 'dealer:dee', ...command } }, PLAIN);
  const hand = { type: 'confirm', step: 'reveal_hand', seat: 3, cards: ['9d', '9c', '2h'] };
  expect(about(hand)).toBe('flo: Confirm, seat 3, 9d 9c 2h.');
  const card = { type: 'correct_card', seat: 3, entered: '9d', actual: '8d', reason: 'slip' };
  expect(about(card)).toBe('flo: Correct card, seat 3, 8d, not 9d.');
  const decision = { type: 'correct_decision', seat: 3, decision: 'fold', reason: 'slip' };
  expect(about(decision)).toBe('flo: Correct decision, seat 3, fold.');
});
