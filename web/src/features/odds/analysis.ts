/** The exact figures of a house. */
import { both } from '../../text/catalogue.svelte';
import type { components } from '../../protocol/schema';
import type { Figure, House } from '../../protocol/types';

export type { Figure, House };

type Schemas = components['schemas'];
export type Outcome = Schemas['Outcome'];
/** The figures of one wager. Meter and envy figures are optional. */
export type Figures = Schemas['FiguresShown'];

type With<K extends keyof Figures> = Figures & Required<Pick<Figures, K>>;
type AntePlayFigures = With<'element_of_risk' | 'average_bet' | 'plays' | 'strategy'>;
/** Paid from a single meter; its edge is plotted against that meter. */
type MeteredFigures = With<'seats' | 'by_seats' | 'meter_cents' | 'return_per_1000_dollars'>;

/** Ante and play, analysed together. */
export const ANTE_PLAY = 'ante_play';

/** Ante and play first, then the side wagers in the house's order. */
export type Analysis = Schemas['AnalysisShown'];

type Named = Pick<House, 'felt'>;

export function analysedTitle(house: Named, wager: string): string {
  const { titles } = house.felt;
  const contest = [titles.ante, titles.play].filter((each) => each !== undefined);
  return wager === ANTE_PLAY ? both(contest) : (titles[wager] ?? wager);
}

/**
 * The wagers that several houses share, in their order: one column each. A wager of a single house
 * is listed beside them.
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

/** True if the wager is paid from one or more meters. */
export const hasMeters = (figures: Figures) => isMetered(figures) || figures.meters !== undefined;

export function isAntePlay(figures: Figures): figures is AntePlayFigures {
  return figures.element_of_risk !== undefined;
}

export function isMetered(figures: Figures): figures is MeteredFigures {
  return figures.meter_cents !== undefined && figures.by_seats !== undefined;
}

export type Setting = unknown; // Of any house file: not in the schema.
