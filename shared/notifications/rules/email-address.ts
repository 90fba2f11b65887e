/** How long a code confirms an address, and how many are sent to one user within that time (rule MAIL-1). */
export const codeHours = 24;
export const mostCodes = 5;

/** An address that waits to be confirmed. */
export interface PendingAddress {
  address: string;
  code: string;
  askedAt: string;
}

/** The instants of those codes that count against the bound. */
export const recentCodes = (askedAt: readonly string[], now: Date): string[] =>
  askedAt.filter((at) => Date.parse(at) > now.getTime() - codeHours * 3_600_000);

/** Whether the code of an address still holds. */
export const holds = ({ askedAt }: PendingAddress, now: Date): boolean => recentCodes([askedAt], now).length > 0;

/** Letters and digits that are not easily confused. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 10;

/** A code out of random bytes, of which those are passed over that would favour a letter. */
export function codeFrom(bytes: Uint8Array): string {
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % alphabet.length));
  if (fair.length < codeLength) throw new Error(`${bytes.length} random bytes are too few for a code`);
  return fair
    .slice(0, codeLength)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
}

/** A code as it was typed: without spaces and hyphens, in capitals. */
export const typedCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();
