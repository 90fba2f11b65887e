/** Pseudorandom numbers, reproducible from their seed. */
export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Normal with mean 0 and standard deviation 1. */
  normal(): number;
}

/** Hashes a text to 32 bits: FNV-1a with a custom start, then the finalizer of MurmurHash3. */
function hash(text: string, start: number): number {
  let state = start >>> 0;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** A generator (xoshiro128**) seeded by its arguments: the same arguments always give the same numbers. */
export function randomOf(...parts: readonly (string | number)[]): Random {
  const text = parts.join('\u0000');
  let [a, b, c, d] = [hash(text, 0x811c9dc5), hash(text, 0x9e3779b9), hash(text, 0x7f4a7c15), hash(text, 0x2545f491)];
  const uniform = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result / 2 ** 32;
  };
  let spare: number | undefined;
  const normal = (): number => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    // Box and Muller; 1 - u is never 0.
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { uniform, normal };
}

/** Maps a text to a fixed whole number below `below`. */
export const numberOf = (text: string, below: number): number => hash(text, 0x811c9dc5) % below;
