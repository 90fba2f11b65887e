import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes in the largest unit of which there is one, to three digits: `51.2 GB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const inUnit = bytes / 1000 ** power;
  const digits = inUnit >= 100 ? 1 : inUnit >= 10 ? 10 : 100;
  return `${formatQuantity(Math.round(inUnit * digits) / digits, null, '')} ${byteUnits[power]}`;
}

const ofAllowed = (used: number, allowed: number | null, text: (value: number) => string): string => {
  if (allowed === null) return `${text(used)}, no limit`;
  const share = allowed === 0 ? '' : ` (${Math.floor((used / allowed) * 100)} %)`;
  return `${text(used)} of ${text(allowed)}${share}${used > allowed ? ', above the limit' : ''}`;
};

/** The used bytes of a project's files, of the allowed ones. */
export const usedBytesText = (used: number, allowed: number | null): string => ofAllowed(used, allowed, bytesText);

/** A whole number in groups of three digits. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** The same of rows. */
export const usedRowsText = (used: number, allowed: number | null): string => ofAllowed(used, allowed, countText);
