import { expect, test } from 'vitest';

import {
  handAgrees,
  inOrder,
  lineAgrees,
  open,
  timeline,
  type Dispute,
  type LineAgain,
} from './disputes';

const at = (time: string) => `2026-01-05T${time}:00Z`;

function dispute(id: string, more: Partial<Dispute> = {}): Dispute {
  return {
    id,
    at: at('12:00'),
    by: 'player:ann',
    claim: 'Two bets, one payout.',
    cents: 20_000,
    clauses: ['chickasaw-t'],
    statements: [],
    decision: null,
    taken: null,
    notified: null,
    finding: null,
    waiting: null,
    signatures: [],
    patron: 'ann',
    currency: 'USD',
    notice_overdue_seconds: null,
    ...more,
  } as Dispute;
}
const decided = (decision: string, when = '12:20') =>
  ({
    decision,
    reason: 'The camera shows it.',
    cents: 10_000,
    by: 'management:mia',
    at: at(when),
    clauses: [],
  }) as unknown as Dispute['decision'];

test('what waits comes before what is decided', () => {
  const taken = { authority: 'commissioner', at: at('12:30') } as Dispute['taken'];
  const listed = inOrder([
    dispute('denied', { decision: decided('denied') }),
    dispute('asked', { decision: decided('denied'), taken }),
    dispute('open'),
    dispute('newer', { at: at('13:00') }),
    dispute('nobody told', { decision: decided('denied'), taken, notice_overdue_seconds: 5 }),
  ]);
  expect(listed.map((each) => each.id)).toEqual([
    'nobody told',
    'newer',
    'open',
    'asked',
    'denied',
  ]);
  expect(listed.map(open)).toEqual([true, true, true, true, false]);
});

test('who said what stands in the order of time', () => {
  const said = timeline(
    dispute('one', {
      decision: decided('partly_upheld'),
      statements: [
        { by: 'player:ann', at: at('12:25'), text: 'I do not agree.' },
        { by: 'dealer:ben', at: at('12:05'), text: 'I paid both.' },
      ],
    }),
  );
  expect(said.map((each) => each.title)).toEqual([
    'Opened',
    'Said',
    'Decided: partly upheld',
    'Said',
  ]);
  expect(said[2]?.cents).toBe(10_000);
});

test('a hand agrees where every source that there is has the same cards', () => {
  const hand = { seat: 1, patron: 'ann', by_log: ['As', 'Kd', '2c'], by_deck: null, shown: true };
  expect(handAgrees({ ...hand, by_rack: ['2c', 'As', 'Kd'] })).toBe(true);
  expect(handAgrees({ ...hand, by_rack: ['2c', 'As', 'Kh'] })).toBe(false);
  expect(handAgrees({ ...hand, by_rack: [] })).toBe(false);
});

test('a bet agrees where it was paid as it is computed', () => {
  const line = { recorded: { stake: 5, paid: 5, returned: 5 } } as LineAgain;
  expect(lineAgrees({ ...line, again: { returned: 5, paid: 5, stake: 5 } })).toBe(true);
  expect(lineAgrees({ ...line, again: { stake: 5, paid: 10, returned: 5 } })).toBe(false);
  expect(lineAgrees({ ...line, again: null })).toBe(false);
});

test('what was proposed and who signed it stand before what it became', () => {
  const proposed = {
    decision: 'upheld' as const,
    reason: 'The camera shows it.',
    cents: 10_000,
    by: 'management:mia',
    at: at('12:20'),
    clauses: [],
  };
  const signed = { confirmed: true, reason: '', proposed, by: 'floor:flo', at: at('12:25') };
  const said = timeline(
    dispute('d', { signatures: [signed], decision: decided('upheld', '12:25') }),
  );
  expect(said.map((each) => each.is)).toEqual(['opened', 'proposed', 'signed', 'decided']);
  const waits = timeline(dispute('d', { waiting: proposed }));
  expect(waits.map((each) => each.is)).toEqual(['opened', 'proposed']);
  expect(waits[1]?.text).toContain('$100');
  const abroad = timeline(dispute('d', { waiting: proposed, currency: 'EUR' }));
  expect(abroad[1]?.text).toContain('€100');
});
