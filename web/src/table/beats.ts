import { say } from '../text/catalogue.svelte';
import type { TableEvent } from '../protocol/types';
import type { SoundName } from './sound';
import { aloud } from '../text/cards';
import { translated } from '../text/service_words';
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

/** `scene` is the scene after the event, `text` the service's sentence about it. */
export function beatOf(
  event: TableEvent,
  text: string,
  scene: Scene,
  own: number[],
  terms: Terms,
): Beat {
  const mine = 'seat' in event && typeof event.seat === 'number' && own.includes(event.seat);
  const spoken = aloud(translated(text));
  switch (event.type) {
    case 'wager_taken':
    case 'wager_pushed':
    case 'wager_paid':
    case 'envy_collected':
      return mine ? settlement(scene, spoken) : { ms: 110 };
    case 'announced':
      return { ms: 350, spoken };
    case 'bets_locked':
      return { ms: 150, sound: 'lock' };
    case 'cards_dealt':
      return { ms: CARD_MS * event.cards.length, sound: 'card' };
    case 'cards_seen':
      return { ms: FLIP_MS, sound: 'flip', spoken };
    case 'dealer_revealed':
      return { ms: FLIP_MS + 450, sound: 'flip', spoken };
    case 'hand_revealed':
      return { ms: FLIP_MS + (mine ? 150 : 60), sound: mine ? undefined : 'flip' };
    case 'play_placed':
      return { ms: mine ? CHIP_MS : OTHERS_MS, sound: 'chip' };
    case 'folded':
      return mine ? { ms: CHIP_MS, sound: 'tap', spoken } : { ms: OTHERS_MS, sound: 'tap' };
    case 'hand_racked':
      return { ms: event.seat === STUB ? 0 : 120 };
    case 'round_ended':
      return { ms: 0, spoken: sum(scene, own, terms) };
    case 'wager_placed':
    case 'toke_placed':
      return { ms: 0, sound: 'chip' };
    case 'wager_withdrawn':
      return { ms: 0, sound: 'chip', spoken: mine && event.because ? spoken : undefined };
    case 'round_voided':
    case 'settled_round_voided':
    case 'table_halted':
      return { ms: 0, spoken };
    default:
      return { ms: 0 };
  }
}

/** The sentence and its reason. */
function settlement(scene: Scene, spoken: string): Beat {
  const line = scene.lines.at(-1);
  if (!line) return { ms: 110 };
  const sound = line.of_meter ? 'jackpot' : line.result === 'win' ? 'pay' : 'chip';
  const why = line.why ? `${/[.!?]$/.test(spoken) ? '' : '.'} ${translated(line.why)}` : '';
  return { ms: line.of_meter ? 1600 : 420, sound, spoken: spoken + why };
}

function sum(scene: Scene, own: number[], terms: Terms): string | undefined {
  if (!scene.lines.some((line) => own.includes(line.seat))) return undefined;
  const net = netOf(scene.lines, own);
  return net === 0 ? say('spoken.even') : say('spoken.sum', { amount: terms.signed(net) });
}
