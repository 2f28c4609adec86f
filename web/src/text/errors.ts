import { inOneLine as inEnglish } from '../protocol/client';
import { translated } from './service_words';

/** An error in one line for people. */
export const inOneLine = (error: unknown): string => translated(inEnglish(error));
