/** Guests and bots have long names by which the service tells them apart; people see short ones. */
export function playerName(name: string): string {
  const bot = /^bot-.*-(\d+)$/.exec(name);
  if (bot) return `Bot ${bot[1]}`;
  const guest = /^guest-(.*)$/.exec(name);
  return guest ? `Guest ${guest[1]?.replaceAll('-', ' ')}` : name;
}
