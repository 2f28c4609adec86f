import { vi } from 'vitest';

/** A WebSocket whose other side is the test. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  sent: { type: string; command?: { id: string; type: string } }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  /** Replaces the real WebSocket; none is open yet. */
  static begin(): void {
    FakeSocket.all = [];
    vi.stubGlobal('WebSocket', FakeSocket);
  }

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1) as FakeSocket;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    /* The test decides when the connection ends. */
  }
  hear(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(code = 1006, reason = '') {
    this.onclose?.({ code, reason });
  }
  get commands() {
    return this.sent.filter((each) => each.type === 'command').map((each) => each.command);
  }
}
