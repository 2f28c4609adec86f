import { filled, say as sayToPlayers, type Sentence } from '../catalogue.svelte';
import { staff } from './english';

/** Every sentence of the staff's pages, in English only: ADR 39. */
type StaffSentence = keyof typeof staff;

const isStaff = (sentence: StaffSentence | Sentence): sentence is StaffSentence =>
  sentence in staff;

/** A sentence of the staff's pages, or one shared with players, with its values. */
export function say(
  sentence: StaffSentence | Sentence,
  values: Record<string, string | number> = {},
): string {
  if (!isStaff(sentence)) return sayToPlayers(sentence, values);
  return filled(staff[sentence], values, 'en');
}

/** `1, 2 and 7`. */
export const inList = (words: string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words);
