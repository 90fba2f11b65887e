import { expect, test } from 'vitest';
import { refuseAbandoned, withRequestSignal } from '#shared/kernel/request-signal.ts';
import { SharedAnswers } from '#shared/kernel/shared-answers.ts';

/** Answers that are made when the test says so. */
function answers() {
  const begun: { input: string; finish: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const shared = new SharedAnswers((input: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    begun.push({ input, finish: resolve, fail: reject });
    return promise;
  });
  return { begun, shared };
}

test('who asks the same while an answer is made shares the next one, which begins after they asked', async () => {
  const { begun, shared } = answers();
  const first = shared.ask('q', 'one');
  const others = [shared.ask('q', 'two'), shared.ask('q', 'three')];
  expect(begun.map(({ input }) => input)).toEqual(['one']);
  begun[0]?.finish('early');
  expect(await first).toBe('early');
  await expect.poll(() => begun.length).toBe(2);
  // Of those who wait the latest has read last.
  expect(begun[1]?.input).toBe('three');
  begun[1]?.finish('later');
  expect(await Promise.all(others)).toEqual(['later', 'later']);
  void shared.ask('q', 'four');
  expect(begun).toHaveLength(3);
});

test('another question is answered alongside the first', () => {
  const { begun, shared } = answers();
  void shared.ask('q', 'one');
  void shared.ask('r', 'two');
  expect(begun.map(({ input }) => input)).toEqual(['one', 'two']);
});

test('an answer that fails fails for those who share it, and the next is made anew', async () => {
  const { begun, shared } = answers();
  const first = shared.ask('q', 'one');
  const second = shared.ask('q', 'two');
  begun[0]?.fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.finish('well');
  expect(await second).toBe('well');
});

test('an answer that is shared is given up only when no one waits for it any more', async () => {
  const held = Promise.withResolvers<void>();
  const shared = new SharedAnswers(async (input: string) => {
    await held.promise;
    refuseAbandoned();
    return input;
  });
  const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()];
  const ask = (controller: AbortController) => withRequestSignal(controller.signal, () => shared.ask('q', 'x'));
  const alone = ask(one);
  const both = [ask(two), ask(three)];
  one.abort();
  two.abort();
  held.resolve();
  await expect(alone).rejects.toThrow('no longer waits');
  expect(await Promise.all(both)).toEqual(['x', 'x']);
});
