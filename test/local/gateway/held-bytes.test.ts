import { expect, test } from 'vitest';
import { HeldBytes } from '#local/gateway/held-bytes.ts';

/** Holds bytes for a caller, and notes who was dropped. */
function holder() {
  const held = new HeldBytes({ perCaller: 100, total: 250 });
  const dropped: string[] = [];
  const hold = (name: string, caller: string, bytes: number) => {
    const holding = held.hold(caller, () => dropped.push(name));
    holding.add(bytes);
    return holding;
  };
  return { held, dropped, hold };
}

test('a caller who holds too much loses their oldest, and another caller nothing', () => {
  const { held, dropped, hold } = holder();
  hold('b1', 'b', 90);
  hold('a1', 'a', 40);
  hold('a2', 'a', 40);
  hold('a3', 'a', 30);
  expect(dropped).toEqual(['a1']);
  expect(held.total).toBe(160);
});

test('beyond the total the caller who holds most loses their oldest', () => {
  const { held, dropped, hold } = holder();
  hold('a1', 'a', 60);
  hold('b1', 'b', 50);
  hold('b2', 'b', 50);
  hold('c1', 'c', 95);
  expect(dropped).toEqual(['b1']);
  expect(held.total).toBe(205);
});

test('what a function works on is not dropped', () => {
  const { dropped, hold } = holder();
  hold('a1', 'a', 90).keep();
  hold('a2', 'a', 20);
  expect(dropped).toEqual(['a2']);
});

test('what is released holds nothing, however often it is released', () => {
  const { held, dropped, hold } = holder();
  const holding = hold('a1', 'a', 90);
  holding.release();
  holding.release();
  holding.add(50);
  hold('a2', 'a', 100);
  expect([held.total, dropped]).toEqual([100, []]);
});
