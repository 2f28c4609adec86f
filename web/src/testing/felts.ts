import type { FeltPrint, SpotPrint } from '../protocol/types';
import { house } from './round';

const like = (spot: SpotPrint | undefined): SpotPrint => {
  if (!spot) throw new Error('the house has no side bet to copy');
  return spot;
};

/** The manual's felt with any side bets. */
export function feltWith(sides: string[], changes: Partial<FeltPrint> = {}): FeltPrint {
  const contest = house.spots.filter((spot) => spot.kind === 'ante' || spot.kind === 'play');
  const side = like(house.spots.find((spot) => spot.kind === 'side'));
  const pay = house.pay_tables[1];
  if (!pay) throw new Error('the house has no pay table to copy');
  const made = sides.map((title, colour): SpotPrint => {
    const key = title.toLowerCase().replace(/\W+/g, '_');
    return { ...side, key, title, colour };
  });
  const limits = Object.fromEntries(
    made.map((spot) => [spot.key, { minimum: 500, maximum: 30_000, step: 100 }]),
  );
  return {
    ...house,
    spots: [...contest, ...made],
    titles: { ...house.titles, ...Object.fromEntries(made.map((s) => [s.key, s.title])) },
    limits: { ante: { minimum: 500, maximum: 30_000, step: 100 }, ...limits },
    pay_tables: made.map((spot) => ({ ...pay, wager: spot.key, title: spot.title })),
    meters: {},
    ...changes,
  };
}
