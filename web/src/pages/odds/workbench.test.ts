import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { feltWith } from '../../testing/felts';
import { field } from '../../testing/forms';
import { forget } from '../../ui/page_memory.svelte';
import { Workbench } from './workbench.svelte';

const STRAIGHT = 'wagers.prime.pays.straight.to_one';
const felt = feltWith(['Prime']);
const GROUPS = [
  {
    ...{ path: 'wagers.prime.pays', title: 'Prime pays' },
    fields: [field(STRAIGHT, 'Straight', 'odds', { initial: 6 })],
  },
];
const analysis = (edge: number) => ({
  house: 'manual',
  wagers: { ante_play: { house_edge: { value: edge, exact: '' } } },
});

function answer(body: unknown, status = 200): Response {
  return { ok: status < 400, status, json: () => Promise.resolve(body) } as Response;
}

/** A fake service; the analysis of a changed house depends on its straight. */
function service(path: string, sent: RequestInit): Response {
  if (path.endsWith('/changeable')) return answer(GROUPS);
  if (path.includes('/analysis') && sent.method === 'GET') return answer(analysis(0.03));
  if (path === '/api/analysis') {
    const { changes } = JSON.parse(String(sent.body)) as {
      changes: { wagers: { prime: { pays: { straight: { to_one: number } } } } };
    };
    const pays = changes.wagers.prime.pays.straight.to_one;
    if (pays < 50) return answer(analysis(pays));
    const path = 'wagers.prime.pays.straight';
    const error = { code: 'house/invalid', message: 'pays too much', path };
    return answer({ ...error, clauses: ['manual-pp-table'] }, 400);
  }
  return answer({ key: 'manual', felt });
}

describe('a house on the workbench', () => {
  const asked = vi.fn((path: string, sent: RequestInit) => Promise.resolve(service(path, sent)));

  beforeEach(() => {
    forget();
    vi.useFakeTimers();
    vi.stubGlobal('fetch', asked);
    session.loaded = true;
    session.person = { name: 'guest', display: '', role: 'player', guest: true, waits: false };
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    asked.mockClear();
  });

  it('is worked out once the typing pauses', async () => {
    const bench = new Workbench('manual');
    await bench.load();
    asked.mockClear();
    bench.set(STRAIGHT, 4);
    bench.set(STRAIGHT, 5);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked.mock.calls.filter(([path]) => path === '/api/analysis').length).toBe(1);
    expect(bench.now?.wagers.ante_play?.house_edge.value).toBe(5);
    expect(bench.book?.wagers.ante_play?.house_edge.value).toBe(0.03);
  });

  it('keeps the last figures where it cannot be, and says where and why', async () => {
    const bench = new Workbench('manual');
    await bench.load();
    bench.set(STRAIGHT, 50);
    await vi.advanceTimersByTimeAsync(500);
    expect(bench.trouble).toEqual({
      at: STRAIGHT,
      message: 'Pays too much.',
      clauses: ['manual-pp-table'],
    });
    expect(bench.now?.wagers.ante_play?.house_edge.value).toBe(0.03);
  });

  it('is as it was left when somebody comes back to it', async () => {
    const bench = new Workbench('manual');
    await bench.load();
    bench.set(STRAIGHT, 5);
    bench.close();
    const again = new Workbench('manual');
    await again.load();
    expect(again.edits).toEqual({ [STRAIGHT]: 5 });
    expect(again.now?.wagers.ante_play?.house_edge.value).toBe(5);
    expect(new Workbench('classic').edits).toEqual({});
  });

  it('has no change left where the book says the same', async () => {
    const bench = new Workbench('manual');
    await bench.load();
    bench.set(STRAIGHT, 5);
    bench.set(STRAIGHT, 6);
    expect(bench.changed).toBe(false);
  });

  it('is not asked for without end where the service is too busy', async () => {
    const bench = new Workbench('manual');
    await bench.load();
    asked.mockImplementation((path) =>
      Promise.resolve(answer({ code: 'service/busy', message: `Too busy for ${path}.` }, 429)),
    );
    bench.set(STRAIGHT, 5);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(bench.trouble).toBeNull(); // It is still being tried.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(bench.trouble?.message).toContain('Too busy');
    expect(bench.working).toBe(false);
    asked.mockImplementation((path, sent) => Promise.resolve(service(path, sent)));
  });
});
