/**
 * A UUID of version 7 (RFC 9562, 5.7): sorts by the time at which it was made. `milliseconds` since 1970, `random` ten
 * bytes. @throws RangeError for fewer bytes, or a time that 48 bits do not hold.
 */
export function uuidV7(milliseconds: number, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError(`A UUID needs 10 random bytes, not ${random.length}`);
  if (!Number.isInteger(milliseconds) || milliseconds < 0 || milliseconds >= 2 ** 48)
    throw new RangeError(`${milliseconds} is no time of a UUID`);
  const time = milliseconds.toString(16).padStart(12, '0');
  const tail = Array.from(random.subarray(0, 10), (byte, index) => {
    // Version in the four highest bits of byte 6, variant in the two highest of byte 8.
    const marked = index === 0 ? (byte & 0x0f) | 0x70 : index === 2 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  const hex = time + tail;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
