/** The exact figures of a house, as the service sends them. */
import type { Figure } from '../../api/types';

export type { Figure };

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
  strategy: { play_from: string } & Record<string, unknown>;
}

export interface BySeats {
  seats: number;
  envy_return: Figure;
  break_even_meter: Figure;
}

export interface ProgressiveFigures extends WagerFigures {
  seats: number;
  meter_cents: number;
  fixed_return: Figure;
  jackpot_return: Figure;
  return_per_1000_dollars: Figure;
  envy_per_other_seat: Figure;
  break_even_meter: Figure;
  by_seats: BySeats[];
  long_run?: {
    bets_between_jackpots: Figure;
    average_jackpot_meter: Figure;
    player_return: Figure;
    house_edge: Figure;
  };
}

export interface Wagers {
  ante_play: AntePlayFigures;
  pair_plus?: WagerFigures;
  six_card_bonus?: WagerFigures;
  progressive?: ProgressiveFigures;
}

export interface FeeEffect {
  fee_cents: number;
  per: string;
  at_minimum_ante: Figure;
  at_maximum_ante: Figure;
  edge_at_minimum_ante: Figure;
  edge_at_maximum_ante: Figure;
}

export interface Analysis {
  house: string;
  seats: number;
  wagers: Wagers;
  collection_fee?: FeeEffect;
}

export type AnalysedWager = keyof Wagers;
export const WAGER_TITLES: Record<AnalysedWager, string> = {
  ante_play: 'Ante and Play',
  pair_plus: 'Pair Plus',
  six_card_bonus: '6 Card Bonus',
  progressive: 'Progressive',
};
export const ANALYSED = Object.keys(WAGER_TITLES) as AnalysedWager[];

/** A house with everything that its file says. */
export interface House {
  key: string;
  name: string;
  standing: string;
  book: string;
  book_title: string;
  settings: Settings;
}

export type Setting = number | string | boolean | null | Setting[] | { [name: string]: Setting };
export type Settings = Record<string, Setting>;
