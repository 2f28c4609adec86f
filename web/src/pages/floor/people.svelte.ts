/** The people of the cardroom, and the links that let others in. */
import { Attempt } from '../../features/commands/attempt.svelte';
import type { Link, PersonListed, Role } from '../../features/pit/pit';
import { get, post, request } from '../../protocol/client';
import { resource } from '../../protocol/resource.svelte';
import { session } from '../../protocol/session.svelte';
import { kept } from '../../ui/page_memory.svelte';

const PAGE = 100;

interface Listed {
  people: PersonListed[];
  more: boolean;
}

interface Made {
  id: string;
  address: string;
  /** Whom it lets in, in words. */
  whom: string;
}

/** Made by a component, and loaded with it. */
export class People {
  /** Part of the names to be listed; empty for all. */
  readonly view = kept('people', { sought: '' });
  /** The link made last, until it is withdrawn. */
  link = $state.raw<Made | null>(null);
  readonly attempt = new Attempt();
  readonly found = resource(() => this.#listed());
  readonly links = resource(() =>
    session.may('people.invite_players') ? get('/api/invitations') : Promise.resolve([]),
  );

  list = $derived(this.found.value?.people ?? null);
  /** Those whom somebody must confirm. */
  waiting = $derived((this.list ?? []).filter(({ waits, disabled }) => waits && !disabled));

  showMore = (): Promise<void> => this.found.extend(({ people }) => this.#listed(people));

  invite = (body: { role: Role } | { name: string }, whom: string): Promise<void> =>
    this.attempt.run(async () => {
      const { id, token } = await post('/api/invitations', { body });
      this.link = { id, address: `${location.origin}/welcome/${token}`, whom };
      void this.links.look();
    });

  /** What was just made is not offered once it is withdrawn. */
  withdrawn = ({ id }: Link): void => {
    if (id === this.link?.id) this.link = null;
  };

  change = ({ name }: PersonListed, body: { role?: Role; disabled?: boolean }): Promise<void> =>
    this.attempt.run(async () =>
      this.#put(await request('patch', '/api/people/{name}', { path: { name }, body })),
    );

  confirm = ({ name, role, mark }: PersonListed): Promise<void> =>
    this.attempt.run(async () => {
      const body = { role, mark };
      this.#put(await post('/api/people/{name}/confirmation', { path: { name }, body }));
    });

  #put(changed: PersonListed): void {
    if (!this.found.value) return;
    const people = this.found.value.people.map((each) =>
      each.name === changed.name ? changed : each,
    );
    this.found.value = { ...this.found.value, people };
  }

  async #listed(before: PersonListed[] = []): Promise<Listed> {
    const asked = { limit: PAGE, after: before.at(-1)?.name, like: this.view.sought.trim() };
    const next = await get('/api/people', { query: asked });
    return { people: [...before, ...next], more: next.length === PAGE };
  }
}
