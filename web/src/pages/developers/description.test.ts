import { expect, test } from 'vitest';
import { addressOf, asCurl, found, groupsOf, shape, type OpenApi } from './description';

const operation = (summary: string, tag: string) => ({
  operationId: summary,
  summary,
  tags: [tag],
  parameters: [
    { name: 'table', in: 'path' },
    { name: 'limit', in: 'query' },
  ],
  responses: {},
});

const DOCUMENT: OpenApi = {
  info: { version: '1', description: '' },
  tags: [
    { name: 'tables', description: 'Tables.' },
    { name: 'empty', description: 'None.' },
  ],
  paths: {
    '/api/v1/tables/{table}/rounds': { get: operation('Rounds that were played', 'tables') },
    '/api/v1/practice': { post: operation('A private table', 'tables') },
  },
  components: { schemas: {} },
};

test('operations stand by their subject, and a subject without any is left out', () => {
  const [tables, ...more] = groupsOf(DOCUMENT);
  expect(more).toEqual([]);
  expect(tables?.operations.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('a search takes every word, wherever it stands', () => {
  const groups = groupsOf(DOCUMENT);
  expect(found(groups, 'post PRIVATE')[0]?.operations).toHaveLength(1);
  expect(found(groups, 'rounds private')).toEqual([]);
  expect(found(groups, ' ')).toEqual(groups);
});

test('an address is filled in, and what is empty is not asked', () => {
  const rounds = groupsOf(DOCUMENT)[0]?.operations[0];
  if (!rounds) throw new Error('there is none');
  expect(addressOf(rounds, { table: 'p 1', limit: '' })).toBe('/api/v1/tables/p%201/rounds');
  expect(addressOf(rounds, { table: 'a', limit: '5' })).toBe('/api/v1/tables/a/rounds?limit=5');
});

test('the same request is told for a shell, whatever quotes are in it', () => {
  expect(asCurl('POST', 'http://x/y', `{"a": "it's"}`)).toContain(`--data '{"a": "it'\\''s"}'`);
});

test('a shape says what may be missing, and ends where it turns in a circle', () => {
  const schemas = {
    Seat: {
      type: 'object',
      properties: { seat: { type: 'integer' }, next: { $ref: '#/components/schemas/Seat' } },
      required: ['seat'],
    },
  };
  const told = shape({ type: 'array', items: { $ref: '#/components/schemas/Seat' } }, schemas);
  expect(told).toContain('seat: integer');
  expect(told).toContain('next?: ');
  expect(told.split('Seat')).toHaveLength(2);
});
