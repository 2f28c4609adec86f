import type { Command } from './commands';
import type { Refusal } from './types';
import { newId } from './ids';

export type Answer = { version: number } | { refused: Refusal };

interface Waiting {
  command: Command & { id: string };
  answered: (answer: Answer) => void;
}

/**
 * Commands without an answer. Their ids let the service recognise a repetition, so all can be
 * resent after a lost connection: none is lost and none acts twice.
 */
export class Outbox {
  #waiting = new Map<string, Waiting>();

  add(command: Command): { command: Command & { id: string }; answer: Promise<Answer> } {
    const identified = { ...command, id: command.id || newId() };
    const answer = new Promise<Answer>((answered) => {
      this.#waiting.set(identified.id, { command: identified, answered });
    });
    return { command: identified, answer };
  }

  settle(id: string, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.answered(answer);
  }

  /** Answers everything at once: nothing more will come from the other side. */
  settleAll(answer: Answer): void {
    for (const id of [...this.#waiting.keys()]) this.settle(id, answer);
  }

  /** In the order of sending. */
  get unanswered(): (Command & { id: string })[] {
    return [...this.#waiting.values()].map((each) => each.command);
  }
}
