import { ApiError, request, type AnswerTo, type PathOf, type Wanted } from '../../protocol/client';
import { newId } from '../../protocol/ids';
import { inOneLine } from '../../text/errors';

/** An action that may fail. Runs one at a time and keeps the error. */
export class Attempt {
  busy = $state(false);
  error = $state.raw<unknown>(null);
  /** The error in words, or empty. */
  wrong = $derived(this.error ? inOneLine(this.error) : '');
  /** The rules behind a refusal. */
  clauses = $derived(this.error instanceof ApiError ? this.error.clauses : []);
  #sent = '';
  #id = '';

  run = async (work: () => Promise<void>): Promise<void> => {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      await work();
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
  };

  /** Runs the action when a form is submitted. */
  submit = (work: () => Promise<void>) => (event: SubmitEvent) => {
    event.preventDefault();
    return this.run(work);
  };

  /** Sends what was filled in. An unchanged retry has the same id, so it acts once. */
  async send<M extends 'post' | 'put', P extends PathOf<M>>(
    method: M,
    path: P,
    wanted: Wanted<M, P>,
    done: (answer: AnswerTo<M, P>) => void = () => undefined,
  ): Promise<void> {
    const sent = path + JSON.stringify(wanted);
    if (sent !== this.#sent) [this.#sent, this.#id] = [sent, newId()];
    await this.run(async () => {
      const answer = await request(method, path, { ...wanted, id: this.#id });
      this.#sent = '';
      done(answer);
    });
  }

  forget(): void {
    this.error = null;
  }
}
