import { displayName } from './names.svelte';

/** Guests and bots have long names by which the service tells them apart; people see short ones. */
export function playerName(name: string): string {
  if (name === 'house') return 'the house';
  const bot = /^bot-.*-(\d+)$/.exec(name);
  if (bot) return `Bot ${bot[1]}`;
  const guest = /^guest-(.*)$/.exec(name);
  if (guest)
    return ['Guest', guest[1]?.replace(/-?\d+$/, '').replaceAll('-', ' ')].join(' ').trim();
  return displayName(name) ?? name;
}
