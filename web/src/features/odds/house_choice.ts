import { houses } from '../../protocol/houses';
import { resource, type Resource } from '../../protocol/resource.svelte';
import { say } from '../../text/catalogue.svelte';
import type { House } from './analysis';

/** A house, with what else its page needs. */
export interface Chosen<T> {
  houses: House[];
  house: House;
  more: T;
}

/** The house with this key, or the first one. */
export function chosenHouse<T>(
  key: () => string | undefined,
  more: (house: House) => Promise<T>,
): Resource<Chosen<T>> {
  return resource(async (signal) => {
    const wanted = key();
    const found = await houses(signal);
    const house = found.find((each) => each.key === wanted) ?? found[0];
    if (!house) throw new Error(say('learn.failed'));
    return { houses: found, house, more: await more(house) };
  });
}
