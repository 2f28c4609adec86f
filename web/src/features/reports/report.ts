/** Report requests and labels. The service computes every figure. */
import { query } from '../../protocol/query';
import type { components } from '../../protocol/schema';
import type { Mark } from '../../ui/plots/marks';
import { money, signed } from '../../text/money';
import { playerName } from '../../text/players';
import { percent } from '../odds/figures';
import { say } from '../../text/staff';

type Schemas = components['schemas'];
export type DayReport = Schemas['DayReport'];
export type DayShown = Schemas['DayShown'];
export type PeriodShown = Schemas['PeriodShown'];
export type Line = PeriodShown['lines'][number];
export type Game = Line['games'][number];
export type Happening = Schemas['Happening'];
export type Stakes = DayReport['stakes'];
export type By = PeriodShown['by'];

export const BY: Record<By, string> = {
  table: say('words.table'),
  dealer: say('words.dealer'),
  shift: say('reports.shift'),
  day: say('reports.day'),
  house: say('words.house'),
};

/** What a day's results are listed by. */
export const OF_DAY: By[] = ['table', 'dealer', 'shift', 'house'];

/** The person or thing a line describes. */
export function lineName(by: By, of: string): string {
  if (of === 'all') return say('words.all');
  if (by === 'dealer') return of ? playerName(of) : say('reports.nobody');
  if (by === 'shift') return say('reports.shiftOf', { of });
  return of;
}

/** The query of a report; money is the usual kind of stakes. */
export const reportQuery = ({ stakes, ...others }: Record<string, string>): string =>
  query({ ...others, stakes: stakes === 'money' ? '' : stakes });

/** Fractional cents: an expectation or an error. */
export const roundedMoney = (cents: number, currency?: string) =>
  money(Math.round(cents), currency);

export const share = (value: number | null) => (value === null ? '' : percent(value, 2));

export const pace = (value: number | null) => (value === null ? '' : value.toFixed(1));

export function offBy(value: number | null): string {
  if (value === null) return '';
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`;
}

/** A line has one currency: what plays in two has two lines. */
export const keyOf = ({ of, currency }: Line) => `${of} ${currency}`;

export const winMarks = (by: By, lines: Line[]): Mark[] =>
  lines.map((line) => ({
    key: keyOf(line),
    name: lineName(by, line.of),
    value: line.win / 100,
    text: signed(line.win, line.currency),
    before: line.expected ? line.expected.value / 100 : undefined,
  }));

export const paceMarks = (by: By, lines: Line[]): Mark[] =>
  lines.map((line) => ({
    key: keyOf(line),
    name: lineName(by, line.of),
    value: line.rounds_an_hour ?? 0,
    text: pace(line.rounds_an_hour),
  }));

export type Column = 'of' | 'rounds' | 'pace' | 'drop' | 'handle' | 'win' | 'hold' | 'expected';

const VALUE: Record<Exclude<Column, 'of'>, (line: Line) => number> = {
  rounds: (line) => line.rounds,
  pace: (line) => line.rounds_an_hour ?? -1,
  drop: (line) => line.drop,
  handle: (line) => line.handle,
  win: (line) => line.win,
  hold: (line) => line.hold ?? Number.NEGATIVE_INFINITY,
  expected: (line) => line.expected?.value ?? Number.NEGATIVE_INFINITY,
};

/** Sorts names ascending and figures descending, or the reverse. */
export function inOrder(lines: Line[], column: Column, turned: boolean): Line[] {
  const compared = (one: Line, other: Line) =>
    column === 'of'
      ? one.of.localeCompare(other.of, undefined, { numeric: true })
      : VALUE[column](other) - VALUE[column](one);
  return [...lines].sort((one, other) => compared(one, other) * (turned ? -1 : 1));
}
