import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chipEntity } from '#shared/chips/store/chips.ts';
import { chipAsOf } from '#shared/chips/verbs/history/chip-as-of.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { chipMetrics } from '#shared/values/verbs/chip-metrics.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { openCell } from '#test/support/open-cell.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { newestOf } from '#test/support/runs/newest-samples.ts';
import { instants, type SampleWorld, startSampleWorld } from '#test/support/runs/sample-world.ts';

let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
});
afterAll(() => verbs.stop());

async function ofChip(world: SampleWorld, asOf: string): Promise<Record<string, unknown>> {
  const { qubits, couplings } = await chipAsOf(ctx, world.chipId, asOf);
  return Object.fromEntries(
    [...qubits, ...couplings].flatMap(({ id, data, faulty }) => [
      ...Object.entries(data).map(([metric, { value, calibratedAt }]) => [`${id} ${metric}`, [value, calibratedAt]]),
      ...Object.entries(faulty).map(([metric, at]) => [`${id} ${metric}`, [null, at]]),
    ]),
  );
}

async function ofMetrics(world: SampleWorld, asOf: string): Promise<Record<string, unknown>> {
  const { qubit, coupling } = await chipMetrics(ctx, world.chipId, { asOf });
  return Object.fromEntries(
    [...Object.entries(qubit), ...Object.entries(coupling)].flatMap(([metric, cells]) =>
      Object.entries(cells).map(([id, cell]) => [`${id} ${metric}`, [openCell(cell).value, cell.at]]),
    ),
  );
}

/** Something newer than every instant that is asked for: current values answer none of them. */
async function calibrateLater(chipId: string): Promise<void> {
  const { rev, ...chip } = await readChip(ctx, chipId);
  const later = { ...chip, lastCalibratedAt: '2025-06-01T00:00:00.000Z' };
  await batchWriteItems(verbs.db, [{ put: chipEntity.encode(later, rev + 1) }]);
}

const cases = caseCount(1000);
const worlds = Math.ceil(cases / 250);

it(`a chip and its metrics as of an instant are what every sample says (${cases} cases)`, async () => {
  let shown = 0;
  for (let n = 0; n < worlds; n += 1) {
    const world = await startSampleWorld(verbs, ctx, `chip-${n}`);
    await calibrateLater(world.chipId);
    await world.measure(80, n);
    if (n % 3 > 0) await world.close();
    await world.measure(15, n + 1000);
    await world.exclude(n);
    if (n % 3 > 1) await world.close();
    for (const asOf of fc.sample(instants, { numRuns: Math.ceil(cases / worlds), seed: n })) {
      const wanted = Object.fromEntries(
        newestOf(world.samples, asOf).map(({ target, metric, value, at }) => [`${target.id} ${metric}`, [value, at]]),
      );
      expect(await ofChip(world, asOf), asOf).toEqual(wanted);
      expect(await ofMetrics(world, asOf), asOf).toEqual(wanted);
      shown += Object.keys(wanted).length;
    }
  }
  expect(shown).toBeGreaterThan(cases);
});
