import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceError } from '#shared/kernel/errors.ts';
import type { Limit } from '#shared/limits/rules/limits.ts';
import { Limiter } from '#shared/limits/verbs/limiter.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const cases = caseCount(100);
const mostCost = 400;
const limit: Limit = { owner: 'user', kind: 'reads', bucket: { ratePerSecond: 50, burst: 500 }, lease: 40 };

const step = fc.record({
  process: fc.nat({ max: 2 }),
  expected: fc.integer({ min: 1, max: mostCost }),
  cost: fc.nat({ max: mostCost }),
  waitMilliseconds: fc.constantFrom(0, 0, 0, 100, 1000, 5000, 30_000),
});

it(`all processes together never admit more than the burst, the rate and a slack for each process (${cases} cases)`, async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const ownerId = `user-${number++}`;
      const began = verbs.now.getTime();
      let processes = [0, 1, 2].map(() => new Limiter([limit]));
      let used = 0;
      for (const { process, expected, cost, waitMilliseconds } of steps) {
        verbs.now = new Date(verbs.now.getTime() + waitMilliseconds);
        const spend = { owner: 'user', kind: 'reads', ownerId, ownerText: ownerId, tokens: expected } as const;
        const grant = await processes[process]?.take(verbs.ctx, [spend]).catch((error: unknown) => {
          if (error instanceof ServiceError) return undefined;
          throw error;
        });
        if (!grant) continue;
        await grant.settle({ reads: cost });
        used += cost;
        const seconds = (verbs.now.getTime() - began) / 1000;
        // A process may hold a lease and owe as much, and a request may cost more than it was expected to.
        const slack = processes.length * 2 * Math.max(limit.lease, mostCost) + mostCost;
        expect(used).toBeLessThanOrEqual(limit.bucket.burst + limit.bucket.ratePerSecond * seconds + slack);
      }
      // Anyone who waits long enough is admitted, whatever was used before.
      verbs.now = new Date(verbs.now.getTime() + 600_000);
      processes = [new Limiter([limit])];
      const spend = { owner: 'user', kind: 'reads', ownerId, ownerText: ownerId, tokens: 1 } as const;
      await processes[0]?.take(verbs.ctx, [spend]);
    }),
    { numRuns: cases },
  );
}, 600_000);
