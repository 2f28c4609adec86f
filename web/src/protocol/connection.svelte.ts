import type { Command } from './commands';
import { LiveSocket } from './live_socket.svelte';
import { Outbox, type Answer } from './outbox';
import { reduced, withBeside } from './reducer';
import type {
  BesideMessage,
  ChangeMessage,
  LiveState,
  Refusal,
  ServerMessage,
  TableEvent,
} from './types';

/** The answer to a command whose connection ended before the table's own. */
export const CLOSED: Refusal = {
  code: 'connection/closed',
  message: 'The connection ended before the table answered. See whether it was done.',
  clauses: [],
};

export interface Listener {
  /** The whole state: at first, and after missed changes. */
  snapshot(state: LiveState): void;
  /** Events with their sentences, and the state after them. */
  change(events: TableEvent[], state: LiveState, texts: string[]): void;
  /** News beside the table: another table moved a meter, or somebody is ready. */
  beside(state: LiveState): void;
  /** The table cannot be shown: the reason in words. */
  shut(why: string): void;
}

/** A live connection to one table. */
export class Connection extends LiveSocket<ServerMessage> {
  #outbox = new Outbox();
  #state: LiveState | null = null;
  /** A change was missed: ignore changes until the next snapshot. */
  #missed = false;

  constructor(
    readonly table: string,
    readonly listener: Listener,
    /** The role to take at one's own practice table. */
    readonly role = '',
  ) {
    super();
  }

  /** A closed connection refuses. */
  send(wish: Command): Promise<Answer> {
    const { command, answer } = this.#outbox.add(wish);
    if (this.status === 'ended') this.ended();
    else if (this.status === 'live') this.say({ type: 'command', command });
    return answer;
  }

  protected path(): string {
    const after = this.#state && !this.#missed ? `after=${this.#state.version}&` : '';
    const role = this.role ? `as=${encodeURIComponent(this.role)}` : '';
    return `/api/tables/${encodeURIComponent(this.table)}/live?${after}${role}`;
  }

  protected shown(): boolean {
    return this.#state !== null;
  }

  protected override shut(why: string): void {
    this.listener.shut(why);
  }

  protected override ended(): void {
    this.#outbox.settleAll({ refused: CLOSED });
  }

  protected override caughtUp(): void {
    for (const command of this.#outbox.unanswered) this.say({ type: 'command', command });
  }

  protected hear(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#missed = false;
        this.#state = message;
        try {
          this.listener.snapshot(message);
        } finally {
          this.seen(); // Even if drawing it fails, this is the table's state.
        }
        break;
      case 'change':
        try {
          this.#change(message);
        } finally {
          // Even if drawing it fails, nobody waits for an answer that is here.
          for (const [id, version] of Object.entries(message.answers ?? {}))
            this.#outbox.settle(id, { version });
        }
        break;
      case 'meter':
      case 'ready':
        this.#beside(message);
        break;
      case 'answer':
        this.#outbox.settle(message.id, { version: message.version });
        break;
      case 'refused':
        this.#outbox.settle(message.id, { refused: message });
        break;
    }
  }

  #change(message: ChangeMessage): void {
    if (this.#state && message.version <= this.#state.version) return;
    const state = reduced(this.#state, message);
    if (!state) {
      this.#missed = true;
      this.lost();
      return;
    }
    this.#state = state;
    try {
      this.listener.change(message.events, state, message.texts);
    } finally {
      this.seen();
    }
  }

  #beside(news: BesideMessage): void {
    if (!this.#state) return;
    this.#state = withBeside(this.#state, news);
    this.listener.beside(this.#state);
  }
}
