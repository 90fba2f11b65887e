import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCouplingId, encodeQid } from '#shared/kernel/store/keys/parts.ts';
import { chipKeys, cooldownKeys, projectKeys, sampleKeys } from '#shared/kernel/store/keys.ts';
import { anyId, couplingId, executionId, numericQid, qid } from './ids.ts';

describe('the order of keys', () => {
  it('numeric qids in keys sort as numbers and before every name', () => {
    fc.assert(
      fc.property(numericQid, numericQid, anyId, (a, b, name) => {
        expect(Math.sign(Number(a) - Number(b))).toBe(order(encodeQid(a), encodeQid(b)));
        if (!/^\d+$/.test(name)) expect(order(encodeQid(a), encodeQid(name))).toBe(-1);
      }),
    );
  });

  it('numeric couplings in keys sort by their first, then their second number', () => {
    fc.assert(
      fc.property(numericQid, numericQid, numericQid, numericQid, (a, b, c, d) => {
        const expected = Math.sign(Number(a) - Number(c)) || Math.sign(Number(b) - Number(d));
        expect(order(encodeCouplingId(`${a}-${b}`), encodeCouplingId(`${c}-${d}`))).toBe(expected);
      }),
    );
  });

  it('keys of executions sort by date and then by number, however many a day has', () => {
    fc.assert(
      fc.property(executionId, executionId, (a, b) => {
        const number = (id: string) => Number(id.split('-')[1]);
        const expected = order(a.slice(0, 8), b.slice(0, 8)) || Math.sign(number(a) - number(b));
        expect(order(projectKeys.execution('p', a).sk, projectKeys.execution('p', b).sk)).toBe(expected);
      }),
    );
  });
});

describe('ranges', () => {
  it('ranges of targets hold every qubit and every coupling exactly once, however many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.oneof(qid, anyId), couplingId, (count, q, c) => {
        for (const [kind, sk] of [
          ['qubit', chipKeys.qubit('p', 'c', q).sk],
          ['coupling', chipKeys.coupling('p', 'c', c).sk],
        ] as const) {
          const ranges = Array.from({ length: count }, (_, n) =>
            chipKeys.targetRange(kind, n * 256, n + 1 < count ? (n + 1) * 256 : undefined),
          );
          const holding = ranges.filter(({ from, through }) => order(from, sk) <= 0 && order(sk, through) <= 0);
          expect(holding).toHaveLength(1);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('ranges of targets hold nothing else of the chip', () => {
    const others = fc.oneof(
      fc.constant(chipKeys.job('p', 'c').sk),
      fc.constant(chipKeys.statistics('p', 'c').sk),
      anyId.map((id) => chipKeys.import('p', 'c', id).sk),
      anyId.map((id) => chipKeys.jobPart('p', 'c', id, 0).sk),
      anyId.map((id) => sampleKeys.series('p', 'c', id, '202501').sk),
    );
    fc.assert(
      fc.property(others, (sk) => {
        for (const kind of ['qubit', 'coupling'] as const) {
          const { from, through } = chipKeys.targetRange(kind, 0, undefined);
          expect(order(from, sk) <= 0 && order(sk, through) <= 0).toBe(false);
        }
      }),
    );
  });

  it('ranges of a prefix hold what their builder makes and nothing of another id', () => {
    fc.assert(
      fc.property(anyId, anyId, anyId, anyId, (project, chip, one, two) => {
        const marks = cooldownKeys.allData(project, one).prefix;
        expect(cooldownKeys.data(project, one, chip).sk.startsWith(marks)).toBe(true);
        expect(cooldownKeys.data(project, two, chip).sk.startsWith(marks)).toBe(one === two);
        const { prefix } = chipKeys.jobParts(project, chip, one);
        expect(chipKeys.jobPart(project, chip, one, 3).sk.startsWith(prefix)).toBe(true);
        expect(chipKeys.jobPart(project, chip, two, 3).sk.startsWith(prefix)).toBe(one === two);
      }),
    );
  });
});

/** DynamoDB compares the bytes of UTF-8. */
const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
