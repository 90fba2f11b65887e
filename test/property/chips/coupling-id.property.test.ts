import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareQids,
  couplingId,
  reverseCouplingId,
  splitCouplingId,
  undirectedCouplingId,
} from '#shared/chips/rules/coupling-id.ts';

const qid = fc.oneof(
  fc.nat({ max: 2000 }).map(String),
  fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'Q', '0', '7', '-', '第') }),
);

describe('coupling ids', () => {
  it('coupling ids order qids totally: antisymmetric, transitive, equal only to themselves', () => {
    fc.assert(
      fc.property(qid, qid, qid, (a, b, c) => {
        // 0 - x, for a negated 0 is another number.
        expect(Math.sign(compareQids(a, b))).toBe(0 - Math.sign(compareQids(b, a)));
        expect(compareQids(a, b) === 0).toBe(a === b);
        if (compareQids(a, b) <= 0 && compareQids(b, c) <= 0) expect(compareQids(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('coupling ids order canonical integers as numbers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n }), (a, b) => {
        expect(compareQids(String(a), String(b)) < 0).toBe(a < b);
      }),
    );
  });

  it('coupling ids name an undirected edge alike from both ends', () => {
    fc.assert(
      fc.property(qid, qid, (a, b) => {
        expect(undirectedCouplingId(a, b)).toBe(undirectedCouplingId(b, a));
      }),
    );
  });

  it('coupling ids split into readings that join to the id, the true one among them', () => {
    fc.assert(
      fc.property(qid, qid, (control, target) => {
        const id = couplingId(control, target, true);
        const splits = splitCouplingId(id);
        expect(splits).toContainEqual([control, target]);
        for (const [a, b] of splits) expect(couplingId(a, b, true)).toBe(id);
        for (const [a, b] of splitCouplingId(id, new Set([control, target]))) {
          expect([control, target]).toContain(a);
          expect([control, target]).toContain(b);
        }
      }),
    );
  });

  it('coupling ids reverse back to themselves where the qids hold no hyphen', () => {
    const plain = qid.filter((text) => !text.includes('-'));
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const id = couplingId(a, b, true);
        expect(reverseCouplingId(reverseCouplingId(id) ?? '')).toBe(id);
        expect(undirectedCouplingId(a, b) === id || undirectedCouplingId(a, b) === reverseCouplingId(id)).toBe(true);
      }),
    );
  });
});
