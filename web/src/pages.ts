import type { Component } from 'svelte';

type Page = Component<{ params: Record<string, string> }>;

/** Every folder with a Page.svelte is a page named after the folder, and is loaded separately. */
const found = import.meta.glob<{ default: Page }>('./pages/*/Page.svelte');

export const pages: Record<string, () => Promise<Page>> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => {
    const [, , name = ''] = path.split('/');
    return [name, async () => (await load()).default];
  }),
);
