import type { ChipMetrics } from './wire.ts';

/** The "as of" of a view as the URL holds it: absent is now, `newest` the chip's newest value, else a date or instant. */
export type AsOfChoice = 'now' | 'newest' | 'date';

/** Which choice a URL's text stands for. */
export const asOfChoice = (text: string | undefined): AsOfChoice =>
  text === undefined ? 'now' : text === 'newest' ? 'newest' : 'date';

/** What the API is asked for: undefined is now. `newest` needs the chip's newest date and is now without one. */
export const asOfParameter = (text: string | undefined, newestAt: string | null | undefined): string | undefined =>
  text === 'newest' ? (newestAt ?? undefined) : text;

/** A text of the URL that the API would take, else undefined, so that a broken link shows the present. */
export function validAsOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (text === 'newest') return text;
  return /^\d{4}-\d{2}-\d{2}([T ].*)?$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** When the newest of the values in a view was measured; undefined for a view without values. */
export function newestInView(metrics: Pick<ChipMetrics, 'qubit_metrics' | 'coupling_metrics'>): string | undefined {
  const cells = [metrics.qubit_metrics, metrics.coupling_metrics].flatMap((table) =>
    Object.values(table).flatMap((column) => Object.values(column)),
  );
  let newest: string | undefined;
  for (const { value, calibrated_at: at } of cells)
    if (value !== null && (newest === undefined || at > newest)) newest = at;
  return newest;
}
