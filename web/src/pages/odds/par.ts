import { say } from '../../text/catalogue.svelte';
import { versioned } from '../../protocol/address';
import { ApiError, saidOf } from '../../protocol/client';
import { session } from '../../protocol/session.svelte';

/** Downloads the PAR sheet. It needs a session. */
export async function downloadPar(house: string): Promise<void> {
  await session.ensure();
  const path = `/api/houses/${encodeURIComponent(house)}/par.pdf`;
  const response = await fetch(versioned(path), { credentials: 'same-origin' });
  if (!response.ok) {
    const { message } = saidOf(await response.json().catch(() => null));
    throw new ApiError(response.status, 'par', message ?? say('bench.noSheet'));
  }
  save(await response.blob(), `par-${house}.pdf`);
}

export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
