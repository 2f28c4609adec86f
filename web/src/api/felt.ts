import { get } from './client';
import type { FeltPrint, House } from './types';

type Printed = Omit<FeltPrint, 'chips'> & { chips?: number[] };

const USUAL_CHIPS = [100, 500, 2500, 10_000, 50_000, 100_000];

/** What is printed on a table's felt, and the chips that are used there. */
export async function feltOf(table: string): Promise<FeltPrint> {
  const felt = await get<Printed>(`/api/tables/${encodeURIComponent(table)}/house`);
  return { ...felt, chips: felt.chips ?? (await chipsOf(felt.house)) };
}

async function chipsOf(house: string): Promise<number[]> {
  try {
    const { settings } = await get<House>(`/api/houses/${encodeURIComponent(house)}`);
    const betting = settings.betting as { chips_cents?: number[] } | undefined;
    return betting?.chips_cents ?? USUAL_CHIPS;
  } catch {
    return USUAL_CHIPS; // A house of one's own is not in the list.
  }
}
