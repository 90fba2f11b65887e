import { getChip, type TargetRecord } from '#shared/chips/store/chips.ts';
import { readChip, readTargets, unknownChip } from '#shared/chips/verbs/read-chip.ts';
import { forEachConcurrent } from '#shared/kernel/concurrency.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { invalid, ServiceError } from '#shared/kernel/errors.ts';
import { ownEntry } from '#shared/kernel/rules/own-entry.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { gateWords } from '#shared/values/rules/gate-mark.ts';
import { fitNewValue } from '#shared/values/rules/manual-value.ts';
import { type MetricUnits, metricName } from '#shared/values/store/metric-units.ts';
import { unitsOfEdit } from '#shared/values/verbs/parameters/metric-units.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';

/** A value that calibrations of a qubit may start from. */
export interface Seed {
  parameter: string;
  qid: string;
  value: number;
  unit: string | undefined;
}

export interface SeedResult extends Seed {
  status: 'imported' | 'skipped' | 'error';
  message?: string | undefined;
}

/** Most seeds of one request. */
export const mostSeeds = 10_000;
/** Most values of one edit, as of `PATCH /calibrations/parameters`. */
const valuesOfEdit = 20;
const editsAtOnce = 8;

/** Parameters that a bring-up starts from. */
const usualSeeds = ['control_amplitude', 'qubit_frequency', 'readout_amplitude', 'readout_frequency'];

/**
 * Sets seeds as values by hand, each on its own (rule METRIC-13): an impossible one is reported, and does not stop the
 * others. Equal current values stay, so that a repeated request sets nothing twice.
 * @throws ServiceError `unknown-reference` for the chip; `invalid` for too many.
 */
export async function importSeeds(
  ctx: ProjectContext,
  chipId: string,
  seeds: readonly Seed[],
): Promise<{ results: SeedResult[]; activityId: string | undefined }> {
  if (seeds.length > mostSeeds)
    throw invalid(`${seeds.length} values are more than ${mostSeeds}, which one request sets`);
  const chip = await getChip(ctx.db, ctx.projectId, chipId);
  if (!chip) throw unknownChip(ctx.projectId, chipId);
  const { qubits } = await readTargets(ctx, chip);
  const known = new Map(qubits.map((qubit) => [qubit.id, qubit]));
  const parameters = [...new Set(seeds.map(({ parameter }) => parameter))];
  const units = await unitsOfEdit(ctx, { kind: 'qubit' }, parameters);
  const results = seeds.map((seed): SeedResult => judged(known.get(seed.qid), seed, units));
  const wanted = Map.groupBy(
    results.filter(({ status }) => status === 'imported'),
    ({ qid }) => qid,
  );
  const edits = [...wanted].flatMap(([qid, all]) =>
    Array.from({ length: Math.ceil(all.length / valuesOfEdit) }, (_, n) => ({
      ...{ qid, all: all.slice(n * valuesOfEdit, (n + 1) * valuesOfEdit), activityId: undefined as string | undefined },
    })),
  );
  // A mark of the request in each edit would stand for all of them.
  const unmarked = { ...ctx, idempotency: undefined };
  await forEachConcurrent(edits, editsAtOnce, async (edit) => {
    const values = edit.all.map(({ parameter, value, unit }) => [parameter, { value, unit }] as const);
    const edited = Object.fromEntries(values);
    try {
      const { activityId, remarks } = await updateParameters(unmarked, {
        chipId,
        qid: edit.qid,
        parameters: edited,
        reason: 'Seed import',
      });
      edit.activityId = activityId;
      for (const result of edit.all) {
        const mark = ownEntry(remarks, result.parameter);
        if (mark) result.message = `It counts, but ${gateWords(mark.because)}`;
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      for (const result of edit.all) Object.assign(result, { status: 'error', message: error.message });
    }
  });
  return { results, activityId: edits.find(({ activityId }) => activityId)?.activityId };
}

/** Whether a seed can be set: `imported` says that it will be. */
function judged(qubit: TargetRecord | undefined, seed: Seed, units: MetricUnits): SeedResult {
  if (!qubit) return { ...seed, status: 'error', message: `Qubit '${seed.qid}' not found in the chip` };
  const stands = ownEntry(qubit.data, seed.parameter);
  const unit = units.get(metricName({ kind: 'qubit', metric: seed.parameter })) ?? stands?.unit;
  const fitted = fitNewValue(describeMetric(seed.parameter, 'qubit'), seed, unit);
  if ('problem' in fitted) return { ...seed, status: 'error', message: fitted.problem };
  if (stands && stands.value === fitted.value && stands.unit === fitted.unit)
    return { ...seed, status: 'skipped', message: 'The qubit has this value already' };
  return { ...seed, status: 'imported' };
}

/** Names of parameters that seeds may set. @throws ServiceError `not-found`. */
export async function seedParameters(ctx: ProjectContext, chipId: string): Promise<string[]> {
  const { qubits } = await readTargets(ctx, await readChip(ctx, chipId));
  return [...new Set([...usualSeeds, ...qubits.flatMap(({ data }) => Object.keys(data))])].sort();
}
