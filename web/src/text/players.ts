import { say } from './catalogue.svelte';
import { displayName } from './names.svelte';

const BOT = /^bot-.*-(\d+)$/;
/** `walk-in-SEAT-UNIQUE`; the unique part is for the books only. */
const WALK_IN = /^walk-in-(?:(.+)-[^-]+|(.+))$/;

/** True if a bot plays at the seat. */
export const isBot = (name: string) => BOT.test(name);

/** Guests and bots have long unique names; people see short ones. */
export function playerName(name: string): string {
  const shown = displayName(name);
  if (shown && shown !== name) return shown;
  if (name === 'house') return say('who.house');
  const bot = BOT.exec(name);
  if (bot) return say('who.bot', { number: bot[1] ?? '' });
  const walkIn = WALK_IN.exec(name);
  if (walkIn) return say('who.walkIn', { name: walkIn[1] ?? walkIn[2] ?? '' });
  const guest = /^guest-(.*)$/.exec(name);
  if (guest)
    return [say('who.guest'), guest[1]?.replace(/-?\d+$/, '').replaceAll('-', ' ')]
      .join(' ')
      .trim();
  return displayName(name) ?? name;
}
