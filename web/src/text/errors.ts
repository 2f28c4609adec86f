import { inOneLine as inEnglish } from '../protocol/client';
import { told } from './service_words';

/** An error in one line for people. */
export const inOneLine = (error: unknown): string => told(inEnglish(error));
