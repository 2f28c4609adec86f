import { ApiError, post } from '../../protocol/client';
import { inOneLine } from '../../text/errors';
import { newId } from '../../protocol/ids';

/** A request from a form. An unchanged retry has the same id, so it acts once. */
export class Wish {
  busy = $state(false);
  wrong = $state.raw<{ message: string; clauses: string[] } | null>(null);
  #sent = '';
  #id = '';

  /** Resolves to nothing if the request was refused; `wrong` says why. */
  async send<T>(
    path: string,
    body: object,
    how: (path: string, body: unknown) => Promise<T> = post<T>,
  ): Promise<T | null> {
    const sent = path + JSON.stringify(body);
    if (sent !== this.#sent) [this.#sent, this.#id] = [sent, newId()];
    this.busy = true;
    this.wrong = null;
    try {
      const answer = await how(path, { ...body, id: this.#id });
      this.#sent = '';
      return answer;
    } catch (error) {
      const clauses = error instanceof ApiError ? error.clauses : [];
      this.wrong = { message: inOneLine(error), clauses };
      return null;
    } finally {
      this.busy = false;
    }
  }
}
