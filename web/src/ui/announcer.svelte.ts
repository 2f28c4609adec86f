/** Announcements for screen readers, in a short queue so that none cuts another off. */
class Announcer {
  sentences = $state<{ key: number; text: string }[]>([]);
  /** The key of the next one. */
  next = 0;

  say(text: string): void {
    this.sentences = [...this.sentences.slice(-5), { key: this.next++, text }];
  }
}

export const announcer = new Announcer();
export const announce = (text: string) => announcer.say(text);
