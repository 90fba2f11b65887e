import { describe, expect, test } from 'vitest';
import { rollUp } from '#shared/values/rules/roll-up.ts';
import { forgetTargets, rememberedTargets } from '#shared/values/store/remembered-targets.ts';
import { packTargets, type RolledTargets, unpackTargets } from '#shared/values/store/roll-ups.ts';

const rolled = (id: string, value: number): RolledTargets[number] => {
  const one = { at: '2025-01-01T00:00:00.000Z', value, error: undefined, unit: 'us', source: 'task' as const };
  const of = { recordedAt: one.at, sampleId: id, executionId: undefined, taskId: undefined };
  const found = rollUp('t1', 'qubit', [{ ...one, ...of }]);
  if (!found) throw new Error('A measurement rolls up');
  return { target: { kind: 'qubit', id }, rollUp: found };
};

describe('remembered targets of roll-ups', () => {
  test('equal bytes are unpacked once, regardless of who holds them, and other bytes by themselves', () => {
    const [one, other] = [packTargets([rolled('0', 40)]), packTargets([rolled('0', 41)])];
    const first = rememberedTargets(one);
    expect(first).toEqual(unpackTargets(one));
    expect(rememberedTargets(Uint8Array.from(one))).toBe(first);
    expect(rememberedTargets(other)).toEqual(unpackTargets(other));
  });

  test('what is forgotten is unpacked again', () => {
    const packed = packTargets([rolled('2', 40)]);
    const first = rememberedTargets(packed);
    forgetTargets();
    expect(rememberedTargets(packed)).not.toBe(first);
    expect(rememberedTargets(packed)).toEqual(first);
  });

  test('no one who reads them can change what the next one reads', () => {
    const [found] = rememberedTargets(packTargets([rolled('1', 40)]));
    expect(() => Object.assign(found?.rollUp ?? {}, { latest: undefined })).toThrow(TypeError);
    expect(() => Object.assign(found?.rollUp.units.us ?? {}, { count: 2 })).toThrow(TypeError);
  });

  test('what was used least recently is forgotten where there is more than a megabyte', () => {
    const many = (n: number) =>
      packTargets(Array.from({ length: 500 }, (_, id) => rolled(String(id), 40 + Math.sin(n * 1000 + id))));
    const kept = many(0);
    const first = rememberedTargets(kept);
    const second = many(1);
    const forgotten = rememberedTargets(second);
    for (let n = 2; (n - 2) * kept.length < 1_000_000; n += 1) {
      rememberedTargets(many(n));
      expect(rememberedTargets(kept)).toBe(first);
    }
    expect(rememberedTargets(second)).not.toBe(forgotten);
    expect(rememberedTargets(second)).toEqual(forgotten);
  });
});
