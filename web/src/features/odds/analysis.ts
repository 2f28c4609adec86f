/** The exact figures of a house, as the service sends them. */
import { both } from '../../text/catalogue.svelte';
import type { Figure, House } from '../../protocol/types';

export type { Figure, House };

export interface Outcome {
  outcome: string;
  pays: string | null;
  net: number;
  combinations: number;
  probability: Figure;
  contribution: Figure;
}

export interface WagerFigures {
  combinations: number;
  house_edge: Figure;
  variance: Figure;
  standard_deviation: Figure;
  hit_frequency: Figure;
  outcomes: Outcome[];
}

export interface AntePlayFigures extends WagerFigures {
  element_of_risk: Figure;
  average_bet: Figure;
  plays: Figure;
  /** Null where the hands to play have no threshold. */
  strategy: { play_from: string | null } & Record<string, unknown>;
}

interface BySeats {
  seats: number;
  envy_return: Figure;
  break_even_meter?: Figure;
}

interface MeterShare {
  meter_cents: number;
  jackpot_return: Figure;
  return_per_1000_dollars: Figure;
  break_even_meter: Figure;
}

/** A side wager. What concerns meters and envy is there where the wager has them. */
export interface SideFigures extends WagerFigures {
  stake_cents?: number;
  aggregate_left_out?: boolean;
  seats?: number;
  envy_per_other_seat?: Figure;
  envy_left_out?: string;
  by_seats?: BySeats[];
  fixed_return?: Figure;
  meter_cents?: number;
  jackpot_return?: Figure;
  return_per_1000_dollars?: Figure;
  break_even_meter?: Figure;
  meters?: Record<string, MeterShare>;
  long_run?: {
    bets_between_jackpots: Figure;
    average_jackpot_meter: Figure;
    player_return: Figure;
    house_edge: Figure;
  };
}

/** Paid from one meter, at which its edge is drawn. */
type MeteredFigures = SideFigures &
  Required<
    Pick<
      SideFigures,
      'seats' | 'by_seats' | 'meter_cents' | 'return_per_1000_dollars' | 'break_even_meter'
    >
  >;

interface FeeEffect {
  fee_cents: number;
  per: string;
  at_minimum_ante: Figure;
  edge_at_minimum_ante: Figure;
  at_maximum_ante?: Figure;
  edge_at_maximum_ante?: Figure;
}

/** Ante and play, which are analysed together. */
export const ANTE_PLAY = 'ante_play';

export interface Analysis {
  house: string;
  seats: number;
  /** Ante and play first, then the side wagers as the house lists them. */
  wagers: Record<string, SideFigures> & { ante_play: AntePlayFigures };
  collection_fee?: FeeEffect;
}

type Named = Pick<House, 'felt'>;

export function analysedTitle(house: Named, wager: string): string {
  const { titles } = house.felt;
  const contest = [titles.ante, titles.play].filter((each) => each !== undefined);
  return wager === ANTE_PLAY ? both(contest) : (titles[wager] ?? wager);
}

/**
 * The wagers that several houses have, in the order in which they have them: each is worth a
 * column. What one house alone has stands beside them.
 */
export function sharedTitles(houses: Named[], analyses: Analysis[]): [string, string][] {
  const titles = new Map<string, string>();
  const times = new Map<string, number>();
  for (const [index, analysis] of analyses.entries()) {
    const house = houses[index];
    for (const wager of house ? Object.keys(analysis.wagers) : []) {
      if (house && !titles.has(wager)) titles.set(wager, analysedTitle(house, wager));
      times.set(wager, (times.get(wager) ?? 0) + 1);
    }
  }
  return [...titles].filter(([wager]) => wager === ANTE_PLAY || (times.get(wager) ?? 0) > 1);
}

/** Paid from one meter, or from several. */
export const hasMeters = (figures: SideFigures) =>
  isMetered(figures) || figures.meters !== undefined;

export function isMetered(figures: SideFigures): figures is MeteredFigures {
  return figures.meter_cents !== undefined && figures.by_seats !== undefined;
}

export type Setting = number | string | boolean | null | Setting[] | { [name: string]: Setting };
export type Settings = Record<string, Setting>;
