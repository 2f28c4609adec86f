import { inOneLine } from '../../text/errors';

/** Work that may fail: one piece at a time, and what went wrong in words. */
export class Attempt {
  busy = $state(false);
  wrong = $state('');

  run = async (work: () => Promise<void>): Promise<void> => {
    if (this.busy) return;
    this.busy = true;
    this.wrong = '';
    try {
      await work();
    } catch (error) {
      this.wrong = inOneLine(error);
    } finally {
      this.busy = false;
    }
  };
}
