/** A learner's questions at one house, one after another; wrong ones come back. */
import { Attempt } from '../../features/commands/attempt.svelte';
import { get, post } from '../../protocol/client';
import type { components } from '../../protocol/schema';
import { kept } from '../../ui/page_memory.svelte';
import { stopwatch } from '../../ui/clock.svelte';
import { complete, nothing, type Asked, type Given, type Grade, type School } from './school';

type Wanted = Required<Omit<components['schemas']['Drill'], 'id'>>;

export class Drill {
  school = $state.raw<School | null>(null);
  asked = $state.raw<Asked | null>(null);
  given = $state<Given>(nothing());
  grade = $state.raw<Grade | null>(null);
  tally = $state.raw({ right: 0, asked: 0 });
  readonly arrival = new Attempt();
  readonly attempt = new Attempt();
  readonly wanted: Wanted;
  readonly #path: { house: string };

  question = $derived(this.asked?.question ?? null);
  ready = $derived(this.question !== null && !this.grade && complete(this.question, this.given));
  /** Seconds left for the answer; null without a clock. */
  left = $derived.by(() => {
    if (!this.asked?.seconds || this.grade) return null;
    const until = Date.parse(this.asked.asked_at) + this.asked.seconds * 1000;
    return Math.max(0, Math.ceil((until - stopwatch.now) / 1000));
  });

  constructor(house: string) {
    this.#path = { house };
    this.wanted = kept<Wanted>(`drill/${house}`, { skill: '', level: 1, seconds: 0 });
  }

  /** Goes on with the question that is open, if there is one. */
  arrive = (): Promise<void> =>
    this.arrival.run(async () => {
      this.school = await get('/api/school/houses/{house}', { path: this.#path });
      const { question: open } = this.school;
      if (!open) return;
      this.asked = open;
      const { drill: skill, seconds } = open;
      Object.assign(this.wanted, { skill, level: open.question.level, seconds });
    });

  ask = (): Promise<void> =>
    this.attempt.run(async () => {
      this.asked = await post('/api/school/houses/{house}/questions', {
        path: this.#path,
        body: this.wanted,
      });
      this.given = nothing();
      this.grade = null;
    });

  /** Gives the answer, with these last parts of it. */
  answer = (parts: Partial<Given> = {}): Promise<void> => {
    Object.assign(this.given, parts);
    return this.attempt.run(async () => {
      if (!this.asked || this.grade) return;
      this.grade = await post('/api/school/houses/{house}/answers', {
        path: this.#path,
        body: { question: this.asked.number, answer: this.given },
      });
      const { right, asked } = this.tally;
      this.tally = { right: right + Number(this.grade.right), asked: asked + 1 };
    });
  };

  /** One chip more or less of a value. */
  count(value: number, by: 1 | -1): void {
    this.given.chips[value] = (this.given.chips[value] ?? 0) + by;
  }

  /** The amount to pay, in units of money as typed; NaN if none. */
  pay(units: number): void {
    this.given.cents = Number.isNaN(units) ? null : Math.round(units * 100);
    const pays = this.question?.asks === 'payout' && this.given.cents !== null;
    this.given.action = pays ? 'pay' : '';
  }

  /** A key that answers the question by itself; false if it means nothing. */
  pressed(key: string): boolean {
    const { question } = this;
    if (!question || this.grade) return false;
    const choice = question.choices?.[Number(key) - 1];
    if (choice) void this.answer({ choice: choice.key });
    else if (question.asks === 'payout' && key === 't') void this.answer({ action: 'take' });
    else if (question.asks === 'payout' && key === 'p') void this.answer({ action: 'push' });
    else return false;
    return true;
  }
}
