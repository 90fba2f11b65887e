import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findTask, taskCatalogue, taskNames } from '#shared/runs/rules/task-catalogue.ts';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { simulated } from '#test/support/runs/simulation.ts';

const units = new Map([
  ...taskCatalogue.flatMap((task) => task.outputs.map(({ name, unit }) => [name, unit] as const)),
  ...metricCatalogue.map(({ key, storedUnit }) => [key, storedUnit] as const),
]);
const number = fc.oneof(
  fc.constantFrom(0, -1, 1, 1e-12, 1e12),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  fc.double({ noNaN: true, min: 0, max: 1 }),
);
/** Any number for any metric, as a person may type it in. */
const values = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...units.keys()), number), { selector: ([key]) => key, maxLength: 12 })
  .map((pairs) => Object.fromEntries(pairs.map(([key, value]) => [key, { value, unit: units.get(key) ?? '' }])));

it('the simulator ends every task with finite outputs or a reason, whatever values the chip holds', () => {
  fc.assert(
    fc.property(fc.constantFrom(...taskNames), values, values, fc.nat(), (task, own, other, seed) => {
      const outcome = simulated({ task, values: own, control: own, targetQubit: other, seed, parameters: {} });
      const outputs = Object.values(outcome.outputParameters);
      if (outcome.status === 'completed') expect(outputs).toHaveLength(findTask(task)?.outputs.length ?? -1);
      else expect([outputs.length, outcome.message.startsWith(`${task} `)]).toEqual([0, true]);
      for (const { value, error } of outputs) expect(Number.isFinite(value) && Number.isFinite(error)).toBe(true);
      expect(outcome.r2 === undefined || Number.isFinite(outcome.r2)).toBe(true);
      expect(outcome.message).not.toMatch(/NaN|undefined|Infinity/);
      for (const { body, name } of [...outcome.figures, ...outcome.rawData]) {
        expect(body, name).not.toMatch(/NaN|Infinity|null|undefined/);
      }
    }),
    { numRuns: caseCount(300) },
  );
});
