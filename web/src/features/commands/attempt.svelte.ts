import { inOneLine } from '../../text/errors';

/** An action that may fail. Runs one at a time and keeps the error. */
export class Attempt {
  busy = $state(false);
  error = $state.raw<unknown>(null);
  /** The error in words, or empty. */
  wrong = $derived(this.error ? inOneLine(this.error) : '');

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
}
