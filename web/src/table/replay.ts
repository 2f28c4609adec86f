import type { EventType, RoundTold, TableView } from '../protocol/types';
import { evolve } from './evolve';
import { sceneOf, settled, type Scene } from './scene';

/** One thing that happened in a round, and the felt after it. */
export interface Frame {
  text: string;
  /** Why a bet was paid or taken, in a sentence; empty of what needs no reason. */
  why: string;
  clauses: string[];
  departsFrom: string[];
  /** The dealer's own work, of which a player need not read. */
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

/** A round as frames: what a person would notice, each with its picture. */
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

/** What is left to see of the round before does not belong to this one. */
function seenIn(told: RoundTold, view: TableView): TableView {
  if (view.results_of === told.round.number) return view;
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, results: [] })) };
}
