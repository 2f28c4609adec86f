import { versioned } from './address';
import { SIGNED_OUT, UNREACHABLE } from './client';

export type Status = 'connecting' | 'live' | 'reconnecting' | 'ended';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const PING_EVERY_MS = 15_000;
const SILENCE_MS = 10_000;
const HANDSHAKE_MS = 20_000; // Until the first message; a busy service may take a while.
const REFUSED = 4_000; // Close codes from here on are final: 4000 plus an HTTP status.
const CONNECTING = 0; // Closing a socket in this state logs an error.
const WORTH_SAYING = 2; // Failed attempts before an error is shown.

export function waitBefore(attempt: number, chance: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return wait * (0.75 + chance / 2); // Spreads reconnections after a restart.
}

/** A WebSocket that reconnects by itself. */
export abstract class LiveSocket<Message> {
  status = $state<Status>('connecting');
  /** The error in words, or empty. */
  wrong = $derived.by(() => this.#refused || (this.#attempt >= WORTH_SAYING ? UNREACHABLE : ''));

  #refused = $state('');
  #attempt = $state(0);
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  /** The address, with the version already known. */
  protected abstract path(): string;
  /** True once a message has arrived. */
  protected abstract shown(): boolean;
  protected abstract hear(message: Message): void;
  /** Called when the connection is closed for good, with the reason. */
  protected shut(_why: string): void {}
  /** Called when nothing more will be sent or heard, unless it is opened again. */
  protected ended(): void {}
  /** Called when the connection has become live, or live again. */
  protected caughtUp(): void {}

  open(): void {
    this.status = 'connecting';
    this.#refused = '';
    this.#attempt = 0;
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
    this.#connect();
  }

  close(): void {
    this.#leave();
    this.ended();
  }

  #leave(): void {
    this.status = 'ended';
    removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#now);
    this.#drop();
  }

  /** Reconnect now instead of waiting for the next attempt. */
  again = (): void => {
    this.#leave();
    this.open();
  };

  #connect(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${versioned(this.path())}`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      clearTimeout(this.#silence);
      this.hear(JSON.parse(String(event.data)) as Message); // As described in the service's schema.
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return;
      if (code >= REFUSED) this.#end(reason);
      else this.lost();
    };
    this.#ping = setInterval(() => this.#check(), PING_EVERY_MS);
    this.#silence = setTimeout(() => this.lost(), HANDSHAKE_MS);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    if (socket?.readyState === CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  /** Reconnects after a delay. */
  protected lost(): void {
    this.#drop();
    if (this.status === 'ended') return;
    this.status = this.shown() ? 'reconnecting' : 'connecting';
    this.#retry = setTimeout(() => this.#connect(), waitBefore(this.#attempt++, Math.random()));
  }

  #end(reason: string): void {
    this.close();
    this.#refused = reason || SIGNED_OUT;
    this.shut(this.#refused);
  }

  /** Reconnects at once when the network or the page comes back. */
  #now = (): void => {
    if (document.hidden || this.status === 'ended') return;
    if (this.status === 'live') this.#check();
    else if (!this.#socket) this.#connect();
  };

  /** Connections can die silently: one that does not answer is lost. */
  #check(): void {
    if (this.status !== 'live') return;
    this.say({ type: 'ping' });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.lost(), SILENCE_MS);
  }

  protected say(message: unknown): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** The client is up to date: mark the connection live. */
  protected seen(): void {
    if (this.status === 'live') return;
    this.status = 'live';
    this.#attempt = 0;
    this.caughtUp();
  }
}
