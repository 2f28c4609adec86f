import type { Command } from './commands';
import { LiveSocket } from './live_socket.svelte';
import { Outbox, type Answer } from './outbox';
import { reduced, withBeside } from './reducer';
import type { BesideMessage, ChangeMessage, LiveState, ServerMessage, TableEvent } from './types';

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

  send(wish: Command): Promise<Answer> {
    const { command, answer } = this.#outbox.add(wish);
    if (this.status === 'live') this.say({ type: 'command', command });
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

  protected override caughtUp(): void {
    for (const command of this.#outbox.unanswered) this.say({ type: 'command', command });
  }

  protected hear(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#missed = false;
        this.#state = message;
        this.listener.snapshot(message);
        this.seen();
        break;
      case 'change':
        this.#change(message);
        for (const [id, version] of Object.entries(message.answers ?? {}))
          this.#outbox.settle(id, { version });
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
    this.listener.change(message.events, state, message.texts);
    this.seen();
  }

  #beside(news: BesideMessage): void {
    if (!this.#state) return;
    this.#state = withBeside(this.#state, news);
    this.listener.beside(this.#state);
  }
}
