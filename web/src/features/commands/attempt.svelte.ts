import { inOneLine } from '../../text/errors';

/** Work that may fail: one piece at a time, and what went wrong in words. */
export class Attempt {
  busy = $state(false);
  error = $state.raw<unknown>(null);
  /** What went wrong, in words; empty when all is well. */
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

  /** The same when a form is sent. */
  submit = (work: () => Promise<void>) => (event: SubmitEvent) => {
    event.preventDefault();
    return this.run(work);
  };
}
