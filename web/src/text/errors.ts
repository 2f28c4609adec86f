import { inOneLine as inEnglish } from '../protocol/client';
import { told } from './service_words';

/** What went wrong, in a line for people. */
export const inOneLine = (error: unknown): string => told(inEnglish(error));
