import type { FeltPrint, Limit } from '../protocol/types';

/** There is only one possible amount. */
export const isFixed = ({ minimum, maximum }: Limit): boolean => minimum === maximum;

/** Chip values that fit at least one spot. */
export function usableChips(house: FeltPrint | null): number[] {
  const limits = Object.values(house?.limits ?? {});
  const most = Math.max(0, ...limits.map((limit) => limit.maximum ?? Infinity));
  return (house?.chips ?? []).filter((chip) => chip <= most);
}

/** The chip to begin with: the first that makes an ante. */
export function firstChip(house: FeltPrint | null): number | undefined {
  const chips = usableChips(house);
  const least = house?.limits.ante?.minimum ?? 0;
  return chips.find((chip) => chip >= least) ?? chips.at(-1);
}
