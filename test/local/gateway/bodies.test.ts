import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Bodies, type Body, type BodyLimits, maxBodyBytes } from '#local/gateway/bodies.ts';

const limits: BodyLimits = {
  readingPerCaller: 2,
  graceMilliseconds: 60_000,
  leastBytesPerSecond: 1000,
  perCaller: 1000,
  total: 1500,
};

/** A request whose body comes as it is written. */
function request(headers: Record<string, string> = { 'transfer-encoding': 'chunked' }) {
  const stream = new PassThrough();
  return { stream, message: Object.assign(stream, { headers }) as unknown as IncomingMessage };
}

const bytesOf = (found: unknown) => (found as Body).bytes.toString();

test.each([
  ['of an announced size', { 'content-length': '6' }],
  ['in pieces', { 'transfer-encoding': 'chunked' }],
])('a body %s is read whole, and held until it is released', async (_, headers) => {
  const bodies = new Bodies(limits);
  const { stream, message } = request(headers);
  const reading = bodies.read(message, 'a', 100);
  stream.write('abc');
  stream.end('def');
  const body = (await reading) as Body;
  expect([bytesOf(body), body.size, bodies.heldBytes]).toEqual(['abcdef', 6, 6]);
  body.release();
  expect(bodies.heldBytes).toBe(0);
});

test('a request without a body is read at once', async () => {
  const { message } = request({});
  expect(bytesOf(await new Bodies(limits).read(message, 'a', 100))).toBe('');
});

test.each([
  ['of an announced size', { 'content-length': '200' }],
  ['in pieces', { 'transfer-encoding': 'chunked' }],
])('a body %s that is larger than allowed is counted and not held', async (_, headers) => {
  const bodies = new Bodies(limits);
  const { stream, message } = request(headers);
  const reading = bodies.read(message, 'a', 100);
  stream.write('x'.repeat(90));
  stream.end('x'.repeat(110));
  const body = (await reading) as Body;
  expect([body.bytes.length, body.size, bodies.heldBytes]).toEqual([0, 200, 0]);
});

test('of a body that is larger than anything that is read no function is asked', async () => {
  const { stream, message } = request();
  const reading = new Bodies(limits).read(message, 'a', 100);
  for (let sent = 0; sent <= maxBodyBytes; sent += 1024 * 1024) stream.write(Buffer.alloc(1024 * 1024));
  stream.end();
  expect(await reading).toBe('too-large');
});

test('a body that is behind the least rate is given up, and one that keeps up is read', async () => {
  // 900 bytes may take a quarter of an hour.
  const bodies = new Bodies({ ...limits, graceMilliseconds: 5, leastBytesPerSecond: 1 });
  const [slow, fast] = [request(), request()];
  const readings = [bodies.read(slow.message, 'a', 10_000_000), bodies.read(fast.message, 'b', 10_000_000)];
  fast.stream.write('x'.repeat(900));
  expect(await readings[0]).toBe('slow');
  fast.stream.end();
  expect(bytesOf(await readings[1])).toHaveLength(900);
  expect(bodies.heldBytes).toBe(900);
});

test('the oldest of too many bodies of a caller is dropped, so a quick body is read despite slow ones', async () => {
  const bodies = new Bodies(limits);
  const slow = [request(), request()];
  const other = request();
  const first = bodies.read(slow[0]?.message as IncomingMessage, 'a', 100);
  const second = bodies.read(slow[1]?.message as IncomingMessage, 'a', 100);
  const ofOther = bodies.read(other.message, 'b', 100);
  const quick = request();
  const third = bodies.read(quick.message, 'a', 100);
  quick.stream.end('{}');
  expect(await first).toBe('crowded');
  expect(bytesOf(await third)).toBe('{}');
  slow[1]?.stream.end('late');
  expect(bytesOf(await second)).toBe('late');
  other.stream.end('other');
  expect(bytesOf(await ofOther)).toBe('other');
});

test('a caller whose bodies together hold too much loses the oldest, and the memory with it', async () => {
  const bodies = new Bodies(limits);
  const [one, two] = [request(), request()];
  const first = bodies.read(one.message, 'a', 5000);
  const second = bodies.read(two.message, 'a', 5000);
  one.stream.write('x'.repeat(600));
  await expect.poll(() => bodies.heldBytes).toBe(600);
  two.stream.write('x'.repeat(600));
  expect(await first).toBe('crowded');
  expect(bodies.heldBytes).toBe(600);
  two.stream.end();
  expect(bytesOf(await second)).toHaveLength(600);
});

test('a sender who goes away leaves nothing behind', async () => {
  const bodies = new Bodies(limits);
  const { stream, message } = request();
  const reading = bodies.read(message, 'a', 100);
  stream.write('abc');
  stream.destroy();
  await expect(reading).rejects.toThrow('The sender has gone');
  expect(bodies.heldBytes).toBe(0);
});
