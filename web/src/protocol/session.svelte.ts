import { get, post } from './client';
import { serviceSettings } from './service_settings.svelte';
import type { Person, SeatHeld, Visit } from './types';

/** The person using this browser; null until something needs one. */
class Session {
  person = $state<Person | null>(null);
  /** What the person may do, by the service's names. */
  rights = $state.raw<string[]>([]);
  /** The roles whose steps the person may confirm at a table. */
  actsFor = $state.raw<string[]>([]);
  /** The roles that the person may let others in to. */
  mayInvite = $state.raw<Visit['may_invite']>([]);
  loaded = $state(false);
  /** Money with the house, not on a table; the live table keeps it up to date. */
  balance = $state<number | null>(null);
  /** The kind of money in `balance`. */
  stakes = $state<'play' | 'money'>('play');

  /** Chips at the table on screen; null elsewhere. */
  chips = $state<number | null>(null);

  /** Tables where this person has chips; one that waits for a decision comes first. */
  seats = $state.raw<SeatHeld[]>([]);

  #ensured: Promise<Person> | null = null;

  async load(): Promise<void> {
    try {
      const visit = await get('/api/session');
      this.person = visit.person;
      this.rights = visit.rights;
      this.actsFor = visit.acts_for;
      this.mayInvite = visit.may_invite;
      serviceSettings.currency = visit.currency;
      serviceSettings.figures = visit.figures;
      // Unconfirmed staff may not load anything further.
      if (this.person && !this.person.waits)
        await Promise.all([this.count().catch(() => undefined), this.findSeats()]);
      else this.seats = [];
    } finally {
      this.loaded = true;
    }
  }

  /** True if the person has one of these rights. */
  may(...rights: string[]): boolean {
    return rights.some((right) => this.rights.includes(right));
  }

  /** Creates a guest session if nobody is signed in: one, however many ask for it at once. */
  ensure(): Promise<Person> {
    this.#ensured ??= this.#ensure().finally(() => (this.#ensured = null));
    return this.#ensured;
  }

  async #ensure(): Promise<Person> {
    if (!this.loaded) await this.load();
    if (this.person) return this.person;
    await post('/api/guests');
    await this.load();
    if (!this.person)
      throw new Error('No seat could be kept for you: allow cookies and try again.');
    return this.person;
  }

  /** Loads the balance, which is for display: play money if there is no other. */
  async count(): Promise<void> {
    const purse = await get('/api/me/purse');
    this.stakes = this.person?.guest || !purse.money_cents ? 'play' : 'money';
    this.balance = this.stakes === 'play' ? purse.play_cents : purse.money_cents;
  }

  /** Optional: a failure only hides the links. */
  async findSeats(): Promise<void> {
    const found = await get('/api/me/seats').catch(() => []);
    this.seats = [...found].sort((one, other) => Number(other.to_decide) - Number(one.to_decide));
  }

  /** More play money for a player who has run out. */
  async refill(): Promise<number> {
    return (await post('/api/me/play-money')).play_cents;
  }

  async signIn(name: string, password: string): Promise<void> {
    await post('/api/login', { body: { name, password } });
    await this.load();
  }

  /** Turns a guest into an account; chips, seats and rounds stay. */
  async keep(name: string, password: string, display: string): Promise<void> {
    await post('/api/account', { body: { name, password, display } });
    await this.load();
  }

  async signInBy(name: string, password: string): Promise<void> {
    await post('/api/sign-in', { body: { name, password } });
    await this.load();
  }

  async signOut(): Promise<void> {
    await post('/api/logout');
    this.balance = null;
    await this.load();
  }
}

export const session = new Session();
