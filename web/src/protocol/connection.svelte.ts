import { versioned } from './address';
import type { Command } from './commands';
import { Outbox, type Answer } from './outbox';
import { reduced } from './reducer';
import type { ChangeMessage, LiveState, ServerMessage, TableEvent } from './types';

export type Status = 'connecting' | 'live' | 'reconnecting' | 'ended';

export interface Listener {
  /** The whole state, at first and whenever steps were missed. */
  snapshot(state: LiveState): void;
  /** What happened, each event with its sentence, and the state after it. */
  change(events: TableEvent[], state: LiveState, texts: string[]): void;
  /** The same table, and something beside it: a meter that another table moved, who is ready. */
  beside(state: LiveState): void;
  /** The table is not to be seen: why, in words. */
  shut(why: string): void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const PING_EVERY_MS = 15_000;
const SILENCE_MS = 10_000;
const HANDSHAKE_MS = 20_000; // Until the first message; a busy service takes a while.
const REFUSED = 4_000; // Closed for good, with a code of HTTP behind it.

export function waitBefore(attempt: number, chance: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return wait * (0.75 + chance / 2); // Not all browsers at the same moment after a restart.
}

/** One table over a WebSocket that comes back by itself. */
export class Connection {
  status = $state<Status>('connecting');

  #outbox = new Outbox();
  #socket: WebSocket | null = null;
  #state: LiveState | null = null;
  /** A change was missed: the state is not gone on from, the next snapshot says it all. */
  #missed = false;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly listener: Listener,
    /** At one's own practice table: the role to take there. */
    readonly role = '',
  ) {}

  open(): void {
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
    this.#connect();
  }

  close(): void {
    this.status = 'ended';
    removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#now);
    this.#drop();
  }

  send(wish: Command): Promise<Answer> {
    const { command, answer } = this.#outbox.add(wish);
    if (this.status === 'live') this.#say({ type: 'command', command });
    return answer;
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const after = this.#state && !this.#missed ? `after=${this.#state.version}&` : '';
    const role = this.role ? `as=${encodeURIComponent(this.role)}` : '';
    const path = `/api/tables/${encodeURIComponent(this.table)}/live?${after}${role}`;
    const socket = new WebSocket(`${scheme}://${location.host}${versioned(path)}`);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return;
      if (code >= REFUSED) this.#shut(reason);
      else this.#lost();
    };
    this.#ping = setInterval(() => this.#check(), PING_EVERY_MS);
    this.#silence = setTimeout(() => this.#lost(), HANDSHAKE_MS);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost(): void {
    this.#drop();
    if (this.status === 'ended') return;
    this.status = this.#state ? 'reconnecting' : 'connecting';
    this.#retry = setTimeout(() => this.#connect(), waitBefore(this.#attempt++, Math.random()));
  }

  #shut(reason: string): void {
    this.close();
    this.listener.shut(reason || 'You are no longer signed in.');
  }

  /** The network is back, or the page is looked at again: no need to wait any longer. */
  #now = (): void => {
    if (document.hidden || this.status === 'ended') return;
    if (this.status === 'live') this.#check();
    else if (!this.#socket) this.#connect();
  };

  /** A connection can die without a word: whoever does not answer is taken for lost. */
  #check(): void {
    if (this.status !== 'live') return;
    this.#say({ type: 'ping' });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), SILENCE_MS);
  }

  #say(message: unknown): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #hear(message: ServerMessage): void {
    clearTimeout(this.#silence);
    switch (message.type) {
      case 'snapshot':
        this.#missed = false;
        this.#state = message;
        this.listener.snapshot(message);
        this.#seen();
        break;
      case 'change':
        this.#change(message);
        break;
      case 'meter':
        this.#beside({ meters: message.meters });
        break;
      case 'ready':
        this.#beside({ ready: message.seats });
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
      this.#lost();
      return;
    }
    this.#state = state;
    this.listener.change(message.events, state, message.texts);
    this.#seen();
  }

  #beside(what: Partial<LiveState>): void {
    if (!this.#state) return;
    this.#state = { ...this.#state, ...what };
    this.listener.beside(this.#state);
  }

  #seen(): void {
    if (this.status === 'live') return;
    this.status = 'live';
    this.#attempt = 0;
    for (const command of this.#outbox.unanswered) this.#say({ type: 'command', command });
  }
}
