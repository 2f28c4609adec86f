/** `three_of_a_kind` in words, capitalised. Bets are named by their house instead. */
export function inWords(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
