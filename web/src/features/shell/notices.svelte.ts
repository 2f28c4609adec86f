import { get, inOneLine } from '../../protocol/client';
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
  found = $state.raw<Notice[] | null>(null);
  wrong = $state('');
  yours = $derived((this.found ?? []).filter((notice) => notice.yours));
  overdue = $derived(this.yours.filter((notice) => notice.overdue_seconds > 0));
  #known: string[] = [];

  async look(): Promise<void> {
    try {
      this.found = await get<Notice[]>('/api/notices');
      this.wrong = '';
      this.#tell();
    } catch (error) {
      this.wrong = inOneLine(error);
    }
  }

  /** What is new is said, and what has become overdue; never what it is about. */
  #tell(): void {
    const known = [
      ...this.yours.map((notice) => notice.id),
      ...this.overdue.map((notice) => `${notice.id} overdue`),
    ];
    if (known.some((each) => !this.#known.includes(each))) {
      const words = inShort(this.yours.length, this.overdue.length);
      announce(`${words.charAt(0).toUpperCase()}${words.slice(1)}.`);
    }
    this.#known = known;
  }

  /** For an effect. */
  start(): () => void {
    const look = () => {
      if (!document.hidden) void this.look();
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      this.found = null;
      this.#known = [];
    };
  }
}

export const watch = new Watch();
