import { LiveSocket } from '../../protocol/live_socket.svelte';
import type { components } from '../../protocol/schema';
import type { NoticesMessage } from '../../protocol/types';
import { announce } from '../../ui/announcer.svelte';

export type Notice = components['schemas']['NoticeShown'];

/** What waits for whoever sits here, and how much of it for too long. */
export function inShort(waiting: number, overdue: number): string {
  if (!waiting) return 'no notice waits for you';
  const words = waiting === 1 ? '1 notice waits for you' : `${waiting} notices wait for you`;
  return overdue ? `${words}, ${overdue} overdue` : words;
}

/** The open notices, as they come and go. */
class Watch extends LiveSocket<NoticesMessage> {
  found = $state.raw<Notice[] | null>(null);
  yours = $derived(yoursOf(this.found ?? []));
  overdue = $derived(overdueOf(this.yours));
  #known: string[] = [];

  protected path(): string {
    return '/api/notices/live';
  }

  protected shown(): boolean {
    return this.found !== null;
  }

  protected hear(message: NoticesMessage): void {
    if (message.type !== 'notices') return;
    this.found = message.notices;
    this.#tell(message.notices);
    this.seen();
  }

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
    this.open();
    return () => {
      this.close();
      this.found = null;
      this.#known = [];
    };
  }
}

const yoursOf = (notices: Notice[]) => notices.filter((notice) => notice.yours);
const overdueOf = (notices: Notice[]) => notices.filter((notice) => notice.overdue_seconds > 0);

export const watch = new Watch();
