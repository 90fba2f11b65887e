import { expect, test, vi } from 'vitest';
import { Activity, type Turn, type TurnLimits, Turns } from '#local/gateway/turns.ts';

const limits: TurnLimits = { running: 4, perCaller: 2, waitingPerCaller: 3, waitMilliseconds: 60_000 };
const { signal: never } = new AbortController();

/** Takes a turn that is there at once. */
async function held(turns: Turns, caller: string): Promise<Turn> {
  const turn = await turns.take(caller, never);
  if (typeof turn === 'string') throw new Error(`No turn: ${turn}`);
  return turn;
}

test('a caller has so many turns at once, and the next when one of them ends', async () => {
  const turns = new Turns(limits);
  const [first] = [await held(turns, 'a'), await held(turns, 'a')];
  let hasBegun = false;
  const third = turns.take('a', never).then((turn) => {
    hasBegun = true;
    return turn;
  });
  await held(turns, 'b');
  expect(hasBegun).toBe(false);
  first?.end();
  expect(await third).toEqual({ end: expect.any(Function) });
});

test('callers take turns: the first request of one comes before the second of another', async () => {
  const turns = new Turns({ ...limits, running: 1 });
  const running = await held(turns, 'a');
  const order: string[] = [];
  const wait = async (caller: string, name: string) => {
    const turn = await turns.take(caller, never);
    order.push(name);
    if (typeof turn !== 'string') turn.end();
  };
  const all = [wait('a', 'a1'), wait('a', 'a2'), wait('a', 'a3'), wait('b', 'b1'), wait('c', 'c1'), wait('b', 'b2')];
  running.end();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a caller with too many waiting requests gets no turn, and another caller does', async () => {
  const turns = new Turns(limits);
  for (let n = 0; n < limits.perCaller; n += 1) await held(turns, 'a');
  for (let n = 0; n < limits.waitingPerCaller; n += 1) void turns.take('a', never);
  expect(await turns.take('a', never)).toBe('full');
  await held(turns, 'b');
});

test('a request that waits too long for its turn gets none', async () => {
  const turns = new Turns({ ...limits, perCaller: 1, waitMilliseconds: 1 });
  const first = await held(turns, 'a');
  expect(await turns.take('a', never)).toBe('late');
  first.end();
  await held(turns, 'a');
});

test('a request whose sender has gone leaves the queue and takes no turn', async () => {
  const turns = new Turns({ ...limits, perCaller: 1 });
  const first = await held(turns, 'a');
  const gone = new AbortController();
  const waiting = turns.take('a', gone.signal);
  const next = turns.take('a', never);
  gone.abort();
  expect(await waiting).toBe('gone');
  first.end();
  first.end();
  expect(await next).toEqual({ end: expect.any(Function) });
  expect(await turns.take('b', gone.signal)).toBe('gone');
});

test('a caller rests after a long turn while others use the service, and not when alone', async () => {
  vi.useFakeTimers();
  try {
    const activity = new Activity();
    const turns = new Turns({ ...limits, longMilliseconds: 50 }, activity);
    const long = async (milliseconds: number) => {
      activity.note('a');
      const turn = await held(turns, 'a');
      await vi.advanceTimersByTimeAsync(milliseconds);
      turn.end();
    };
    /** Whether the next turn of the caller begins at once, and after a time. */
    const next = async (milliseconds: number) => {
      let hasBegun = false;
      const waiting = turns.take('a', never).then((turn) => {
        hasBegun = true;
        if (typeof turn !== 'string') turn.end();
      });
      await vi.advanceTimersByTimeAsync(0);
      const atOnce = hasBegun;
      await vi.advanceTimersByTimeAsync(milliseconds);
      const later = hasBegun;
      await vi.advanceTimersByTimeAsync(10_000);
      await waiting;
      return [atOnce, later];
    };
    await long(1000);
    expect(await next(0)).toEqual([true, true]);
    activity.note('b');
    await long(49);
    expect(await next(0)).toEqual([true, true]);
    activity.note('b');
    await long(1000);
    expect(await next(1999)).toEqual([false, false]);
    activity.note('b');
    await long(1000);
    expect(await next(2000)).toEqual([false, true]);
    // Who has asked nothing for a while does not use it.
    activity.note('b');
    await vi.advanceTimersByTimeAsync(5000);
    await long(1000);
    expect(await next(0)).toEqual([true, true]);
  } finally {
    vi.useRealTimers();
  }
});
