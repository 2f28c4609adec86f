import { expect, test } from 'vitest';
import { versioned } from './address';

test('an address of the API says which version it is for, once', () => {
  expect(versioned('/api/tables?x=/api/', '/api/v1')).toBe('/api/v1/tables?x=/api/');
  expect(versioned('/schema/openapi.json', '/api/v1')).toBe('/schema/openapi.json');
});
