/** A table to be set up: what was chosen so far, and what its house offers. */
import type { components } from '../../protocol/schema';
import { idOf } from '../../features/pit/pit';
import { get } from '../../protocol/client';
import { resource } from '../../protocol/resource.svelte';
import { router } from '../../router.svelte';
import { kept } from '../../ui/page_memory.svelte';

const SHUFFLE = 'shuffle'; // Always done by the system where it deals.

interface Chosen {
  name: string;
  house: string;
  stakes: 'play' | 'money';
  cards: 'system' | 'physical' | 'training';
  relief: number | null;
  automation: 'all' | 'shuffle' | 'some';
  automatic: string[];
  betting: number | null;
  deciding: number | null;
  link: string;
  options: Record<string, string>;
}

const FIRST: Chosen = {
  name: '',
  house: '',
  stakes: 'play',
  cards: 'system',
  relief: 60,
  automation: 'all',
  automatic: [],
  betting: 20,
  deciding: 30,
  link: '',
  options: {},
};

/** The value of an option as in a house file. */
export function typed(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Made by a component, and loaded with it. */
export class NewTable {
  readonly chosen = kept('new-table', FIRST);

  readonly houses = resource(async () => {
    const houses = await get('/api/houses');
    const keys = houses.map(({ key }) => key);
    const wanted = [router.query.get('house'), this.chosen.house, ...keys];
    this.chosen.house = wanted.find((key) => key && keys.includes(key)) ?? '';
    return houses;
  });
  readonly listed = resource(async () =>
    this.chosen.house ? get('/api/steps', { query: { house: this.chosen.house } }) : [],
  );
  /** Without this list nothing can be chosen, but a table can still be set up. */
  readonly #options = resource(async () =>
    this.chosen.house ? get('/api/houses/{key}/options', { path: { key: this.chosen.house } }) : [],
  );

  options = $derived(this.#options.value ?? []);
  id = $derived(idOf(this.chosen.name));
  metered = $derived.by(() => {
    const house = this.houses.value?.find(({ key }) => key === this.chosen.house);
    return Boolean(house && Object.keys(house.felt.meters).length);
  });
  /** The steps that may be automated; at a money table none that pays or checks the dealer. */
  steps = $derived(
    (this.listed.value ?? []).filter(
      ({ name, control }) => name !== SHUFFLE && !(this.chosen.stakes === 'money' && control),
    ),
  );

  /** The table as the service takes it. */
  get body(): components['schemas']['TableWanted'] {
    const { name, house, stakes, link, options } = this.chosen;
    const typedOptions = Object.entries(options).map(([key, text]) => [key, typed(text)]);
    return {
      ...{ id: this.id, name: name.trim(), house, stakes },
      link: this.metered ? link.trim() : '',
      options: Object.fromEntries(typedOptions),
      ...this.#work,
    };
  }

  get #work(): Partial<components['schemas']['TableWanted']> {
    const { cards, automation, automatic, betting, deciding, relief } = this.chosen;
    if (cards !== 'system') return { kind: cards, relief_minutes: relief };
    // The stakes or the house may have changed since a step was ticked.
    const offered = automatic.filter((name) => this.steps.some((each) => each.name === name));
    return {
      kind: 'digital',
      automation: automation === 'some' ? [SHUFFLE, ...offered] : [automation],
      betting_seconds: betting,
      decision_seconds: deciding,
    };
  }

  /** Begins again, at the same house. */
  forget(): void {
    Object.assign(this.chosen, FIRST, { house: this.chosen.house });
  }
}
