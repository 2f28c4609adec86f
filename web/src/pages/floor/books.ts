/** The books: accounts by kind, with the totals of each kind. */
import { serviceSettings } from '../../protocol/service_settings.svelte';
import type { Account } from '../../features/pit/pit';
import { say } from '../../text/staff';

interface Chapter {
  title: string;
  accounts: Account[];
  /** One for each currency: they do not add up. */
  sums: Sum[];
}

interface Sum {
  currency: string;
  cents: number;
}

const HOUSE = say('floor.theHouse');
const PROGRESSIVES = say('floor.progressives');
const TABLES = say('floor.tables');
const PLAY_MONEY = say('words.playMoneyTitle');
const CHAPTER: Record<string, string> = {
  outside: HOUSE,
  cage: HOUSE,
  bank: HOUSE,
  meter: PROGRESSIVES,
  reserve: PROGRESSIVES,
  jackpot: PROGRESSIVES,
  overflow: PROGRESSIVES,
  table: TABLES,
  patron: say('words.patrons'),
  tips: say('words.tokes'),
  play_money: PLAY_MONEY,
  play: PLAY_MONEY,
  play_tips: PLAY_MONEY,
};

interface Played {
  money: boolean;
  currency: string;
}

/** What each table and link is played with. */
export interface PlayedWith {
  tables: Record<string, Played>;
  links: Record<string, Played | undefined>;
}

/** An account's chapter and currency; the house's and people's are in the service's. */
function placeOf(
  account: string,
  { tables, links }: PlayedWith,
): [title: string, currency: string] {
  const [kind = '', whose = ''] = account.split(':');
  const title = CHAPTER[kind] ?? HOUSE;
  if (title !== TABLES && title !== PROGRESSIVES) return [title, serviceSettings.currency];
  const played = title === TABLES ? tables[whose] : links[whose];
  return [played?.money ? title : PLAY_MONEY, played?.currency ?? serviceSettings.currency];
}

export const currencyOf = (account: string, played: PlayedWith) => placeOf(account, played)[1];

function sumsOf(accounts: Account[], played: PlayedWith): Sum[] {
  const sums = new Map<string, number>();
  for (const { account, cents } of accounts) {
    const currency = currencyOf(account, played);
    sums.set(currency, (sums.get(currency) ?? 0) + cents);
  }
  return [...sums].map(([currency, cents]) => ({ currency, cents }));
}

/** Accounts with a balance; empty ones only on request. */
export function chapters(
  accounts: Account[],
  played: PlayedWith,
  search = '',
  empty = false,
): Chapter[] {
  const words = search.trim().toLowerCase();
  const asked = accounts.filter(
    (each) =>
      (empty || each.cents !== 0) &&
      (each.words.toLowerCase().includes(words) || each.account.includes(words)),
  );
  return [...new Set(Object.values(CHAPTER))]
    .map((title) => {
      const own = asked.filter((each) => placeOf(each.account, played)[0] === title);
      return { title, accounts: own, sums: sumsOf(own, played) };
    })
    .filter((chapter) => chapter.accounts.length);
}
