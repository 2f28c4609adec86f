/** The work at the desk: the task, the input so far and the confirmation. */
import type { Command, CommandOf } from '../../protocol/commands';
import { session } from '../../protocol/session.svelte';
import type { Desk } from '../../table/desk.svelte';
import { BACK } from '../../text/cards';
import { inWords } from '../../text/wagers';
import { verifies, verifying } from '../../features/pit/verification';
import { settings } from '../../ui/settings.svelte';
import { decisionsOf, inOneSentence, type Decided } from './decisions';
import {
  allDone,
  confirmation,
  doneWord,
  chipMoves,
  reveals,
  taskOf,
  type Entered,
  type Group,
  type Task,
} from './due_step';
import { place } from '../../table/places';
import { repeated } from '../../table/last_bets';
import { say } from '../../text/staff';

const DEAL = 'deal';
const FIRST_PLAYER = 'spread_for_first_player';
const OUTGOING = say('dealer.outgoingDealer');

export class Work {
  cards = $state<string[]>([]);
  count = $state<number | undefined>();
  flaws = $state('');
  flawed = $state(false);
  misdealt = $state(false);
  refused = $state<number[]>([]);
  /** Seats whose decision is not "play". */
  marked = $state<Record<number, Decided>>({});
  /** Keys typed while a command was in flight, kept for the next hand. */
  typed = $state.raw<string[]>([]);
  /** The seat whose bets are shown. */
  seat = $state<number | null>(null);

  constructor(readonly desk: Desk) {}

  /** Step-by-step mode: the dealer's choice, or the table's default. */
  single = $derived.by(() => {
    const { steps } = settings.chosen;
    return steps === 'table' ? this.desk.live?.view.kind === 'training' : steps === 'single';
  });

  task = $derived.by((): Task | null =>
    this.desk.live ? taskOf(this.desk.live, this.single) : null,
  );

  /** The form that the table cannot continue without. */
  needsForm = $derived.by(() => {
    if (this.task?.kind === 'halted') return 'ruling';
    return this.task?.kind === 'closed' ? 'opening' : null;
  });

  /** Changes with the task, when earlier input must be cleared. */
  key = $derived.by(() => {
    const view = this.desk.live?.view;
    return view ? `${view.round}:${view.group?.key ?? ''}:${JSON.stringify(view.due)}` : '';
  });

  /** Called in an effect when the key changes. */
  begin(): void {
    this.cards = [];
    this.count = undefined;
    this.flaws = '';
    this.flawed = this.misdealt = false;
    this.refused = [];
    this.marked = {};
  }

  /** The role that the step belongs to. */
  whose = $derived.by((): string => {
    if (this.task?.kind === 'group') return this.task.group.role;
    return this.task?.kind === 'step' ? this.task.due.role : '';
  });

  /** A correction waits for a signature; the due step still uses the uncorrected entry. */
  corrected = $derived.by(() =>
    Boolean(
      this.desk.live?.view.requests?.some(({ command }) =>
        String(command.type).startsWith('correct_'),
      ),
    ),
  );

  /** During a relief: which dealer does the due step. */
  #reliefStep = $derived.by(() => {
    const [kind, who] = this.desk.live?.view.group?.key.split(':') ?? [];
    return kind === 'relief' ? who : undefined;
  });

  /** The other dealer who does this step, on duty or in a relief; empty if it is the viewer's. */
  leftTo = $derived.by((): string => {
    const view = this.desk.live?.view;
    const rests = this.task?.kind === 'closed' || this.task?.kind === 'halted';
    if (this.desk.own || session.person?.role !== 'dealer' || !view?.dealer || rests) return '';
    const me = session.person.name;
    if (this.#reliefStep === 'incoming' && view.relief)
      return me === view.relief ? '' : view.relief;
    // The outgoing dealer is no longer named once the relief has come in.
    if (this.#reliefStep === 'outgoing' && !view.relief) return me === view.dealer ? OUTGOING : '';
    return me === view.dealer ? '' : view.dealer;
  });

  /** A dealer who is not on duty here. */
  offDuty = $derived.by(() => {
    const view = this.desk.live?.view;
    const mine = [view?.dealer, view?.relief].includes(session.person?.name);
    return this.leftTo !== '' && !mine;
  });

  /** True if the step is somebody else's. */
  others = $derived.by(() => this.whose !== '' && (!this.#mine(this.whose) || this.leftTo !== ''));

  /** Trainees take every role at their own table. */
  roleOf(role: string): string {
    return this.desk.own ? role : this.desk.role;
  }

  /** At one's own table: the role in which somebody else's step is done. */
  #withRole(word: string): string {
    if (!this.others) return word;
    return say('dealer.doneAs', { word, whose: inWords(this.whose).toLowerCase() });
  }

  #mine(role: string): boolean {
    return this.desk.own ? this.desk.role === role : session.actsFor.includes(role);
  }

  /** The number of cards to enter and their place; null if none. */
  faces = $derived.by((): NonNullable<Group['needs']['cards']> | null => {
    if (this.task?.kind === 'group') return (!this.others && this.task.group.needs.cards) || null;
    return (this.task?.kind === 'step' && !this.others && this.task.due.needs.cards) || null;
  });

  /** The cards are spread for a first player who has not come yet. */
  firstPlayer = $derived.by(() => {
    const view = this.desk.live?.view;
    return view?.due?.step === FIRST_PLAYER && !view.seats.length;
  });

  /** The deal waits for what players add to the shuffle, a few seconds at most. */
  shuffling = $derived.by(() => {
    const view = this.desk.live?.view;
    return view?.due?.step === DEAL && Boolean(view.entropy_awaited?.length);
  });

  counts = $derived.by(() => {
    if (this.task?.kind === 'group') return this.task.group.needs.count;
    return this.task?.kind === 'step' && this.task.due.needs.count && !this.others;
  });

  decisions = $derived.by(() =>
    this.task?.kind === 'decide'
      ? decisionsOf(this.task.seats, this.marked, this.desk.house?.multiples ?? [1])
      : [],
  );

  /** Last round's bets for seats that have none. */
  again = $derived.by((): CommandOf<'place_wager'>[] => {
    const view = this.desk.live?.view;
    if (!view || this.task?.kind !== 'bets') return [];
    return repeated(this.desk.lastBets, view, Object.keys(this.desk.house?.limits ?? {}));
  });

  /** The button's text; empty if there is nothing to confirm. */
  word = $derived.by((): string => {
    const { task, desk } = this;
    if (this.firstPlayer || this.leftTo || this.shuffling) return '';
    switch (task?.kind) {
      case 'group':
        if (this.faces || (this.others && !desk.own)) return '';
        return this.#withRole(this.#groupWord(task.group));
      case 'step':
        return this.others && !desk.own ? '' : this.#withRole(doneWord(task.due, task.line));
      case 'decide':
        return inOneSentence(this.decisions);
      case 'bets':
        if (this.again.length && !task.bets)
          return say('dealer.repeatAllBets', { sum: desk.terms.money(this.#sum) });
        return `“${desk.noMoreBets}”`;
      default:
        return '';
    }
  });

  #groupWord(group: Group): string {
    const { next } = this;
    if (reveals(group)) return say('dealer.turnUp', { seat: place(group.steps[0]?.seat ?? 0) });
    if (verifies(group)) return verifying(group, this.desk.terms);
    if (group.key.startsWith('opening')) return allDone(group.steps.length);
    const said = group.payouts.length ? chipMoves(group, this.desk.terms) : group.title;
    return next === null ? said : say('dealer.saidTurnUp', { said, next: place(next) });
  }

  /** The next hand that a reading shoe has read: paying one hand reveals the next. */
  next = $derived.by((): number | null => {
    if (this.task?.kind !== 'group' || !this.task.group.payouts.length) return null;
    const view = this.desk.live?.view;
    const seats = [...(view?.seats ?? [])].sort((one, other) => other.seat - one.seat);
    const closed = seats.find(
      ({ seat, cards, decision }) =>
        seat < (this.task?.kind === 'group' ? (this.task.group.payouts[0]?.seat ?? 0) : 0) &&
        decision !== 'fold' &&
        cards.includes(BACK),
    );
    return closed && view?.read?.includes(closed.seat) ? closed.seat : null;
  });

  get #sum(): number {
    return this.again.reduce((sum, each) => sum + each.amount, 0);
  }

  /** True if the button is enabled. */
  ready = $derived.by((): boolean => {
    const { task, desk } = this;
    if (desk.busy || !this.word || this.leftTo) return false;
    if (task?.kind === 'bets') return (!task.bets && this.again.length > 0) || task.ready;
    if (task?.kind === 'step' && this.faces) return this.cards.length >= this.faces.count;
    return task !== null;
  });

  async confirm(): Promise<void> {
    if (!this.ready) return;
    const { task } = this;
    await this.desk.busily(async () => {
      if (task?.kind === 'bets') await this.#bets(task.bets);
      else if (task?.kind === 'decide') await this.#decide();
      else await this.#confirm();
    });
  }

  /** Confirms a hand as soon as its last card is entered. */
  async turnedUp(cards: string[]): Promise<boolean> {
    this.cards = cards;
    return this.#confirm();
  }

  async #confirm(): Promise<boolean> {
    const { task, desk } = this;
    const role = this.others ? this.roleOf(this.whose) : desk.role;
    if (task?.kind === 'group') {
      const turned = this.next;
      if (!(await desk.sendAndSee(this.#ofGroup(task.group), role))) return false;
      return turned === null || this.#turnUp(turned);
    }
    if (task?.kind !== 'step') return false;
    return desk.sendAndSee(confirmation(task.due, this.#entered), role);
  }

  get #entered(): Entered {
    const { cards, flaws, misdealt, refused } = this;
    return { cards, count: this.count ?? null, flaws, misdealt, refused };
  }

  /** Confirms a group; its hand is revealed first. */
  #ofGroup(group: Group): Command {
    const cards = this.cards.length ? { cards: [...this.cards] } : {};
    const [first] = group.steps;
    if (first && reveals(group)) {
      return { type: 'confirm', step: first.name, seat: first.seat, ...cards };
    }
    const command: CommandOf<'confirm_group'> = {
      type: 'confirm_group',
      group: group.key,
      ...cards,
    };
    if (this.counts && this.count !== undefined) {
      Object.assign(command, { count: this.count, misdealt: this.misdealt });
    }
    return command;
  }

  /** Reveals the hand if it comes next and has been read. */
  async #turnUp(seat: number): Promise<boolean> {
    const group = this.desk.live?.view.group;
    if (!group || !reveals(group) || group.steps[0]?.seat !== seat || group.needs.cards)
      return true;
    return this.desk.sendAndSee({ type: 'confirm', step: 'reveal_hand', seat });
  }

  async #bets(placed: number): Promise<void> {
    const { desk } = this;
    const group = desk.live?.view.group;
    if (!placed && this.again.length) await desk.sendAll(this.again);
    else if (group?.key === DEAL && !this.single) await desk.sendAndSee(this.#ofGroup(group));
    else if (await desk.sendAndSee({ type: 'announce_no_more_bets' })) await this.#deal();
  }

  /** In group mode the deal follows the announcement with the same touch. */
  async #deal(): Promise<void> {
    const group = this.desk.live?.view.group;
    if (!this.single && group?.key === DEAL && !group.needs.count) await this.#confirm();
  }

  /** Sends decisions in order until one is refused or waits for a signature. */
  async #decide(): Promise<void> {
    for (const each of [...this.decisions]) {
      if (this.desk.live?.view.next_to_decide !== each.seat) return;
      if (!(await this.desk.sendAndSee(each))) return;
    }
  }
}
