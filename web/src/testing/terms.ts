import { TERMS, Terms, type Spoken } from '../text/terms';

/** The context for a component rendered without a parent that sets the terms. */
export const speaking = (house: Spoken) => new Map([[TERMS, new Terms(() => house)]]);
