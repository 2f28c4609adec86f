import { get, post } from './client';
import { room } from './room.svelte';
import type { Person, Purse, SeatHeld, Visit } from './types';

/** Who sits in front of this browser. Nobody, until the first thing that needs somebody. */
class Session {
  person = $state<Person | null>(null);
  /** What the person may do, by the service's names. */
  rights = $state.raw<string[]>([]);
  /** The roles whose steps the person may confirm at a table. */
  actsFor = $state.raw<string[]>([]);
  loaded = $state(false);
  /** Money with the house, not what lies on a table; the live table keeps it up to date. */
  balance = $state<number | null>(null);
  /** Whether that is play money. */
  stakes = $state<'play' | 'money'>('play');

  /** Chips at the table in sight; nothing away from one. */
  chips = $state<number | null>(null);

  /** Tables where chips of this person lie; first the one that waits for a decision. */
  seats = $state.raw<SeatHeld[]>([]);

  async load(): Promise<void> {
    try {
      const visit = await get<Visit>('/api/session');
      this.person = visit.person;
      this.rights = visit.rights;
      this.actsFor = visit.acts_for;
      room.currency = visit.currency;
      room.figures = visit.figures;
      // Staff whom nobody has confirmed yet have no part in anything.
      if (this.person && !this.person.waits) await Promise.all([this.count(), this.findSeats()]);
      else this.seats = [];
    } finally {
      this.loaded = true;
    }
  }

  /** True if the person has one of these rights. */
  may(...rights: string[]): boolean {
    return rights.some((right) => this.rights.includes(right));
  }

  /** Makes a guest with play money of whoever has not signed in. */
  async ensure(): Promise<Person> {
    if (!this.loaded) await this.load();
    if (this.person) return this.person;
    await post('/api/guests');
    await this.load();
    if (!this.person)
      throw new Error('No seat could be kept for you: allow cookies and try again.');
    return this.person;
  }

  /** What there is with the house: play money, for who has no other. */
  async count(): Promise<void> {
    const purse = await get<Purse>('/api/me/purse');
    this.stakes = this.person?.guest || !purse.money_cents ? 'play' : 'money';
    this.balance = this.stakes === 'play' ? purse.play_cents : purse.money_cents;
  }

  /** Nothing else depends on it: where it cannot be asked, nothing is offered. */
  async findSeats(): Promise<void> {
    const found = await get<SeatHeld[]>('/api/me/seats').catch(() => []);
    this.seats = [...found].sort((one, other) => Number(other.to_decide) - Number(one.to_decide));
  }

  /** Play money again, for who has run out of it. */
  async refill(): Promise<number> {
    return (await post<Purse>('/api/me/play-money')).play_cents;
  }

  async signIn(name: string, password: string): Promise<void> {
    await post('/api/login', { name, password });
    await this.load();
  }

  /** No longer a guest: chips, seats and rounds stay. */
  async keep(name: string, password: string, display: string): Promise<void> {
    await post('/api/account', { name, password, display });
    await this.load();
  }

  async signInBy(name: string, password: string): Promise<void> {
    await post('/api/sign-in', { name, password });
    await this.load();
  }

  async signOut(): Promise<void> {
    await post('/api/logout');
    this.balance = null;
    await this.load();
  }
}

export const session = new Session();
