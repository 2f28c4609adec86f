/** `three_of_a_kind` as a sentence would begin it. What a bet is called, its house says. */
export function inWords(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
