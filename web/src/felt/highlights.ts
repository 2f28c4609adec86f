/**
 * Which cards to highlight: those that make a hand, and the five of six that a bet counted. For
 * display only; the service evaluates hands.
 */
const RANKS = '23456789TJQKA';
const rank = (card: string) => RANKS.indexOf(card[0] ?? '');
const open = (cards: string[]) => cards.every((card) => rank(card) >= 0);

/**
 * The cards of the hand: a pair or three of a kind, all of a straight or flush, else the highest.
 * Against another hand also the cards up to the first rank in which the two differ.
 */
export function making(cards: string[], against: string[] = []): string[] {
  if (cards.length !== 3 || !open(cards)) return [];
  const own = strength(cards);
  if ((own[0] ?? 0) >= 4) return cards;
  const alike = cards.filter((card) => cards.some((each) => each !== card && each[0] === card[0]));
  const ordered = own.slice(1);
  const other = against.length === 3 && open(against) ? strength(against) : [];
  const same = other[0] === own[0];
  const differs = same ? ordered.findIndex((each, index) => each !== other[index + 1]) : 0;
  const decides = differs < 0 ? ordered : ordered.slice(0, differs + 1);
  return cards.filter((card) => alike.includes(card) || decides.includes(rank(card)));
}

/** The best five of six cards. */
export function bestFive(cards: string[]): string[] {
  if (cards.length !== 6 || !open(cards)) return [];
  const fives = cards.map((out) => cards.filter((card) => card !== out));
  return fives.reduce((best, five) => (above(strength(five), strength(best)) ? five : best));
}

/** The five-card poker category, then the ranks in order of weight. */
function strength(cards: string[]): number[] {
  const ranks = cards.map(rank).sort((one, other) => other - one);
  const counts = new Map<number, number>();
  for (const each of ranks) counts.set(each, (counts.get(each) ?? 0) + 1);
  const grouped = [...counts].sort(([a, m], [b, n]) => n - m || b - a);
  const [first = 0, second = 0] = grouped.map(([, count]) => count);
  const order = grouped.map(([each]) => each);
  const flush = new Set(cards.map((card) => card[1])).size === 1;
  const top = topOfStraight(ranks);
  if (flush && top >= 0) return [8, top];
  if (first === 4) return [7, ...order];
  if (first === 3 && second === 2) return [6, ...order];
  if (flush) return [5, ...ranks];
  if (top >= 0) return [4, top];
  return [first === 3 ? 3 : first + second - 2, ...order];
}

/** The highest rank of a straight (an ace may count as one); negative if there is none. */
function topOfStraight(ranks: number[]): number {
  const [high = 0, second = 0] = ranks;
  const last = ranks.at(-1) ?? 0;
  if (new Set(ranks).size < ranks.length) return -1;
  if (high - last === ranks.length - 1) return high;
  return high === RANKS.length - 1 && second === ranks.length - 2 && last === 0 ? second : -1;
}

function above(one: number[], other: number[]): boolean {
  const differs = one.findIndex((each, index) => each !== other[index]);
  return differs >= 0 && (one[differs] ?? 0) > (other[differs] ?? 0);
}
