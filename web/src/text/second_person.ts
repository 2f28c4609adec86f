import { language, type Language } from './catalogue.svelte';

/** Patterns that turn a sentence about a seat or its player into the second person. */
const FORMS: Record<Language, (who: string, seat: number) => [from: string, to: string][]> = {
  en: (who, seat) => [
    [`^Seat ${seat}, `, 'Your '],
    [`^(?:Seat ${seat}|${who}) has `, 'You have '],
    [`^(?:Seat ${seat}|${who}) is `, 'You are '],
    [`^(?:Seat ${seat}|${who}) (\\w+)s(?= |$)`, 'You $1'],
    [`^Seat ${seat}\\b`, 'You'],
  ],
  fr: (_, seat) => [
    [`^La place ${seat} `, 'Votre place '],
    [`^Place ${seat}, `, 'Votre place, '],
  ],
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `Seat 4 bets Ante $5` becomes `You bet Ante $5` for its player. */
export function toYou(text: string, seats: number[], names: string[]): string {
  const who = names.filter(Boolean).map(escaped).join('|');
  for (const seat of seats)
    for (const [from, to] of FORMS[language.now](who || 'You', seat)) {
      const said = text.replace(new RegExp(from), to);
      if (said !== text) return said;
    }
  return text;
}
