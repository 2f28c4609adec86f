/**
 * Input and choices on a page, kept while the browser tab is open, across pages and reloads. If the
 * address says otherwise, the address wins.
 */
const KEY = 'queenhigh.page.';
let pages: Record<string, { chosen: object; end: () => void }> = {};

export function kept<T extends object>(page: string, first: T): T {
  const found = (pages[page] ??= keep(page, first));
  return found.chosen as T; // A page keeps one type of value under its name.
}

/** Clears everything for the next person. */
export function forget(): void {
  for (const { end } of Object.values(pages)) end();
  pages = {};
  for (const key of Object.keys(storage() ?? {})) {
    if (key.startsWith(KEY)) storage()?.removeItem(key);
  }
}

function keep<T extends object>(page: string, first: T) {
  const chosen = $state<T>({ ...first, ...stored(page) });
  let forgotten = false;
  let end = () => {
    forgotten = true;
  };
  // Not yet: as an effect of the page it would end with a change at which the page goes away.
  queueMicrotask(() => {
    if (!forgotten) end = $effect.root(() => writeDown(page, chosen));
  });
  return { chosen, end: () => end() };
}

function writeDown(page: string, chosen: object): void {
  $effect(() => {
    const text = JSON.stringify(chosen);
    try {
      storage()?.setItem(KEY + page, text);
    } catch {
      // Without storage it lasts until the page is reloaded.
    }
  });
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
