/** What is said to screen readers. A short queue, so that one sentence does not swallow another. */
class Announcer {
  sentences = $state<{ key: number; text: string }[]>([]);
  #key = 0;

  say(text: string): void {
    this.sentences = [...this.sentences.slice(-5), { key: this.#key++, text }];
  }
}

export const announcer = new Announcer();
export const announce = (text: string) => announcer.say(text);
