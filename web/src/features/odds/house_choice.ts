import { get } from '../../protocol/client';
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
  return resource(async () => {
    const wanted = key();
    const houses = await get<House[]>('/api/houses');
    const house = houses.find((each) => each.key === wanted) ?? houses[0];
    if (!house) throw new Error(say('learn.failed'));
    return { houses, house, more: await more(house) };
  });
}
