import { TARGET_KINDS } from '../../chips/rules/target-kinds.ts';
import { importEntity } from '../../chips/store/chips.ts';
import { newChip } from '../../chips/verbs/jobs/create-job.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { mapInSlices } from '../../kernel/in-slices.ts';
import { getItem } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys } from '../../kernel/store/keys.ts';
import { describeMetric } from '../../values/rules/catalogue.ts';
import type { MetricDefinition } from '../../values/rules/types.ts';
import type { ImportPlan } from '../rules/import/plan.ts';
import { valuesOf } from '../rules/import/values-of.ts';
import { cooldownOf } from './import/cooldown-of.ts';
import { mergesNew } from './import/import-new.ts';
import { judgedIn, rejectedIn, valuesIn } from './import/import-record.ts';
import { mergesInto } from './import/merges-into.ts';
import { misfitOf } from './import/misfit.ts';
import { planOf } from './import/plan-of.ts';
import { inProjectUnits } from './import/plan-units.ts';
import { requireNewIds } from './import/require-new-ids.ts';
import { requireRoomOfTopology } from './import/save-topology.ts';
import type { ImportInput, ImportSummary } from './import-chip.ts';
import { summaryOf, technologyOf, withSuspicion } from './import-chip.ts';

/** One metric that documents bring, over all targets of its kind. */
export interface PreviewedMetric {
  definition: MetricDefinition;
  /** Targets with a value of it. */
  targets: number;
  /** Values, those of the history with them. */
  values: number;
  faulty: number;
  smallest: number | null;
  largest: number | null;
  oldestAt: string;
  newestAt: string;
}

/** What an import would do, with nothing written (rule IMPORT-6). */
export interface ImportPreview extends ImportSummary {
  format: string;
  plan: ImportPlan;
  metrics: PreviewedMetric[];
}

/**
 * What `importChip` would do with the same documents now.
 * @throws ServiceError as `importChip` does.
 */
export async function previewImport(ctx: ProjectContext, input: ImportInput): Promise<ImportPreview> {
  const { projectId } = ctx;
  const { chipId, format } = input;
  const { chip, plan: taken, hash } = await planOf(ctx, input, { packs: false });
  const now = nowOf(ctx);
  const plan = await inProjectUnits(ctx, projectId, taken);
  const done = chip && (await getItem(ctx.db, chipKeys.import(projectId, chipId, hash)));
  const cooldown = await cooldownOf(ctx, input, plan);
  const technology = technologyOf(chip, input, plan);
  const metrics = await metricsOf(plan);
  const base = {
    ...(await summaryOf(plan, { chipId, chip, limits: { technology, own: ctx.limits }, cooldown })),
    ...{ created: !chip, format, plan, metrics },
  };
  if (!chip) {
    await requireNewIds(ctx, chipId, plan);
    await requireRoomOfTopology(ctx, projectId, plan.topology);
    const { username } = ctx.actor.user;
    const fresh = newChip({ projectId, chipId, username, technology }, plan.topology, now);
    const merges = await mergesNew(fresh, plan, { username, at: now }, ctx);
    const samples = merges.flatMap((merge) => merge.samples);
    const judged = judgedIn(
      merges.flatMap(({ judge }) => judge ?? []),
      samples,
    );
    return withSuspicion({ ...base, values: valuesIn(samples), judged });
  }
  const misfit = await misfitOf(ctx, chip, plan);
  if (misfit !== undefined) throw conflict(misfit);
  if (done) return { ...base, unchanged: importEntity.decode(done).values };
  const origin = { username: ctx.actor.user.username, at: now, cooldownId: input.cooldownId };
  const { merges, samples } = await mergesInto(ctx, chip, plan, origin, ctx);
  const values = valuesIn(samples);
  const judged = judgedIn(
    merges.flatMap(({ judge }) => judge ?? []),
    samples,
  );
  return withSuspicion({ ...base, values, unchanged: valuesOf(plan) - values - rejectedIn(samples), judged });
}

/** Every metric of a plan, by the kind of its targets, in the order of their names. */
async function metricsOf(plan: ImportPlan): Promise<PreviewedMetric[]> {
  const found = new Map<string, Found[]>();
  await mapInSlices(plan.targets, ({ kind, id, values, faulty, before = [] }) => {
    const add = (metric: string, entry: Omit<Found, 'id'>) => {
      const key = `${TARGET_KINDS.indexOf(kind)} ${metric}`;
      const entries = found.get(key) ?? [];
      entries.push({ ...entry, id });
      found.set(key, entries);
    };
    for (const [metric, { value, unit, calibratedAt }] of Object.entries(values)) {
      add(metric, { value, unit, at: calibratedAt });
    }
    for (const [metric, at] of Object.entries(faulty)) add(metric, { value: null, unit: undefined, at });
    for (const { metric, value, unit, at } of before) add(metric, { value, unit, at });
  });
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return mapInSlices(sorted, ([key, entries]) =>
    previewOf(key.slice(2), TARGET_KINDS[Number(key[0])] ?? 'qubit', entries),
  );
}

interface Found {
  id: string;
  value: number | null;
  unit: string | undefined;
  at: string;
}

function previewOf(metric: string, target: MetricDefinition['target'], entries: readonly Found[]): PreviewedMetric {
  const withValue = entries.filter(({ value }) => value !== null);
  const numbers = withValue.map(({ value }) => value ?? 0);
  const times = entries.map(({ at }) => at).sort();
  return {
    definition: describeMetric(metric, target, withValue[0]?.unit),
    targets: new Set(withValue.map(({ id }) => id)).size,
    values: withValue.length,
    faulty: entries.length - withValue.length,
    smallest: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b)),
    largest: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b)),
    oldestAt: times[0] ?? '',
    newestAt: times.at(-1) ?? '',
  };
}
