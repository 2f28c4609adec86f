/**
 * What somebody has typed and chosen on a page: still there when they come back to it from another
 * one, or load it again, as long as the browser's tab is open. Where an address says it too, the
 * address goes first.
 */
const KEY = 'queenhigh.page.';
let pages: Record<string, { chosen: object; end: () => void }> = {};

export function kept<T extends object>(page: string, first: T): T {
  const found = (pages[page] ??= keep(page, first));
  return found.chosen as T; // A page keeps one kind of thing under its name.
}

/** Somebody else may sit here next. */
export function forget(): void {
  for (const { end } of Object.values(pages)) end();
  pages = {};
  for (const key of Object.keys(storage() ?? {})) {
    if (key.startsWith(KEY)) storage()?.removeItem(key);
  }
}

function keep<T extends object>(page: string, first: T) {
  const chosen = $state<T>({ ...first, ...stored(page) });
  const end = $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(chosen);
      try {
        storage()?.setItem(KEY + page, text);
      } catch {
        // A browser that keeps nothing: it holds until the page is loaded again.
      }
    });
  });
  return { chosen, end };
}

function stored(page: string): object {
  try {
    const found: unknown = JSON.parse(storage()?.getItem(KEY + page) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
