import { LiveSocket } from '../../protocol/live_socket.svelte';
import type { components } from '../../protocol/schema';
import { session } from '../../protocol/session.svelte';
import type { NoticesMessage } from '../../protocol/types';
import { say } from '../../text/catalogue.svelte';
import { announce } from '../../ui/announcer.svelte';

export type Notice = components['schemas']['NoticeShown'];
type Alert = components['schemas']['Alert'];
const SEEN = 'queenhigh.staff-seen.';

/** The viewer's waiting and overdue notices and new staff changes, in one sentence. */
export function inShort(waiting: number, overdue: number, staff = 0): string {
  const changes = staff && say('bell.changes', { staff });
  if (!waiting) return changes || say('bell.none');
  const late = overdue && say('bell.overdue', { overdue });
  return [say('bell.waiting', { waiting }), late, changes].filter(Boolean).join(', ');
}

/** The open notices, live. */
class Watch extends LiveSocket<NoticesMessage> {
  found = $state.raw<Notice[] | null>(null);
  yours = $derived(yoursOf(this.found ?? []));
  overdue = $derived(overdueOf(this.yours));
  /** Staff admitted or changed within a week; sent to those who may see alerts. */
  staff = $state.raw<Alert[]>([]);
  /** Staff changes that the viewer has not seen in this browser. */
  unseen = $derived(this.staff.filter((alert) => alert.at > this.seenUntil));
  seenUntil = $state('');
  /** The number shown by the bell and the notices page. */
  all = $derived(this.yours.length + this.unseen.length);
  words = $derived(inShort(this.yours.length, this.overdue.length, this.unseen.length));
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
    this.seenUntil ||= stored();
    this.staff = message.staff ?? [];
    this.#tell(message.notices);
    this.seen();
  }

  /** Announces that notices are new or overdue, never their content. */
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

  /** Visiting the notices page marks the staff changes as seen. */
  lookAtStaff(): void {
    const last = this.staff.at(-1)?.at;
    if (!last || last <= this.seenUntil) return;
    this.seenUntil = last;
    try {
      localStorage.setItem(key(), last);
    } catch {
      // Without storage the browser announces them again.
    }
  }

  /** Called in an effect. */
  start(): () => void {
    this.open();
    return () => {
      this.close();
      this.found = null;
      this.staff = [];
      this.seenUntil = '';
      this.#known = [];
    };
  }
}

const key = () => SEEN + (session.person?.name ?? '');
function stored(): string {
  try {
    return localStorage.getItem(key()) ?? '';
  } catch {
    return '';
  }
}

const yoursOf = (notices: Notice[]) => notices.filter((notice) => notice.yours);
const overdueOf = (notices: Notice[]) => notices.filter((notice) => notice.overdue_seconds > 0);

export const watch = new Watch();
