import { ApiError, post } from '../../protocol/client';
import { inOneLine } from '../../text/errors';
import { newId } from '../../protocol/ids';

/** Something asked of the service from a form: sent twice unchanged, it acts once. */
export class Wish {
  busy = $state(false);
  wrong = $state.raw<{ message: string; clauses: string[] } | null>(null);
  #sent = '';
  #id = '';

  /** Nothing where it was refused; `wrong` says why. */
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
