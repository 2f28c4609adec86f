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
