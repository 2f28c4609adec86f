import type { Figure } from '../protocol/types';
import { language } from './catalogue.svelte';

/** The value of a decision in antes, with its sign. */
export function inAntes(figure: Figure, places = 2): string {
  const text = Math.abs(figure.value).toFixed(places);
  return (figure.value < 0 ? '−' : '+') + (language.now === 'en' ? text : text.replace('.', ','));
}
