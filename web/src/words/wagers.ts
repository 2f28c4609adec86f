/** How wagers are called on screen. */
const NAMES: Record<string, string> = {
  ante: 'Ante',
  play: 'Play',
  pair_plus: 'Pair Plus',
  six_card_bonus: '6 Card Bonus',
  progressive: 'Progressive',
  ante_bonus: 'Ante Bonus',
  envy: 'Envy',
  match_play: 'Match Play',
};

export function wagerName(wager: string): string {
  return NAMES[wager] ?? inWords(wager);
}

/** `three_of_a_kind` as a sentence would begin it. */
export function inWords(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
