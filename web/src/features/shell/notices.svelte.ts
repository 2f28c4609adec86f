import { get } from '../../protocol/client';
import { Resource } from '../../protocol/resource.svelte';
import type { components } from '../../protocol/schema';
import { announce } from '../../ui/announcer.svelte';

export type Notice = components['schemas']['NoticeShown'];

const EVERY_MS = 5_000;

/** What waits for whoever sits here, and how much of it for too long. */
export function inShort(waiting: number, overdue: number): string {
  if (!waiting) return 'no notice waits for you';
  const words = waiting === 1 ? '1 notice waits for you' : `${waiting} notices wait for you`;
  return overdue ? `${words}, ${overdue} overdue` : words;
}

/** The open notices. Looked for now and then while the page is in sight. */
class Watch {
  #asked = new Resource(async () => {
    const found = await get<Notice[]>('/api/notices');
    this.#tell(found);
    return found;
  });
  found = $derived(this.#asked.value);
  wrong = $derived(this.#asked.wrong);
  yours = $derived(yoursOf(this.found ?? []));
  overdue = $derived(overdueOf(this.yours));
  #known: string[] = [];

  look = (): Promise<void> => this.#asked.look();

  /** What is new is said, and what has become overdue; never what it is about. */
  #tell(found: Notice[]): void {
    const yours = yoursOf(found);
    const overdue = overdueOf(yours);
    const known = [
      ...yours.map((notice) => notice.id),
      ...overdue.map((notice) => `${notice.id} overdue`),
    ];
    if (known.some((each) => !this.#known.includes(each))) {
      const words = inShort(yours.length, overdue.length);
      announce(`${words.charAt(0).toUpperCase()}${words.slice(1)}.`);
    }
    this.#known = known;
  }

  /** For an effect. */
  start(): () => void {
    const end = this.#asked.poll(EVERY_MS);
    return () => {
      end();
      this.#asked.value = null;
      this.#known = [];
    };
  }
}

const yoursOf = (notices: Notice[]) => notices.filter((notice) => notice.yours);
const overdueOf = (notices: Notice[]) => notices.filter((notice) => notice.overdue_seconds > 0);

export const watch = new Watch();
