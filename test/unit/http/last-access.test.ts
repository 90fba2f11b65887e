import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForNote } from '#functions/http/last-access.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an answer waits for the note of an access that is under way, and not for one that is not', async () => {
  await waitForNote(undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  let answered = false;
  const answer = waitForNote(promise).then(() => {
    answered = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(answered).toBe(false);
  resolve();
  await answer;
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer does not wait for a note that never ends', async () => {
  const answer = waitForNote(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(250);
  await answer;
  expect(vi.getTimerCount()).toBe(0);
});
