import type { EventType, RoundTold, TableView } from '../protocol/types';
import { evolve } from './evolve';
import { sceneOf, settled, type Scene } from './scene';

/** An event of a round and the felt after it. */
export interface Frame {
  text: string;
  /** Why a bet was paid or taken, in a sentence; empty if there is no reason. */
  why: string;
  clauses: string[];
  departsFrom: string[];
  /** Routine dealer work that players need not read. */
  chore: boolean;
  scene: Scene;
}

const CHORES: EventType[] = [
  'step_done',
  'bets_locked',
  'cards_released',
  'hand_racked',
  'meter_fed',
  'deck_put_in_use',
  'deck_shuffled',
  'deck_cut',
  'shuffle_mixed',
  'shuffle_opened',
  'entropy_committed',
  'entropy_revealed',
];

/** A round as frames: each noticeable event with its picture. */
export function framesOf(told: RoundTold): Frame[] {
  const [first] = told.steps;
  if (!first) return [];
  let scene: Scene = { ...sceneOf(seenIn(told, first.view)), over: false };
  const frames: Frame[] = [];
  for (const step of told.steps) {
    for (const [index, event] of step.events.entries()) {
      scene = evolve(scene, event);
      const text = step.texts[index] ?? '';
      if (!scene.over) scene = settled(scene, seenIn(told, step.view));
      const clauses = 'clauses' in event ? event.clauses : [];
      const departsFrom = ('departs_from' in event && event.departs_from) || [];
      const why = ('why' in event && event.why) || '';
      const chore = CHORES.includes(event.type);
      if (text) frames.push({ text, why, clauses, departsFrom, chore, scene });
    }
  }
  return frames;
}

/** Removes what is left of the round before. */
function seenIn(told: RoundTold, view: TableView): TableView {
  if (view.results_of === told.round.number) return view;
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, results: [] })) };
}
