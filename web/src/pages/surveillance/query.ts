/** Help for the search language; the service parses it. */
import type { components } from '../../protocol/schema';
import { ApiError } from '../../protocol/client';
import { money } from '../../text/money';
import { inWords } from '../../text/wagers';
import { say } from '../../text/staff';

type Schemas = components['schemas'];
export type RoundFound = Schemas['RoundFound'];
export type SeatFound = Schemas['SeatFound'];

interface Help {
  /** Every bet of a house is a field. */
  bets?: boolean;
  fields: string[];
  means: string;
  example: string;
}

/** As in the guide. */
const HELP: Help[] = [
  {
    fields: ['table', 'house', 'dealer', 'patron', 'seat'],
    means: say('surveillance.where'),
    example: 'seat:1 net>0',
  },
  { fields: ['round'], means: say('surveillance.itsNumberFrom'), example: 'round:5..9' },
  {
    fields: ['hand', 'cards'],
    means: say('surveillance.playerHandCategory'),
    example: 'hand:straight_flush,three_of_a_kind',
  },
  {
    fields: ['dealer_hand', 'dealer_cards'],
    means: say('surveillance.dealerHand'),
    example: 'dealer_hand:straight',
  },
  {
    fields: ['decision'],
    means: say('surveillance.playFoldTimed'),
    example: 'decision:fold hand:pair',
  },
  {
    fields: ['won', 'lost', 'pushed'],
    means: say('surveillance.becameWager'),
    example: 'won:ante',
  },
  {
    fields: ['net', 'staked', 'paid'],
    means: say('surveillance.seatCents100'),
    example: 'net>=$100',
  },
  {
    fields: ['ante'],
    bets: true,
    means: say('surveillance.betAnyOther'),
    example: 'ante>=$100',
  },
  { fields: ['jackpot'], means: say('surveillance.meterPaidRound'), example: 'jackpot>0' },
  {
    fields: ['irregularity', 'remedy', 'void'],
    means: say('surveillance.wentWrongFollowed'),
    example: 'void:yes',
  },
  {
    fields: ['notice', 'large'],
    means: say('surveillance.royalJackpotPayout'),
    example: 'large:yes',
  },
  {
    fields: ['clause', 'ruling'],
    means: say('surveillance.roundRestedIts'),
    example: '',
  },
  {
    fields: ['from', 'to'],
    means: say('surveillance.timesUtcDate'),
    example: `from:${today()}`,
  },
  { fields: ['day'], means: say('surveillance.theGamingDay'), example: `day:${today()}` },
];

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

const COMPARED = ['net', 'staked', 'paid', 'jackpot'];
const named = HELP.filter((help) => !help.bets).flatMap((help) => help.fields);

/** True if the field is compared with an amount: sums and bets. */
const isAmount = (field: string) => COMPARED.includes(field) || !named.includes(field);

/** The help, with the service's other fields: the bets of its tables. */
export function helpWith(fields: string[]): Help[] {
  const others = fields.filter((field) => field !== 'ante' && !named.includes(field));
  return HELP.map((help) => (help.bets ? { ...help, fields: [...help.fields, ...others] } : help));
}

/** The query with a field appended to fill in. */
export function withField(asked: string, field: string): string {
  const before = asked.trimEnd();
  return `${before}${before ? ' ' : ''}${field}${isAmount(field) ? '>=' : ':'}`;
}

interface Wrong {
  message: string;
  /** The query before the condition with the error, that condition, and the rest. */
  parts: [string, string, string] | null;
}

/** The place of an error in the sent query. */
export function wrongIn(asked: string, error: unknown): Wrong {
  const message = error instanceof Error ? error.message : String(error);
  const place = error instanceof ApiError && /^q\[(\d+)\]$/.exec(error.path);
  if (!place) return { message, parts: null };
  const signs = Array.from(asked); // By code points, as the service counts.
  const start = Number(place[1]);
  const rest = signs.slice(start).join('');
  const [term = rest] = /^(?:"[^"]*"?|'[^']*'?|[^\s"'])+/.exec(rest) ?? [];
  const before = signs.slice(0, start).join('');
  return {
    message: message.replace(/^At character \d+: /, ''),
    parts: [before, term, rest.slice(term.length)],
  };
}

const RARE = new Set(['straight_flush', 'three_of_a_kind', 'royal_flush']);

/** Features that make a round worth a second look. */
export function remarkable(round: RoundFound): string[] {
  const found: string[] = [];
  if (round.void)
    found.push(say('surveillance.voidVoid', { void: round.void.replaceAll('_', ' ') }));
  if (round.jackpot)
    found.push(say('surveillance.meterPaid', { amount: money(round.jackpot, round.currency) }));
  for (const seat of round.seats) {
    if (RARE.has(seat.category))
      found.push(
        say('surveillance.categoryAtSeat', { category: inWords(seat.category), seat: seat.seat }),
      );
    if (seat.decision === 'timed_out')
      found.push(say('surveillance.seatRanOut', { seat: seat.seat }));
  }
  if (RARE.has(round.dealer_category)) {
    found.push(
      say('surveillance.dealerCategoryOfThe', { dealerCategory: inWords(round.dealer_category) }),
    );
  }
  if (round.qualifies === false) found.push(say('surveillance.dealerDoesNot'));
  return found;
}
