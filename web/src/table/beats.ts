import { say } from '../text/catalogue.svelte';
import type { EventOf, TableEvent } from '../protocol/types';
import type { SoundName } from './sound';
import { handInWords } from '../text/cards';
import { lineInWords } from './results';
import { named } from '../text/service_words';
import type { Terms } from '../text/terms';
import { STUB } from './evolve';
import { netOf, type Scene } from './scene';

/** How long an event stays on screen, its sound and its announcement. */
interface Beat {
  ms: number;
  sound?: SoundName;
  spoken?: string;
}

const CARD_MS = 90;
const FLIP_MS = 180;
const CHIP_MS = 150;
/** Others' decisions are shown one by one, bots' too. */
const OTHERS_MS = 320;

/** `scene` is the scene after the event. */
export function beatOf(event: TableEvent, scene: Scene, own: number[], terms: Terms): Beat {
  const mine = 'seat' in event && typeof event.seat === 'number' && own.includes(event.seat);
  switch (event.type) {
    case 'wager_taken':
    case 'wager_pushed':
    case 'wager_paid':
    case 'envy_collected':
      return settlement(scene, mine, terms);
    case 'announced':
      return { ms: 350, spoken: say('spoken.dealer', { text: event.text }) };
    case 'bets_locked':
      return { ms: 150, sound: 'lock' };
    case 'cards_dealt':
      return { ms: CARD_MS * event.cards.length, sound: 'card' };
    case 'cards_seen':
      return { ms: FLIP_MS, sound: 'flip', spoken: seen(event) };
    case 'dealer_revealed':
      return { ms: FLIP_MS + 450, sound: 'flip', spoken: revealed(event, scene) };
    case 'hand_revealed':
      return { ms: FLIP_MS + (mine ? 150 : 60), sound: mine ? undefined : 'flip' };
    case 'play_placed':
      return { ms: mine ? CHIP_MS : OTHERS_MS, sound: 'chip' };
    case 'folded':
      return mine
        ? { ms: CHIP_MS, sound: 'tap', spoken: folded(event) }
        : { ms: OTHERS_MS, sound: 'tap' };
    case 'hand_racked':
      return { ms: event.seat === STUB ? 0 : 120 };
    case 'round_ended':
      return { ms: 0, spoken: sum(scene, own, terms) };
    case 'wager_placed':
    case 'toke_placed':
      return { ms: 0, sound: 'chip' };
    case 'wager_withdrawn':
      return { ms: 0, sound: 'chip', spoken: mine ? handedBack(event, terms) : undefined };
    case 'round_voided':
      return { ms: 0, spoken: say('spoken.void', { reason: event.reason }) };
    case 'settled_round_voided':
      return { ms: 0, spoken: say('spoken.settledVoid', { number: event.number }) };
    case 'table_halted':
      return { ms: 0, spoken: say('spoken.halted') };
    default:
      return { ms: 0 };
  }
}

function settlement(scene: Scene, mine: boolean, terms: Terms): Beat {
  const line = scene.lines.at(-1);
  if (!line || !mine) return { ms: 110 };
  const sound = line.of_meter ? 'jackpot' : line.result === 'win' ? 'pay' : 'chip';
  return { ms: line.of_meter ? 1600 : 420, sound, spoken: lineInWords(line, terms) };
}

function seen(event: EventOf<'cards_seen'>): string {
  return say('spoken.hand', { cards: handInWords(event.cards), hand: named(event.hand) });
}

function revealed(event: EventOf<'dealer_revealed'>, scene: Scene): string {
  const verdict = say(event.qualifies ? 'spoken.qualifies' : 'spoken.notQualifies');
  const cards = handInWords(event.cards);
  return say('spoken.shows', { cards, hand: named(scene.dealerHand.name), verdict });
}

function folded(event: EventOf<'folded'>): string {
  return say(event.because === 'time_out' ? 'notice.timedOut' : 'spoken.fold');
}

function handedBack(event: EventOf<'wager_withdrawn'>, terms: Terms): string | undefined {
  if (!event.because) return undefined;
  const values = { bet: terms.title(event.wager), amount: terms.money(event.amount) };
  return say('spoken.handedBack', values);
}

function sum(scene: Scene, own: number[], terms: Terms): string | undefined {
  if (!scene.lines.some((line) => own.includes(line.seat))) return undefined;
  const net = netOf(scene.lines, own);
  return net === 0 ? say('spoken.even') : say('spoken.sum', { amount: terms.signed(net) });
}
