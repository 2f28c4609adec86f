import { language, say } from './catalogue.svelte';
import { playerName } from './players';
import { translatedValue } from './service_words';

/** `pit_manager` in words. */
export const roleInWords = (role: string) => translatedValue(role.replaceAll('_', ' '));

/** A list of roles: `floor, surveillance and management`. */
export function rolesInWords(roles: string[]): string {
  const list = new Intl.ListFormat(language.now === 'en' ? 'en-GB' : language.now);
  return list.format(roles.map(roleInWords));
}

/** The person in a log entry: `floor:flo` becomes `flo, floor`. */
export function speaker(by: string): string {
  const [role = '', name = ''] = by.split(/:(.*)/);
  if (!name) return role === 'system' || !role ? say('role.system') : roleInWords(role);
  return `${playerName(name)}, ${roleInWords(role)}`;
}
