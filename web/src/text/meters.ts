import { say } from './catalogue.svelte';
import { inWords } from './wagers';

/** A single meter needs no name. */
export function meterName(key: string, meters: Record<string, unknown>): string {
  return Object.keys(meters).length > 1
    ? say('felt.meterOf', { name: inWords(key).toLowerCase() })
    : say('felt.meter');
}
