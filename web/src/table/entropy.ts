import type { Command } from '../protocol/commands';
import { sha256 } from '../protocol/digest';
import { randomHex } from '../protocol/ids';
import type { TableView } from '../protocol/types';

const SECRET = 'queenhigh.entropy';

/**
 * What this browser adds to shuffles, so that the house alone does not choose them. It commits
 * while bets are open and reveals when they are locked, without the player doing anything. The
 * value derives from a secret kept here and the shuffle's commitment, so a reloaded page reveals
 * the same.
 */
export class Entropy {
  /** Sent messages by shuffle and seat, so that none is repeated. */
  #said = new Set<string>();

  constructor(readonly send: (command: Command) => void) {}

  async follow(view: TableView, seats: number[]): Promise<void> {
    const { commitment, takes_entropy: open = false } = view;
    const known: Record<string, string> = view.entropy ?? {};
    const [seat] = seats; // One of the player's seats is enough.
    const awaited = seats.find((each) => view.entropy_awaited?.includes(each));
    if (open && seat !== undefined && !seats.some((each) => known[each])) {
      const made = await this.#make(commitment, seat);
      if (made)
        this.#once(`${commitment} ${seat}`, { type: 'commit_entropy', seat, ...made.public });
    } else if (awaited !== undefined) {
      const made = await this.#make(commitment, awaited);
      // Another browser of the same player has committed, and will reveal.
      if (!made || made.public.commitment !== known[awaited]) return;
      const { entropy } = made;
      this.#once(`${commitment} ${awaited} r`, { type: 'reveal_entropy', seat: awaited, entropy });
    }
  }

  #once(key: string, command: Command): void {
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.send(command);
  }

  async #make(shuffle: string, seat: number) {
    const entropy = await sha256(`${secret()}:${shuffle}:${seat}`);
    const commitment = entropy && (await sha256(`${shuffle}:${seat}:${entropy}`));
    return commitment ? { entropy, public: { commitment } } : null;
  }
}

let kept = '';

/** 256 random bits, kept in this browser; without storage, in this page. */
function secret(): string {
  try {
    kept ||= localStorage.getItem(SECRET) ?? '';
    kept ||= randomHex(32);
    localStorage.setItem(SECRET, kept);
  } catch {
    kept ||= randomHex(32);
  }
  return kept;
}
