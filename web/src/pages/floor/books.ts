/** The books: accounts by kind, with the total of each kind. */
import type { Account } from '../../features/pit/pit';
import { say } from '../../text/staff';

interface Chapter {
  title: string;
  accounts: Account[];
  cents: number;
}

const HOUSE = say('floor.theHouse');
const PROGRESSIVES = say('floor.progressives');
const TABLES = say('floor.tables');
const PLAY_MONEY = say('floor.playMoneyTitle');
const CHAPTER: Record<string, string> = {
  outside: HOUSE,
  cage: HOUSE,
  bank: HOUSE,
  meter: PROGRESSIVES,
  reserve: PROGRESSIVES,
  jackpot: PROGRESSIVES,
  overflow: PROGRESSIVES,
  table: TABLES,
  patron: say('floor.patrons'),
  tips: say('floor.tokes'),
  play_money: PLAY_MONEY,
  play: PLAY_MONEY,
  play_tips: PLAY_MONEY,
};

/** Tables and links for real money; all others are for play money. */
export interface ForMoney {
  tables: string[];
  links: string[];
}

function chapterOf(account: string, { tables, links }: ForMoney): string {
  const [kind = '', whose = ''] = account.split(':');
  const title = CHAPTER[kind] ?? HOUSE;
  if (title === TABLES && !tables.includes(whose)) return PLAY_MONEY;
  return title === PROGRESSIVES && !links.includes(whose) ? PLAY_MONEY : title;
}

/** Accounts with a balance; empty ones only on request. */
export function chapters(
  accounts: Account[],
  money: ForMoney,
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
      const own = asked.filter((each) => chapterOf(each.account, money) === title);
      return { title, accounts: own, cents: own.reduce((sum, each) => sum + each.cents, 0) };
    })
    .filter((chapter) => chapter.accounts.length);
}
