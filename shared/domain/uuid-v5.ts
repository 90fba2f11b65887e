/** UUIDs that follow from a name (RFC 9562, version 5), so that whoever repeats a step makes the same id. */

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The UUID of `name` within the namespace that another UUID is.
 * @throws RangeError when the namespace is no UUID.
 */
export function uuidV5(namespace: string, name: string): string {
  if (!uuidPattern.test(namespace)) throw new RangeError(`The namespace '${namespace}' is no UUID`);
  const space = Uint8Array.from(namespace.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const bytes = sha1(Uint8Array.from([...space, ...new TextEncoder().encode(name)])).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** SHA-1 (FIPS 180-4), which version 5 is defined by; no secret depends on it, and the domain has no `node:crypto`. */
function sha1(message: Uint8Array): Uint8Array {
  const view = new DataView(padded(message).buffer);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const words = new Uint32Array(80);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 80; i += 1) {
      const mixed = word(words, i - 3) ^ word(words, i - 8) ^ word(words, i - 14) ^ word(words, i - 16);
      words[i] = i < 16 ? view.getUint32(block + i * 4) : rotate(mixed, 1);
    }
    addBlock(state, words);
  }
  const digest = new DataView(new ArrayBuffer(20));
  for (const [i, value] of state.entries()) digest.setUint32(i * 4, value);
  return new Uint8Array(digest.buffer);
}

const word = (words: Uint32Array, index: number): number => words[index] ?? 0;
const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** The message, one bit, zeros, and its length in bits: a multiple of 64 bytes. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, message.length * 8);
  return bytes;
}

function addBlock(state: number[], words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i += 1) {
    const { value, constant } = round(i, b, c, d);
    const next = (rotate(a, 5) + value + e + constant + word(words, i)) | 0;
    [a, b, c, d, e] = [next, a, rotate(b, 30), c, d];
  }
  for (const [i, added] of [a, b, c, d, e].entries()) state[i] = ((state[i] ?? 0) + added) | 0;
}

function round(i: number, b: number, c: number, d: number): { value: number; constant: number } {
  if (i < 20) return { value: (b & c) | (~b & d), constant: 0x5a827999 };
  if (i < 40) return { value: b ^ c ^ d, constant: 0x6ed9eba1 };
  if (i < 60) return { value: (b & c) | (b & d) | (c & d), constant: 0x8f1bbcdc };
  return { value: b ^ c ^ d, constant: 0xca62c1d6 };
}
