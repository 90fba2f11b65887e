import type { ElementKind, TargetKind } from '../../chips/rules/target-kinds.ts';
import { readoutLinesOf } from '../../chips/rules/topology/muxes.ts';
import { type ChipRecord, importEntity } from '../../chips/store/chips.ts';
import { freeDeletedId } from '../../chips/verbs/change/remove-deleted-chip.ts';
import { runJob } from '../../chips/verbs/change/run-job.ts';
import { claimJob } from '../../chips/verbs/jobs/jobs.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { mapInSlices } from '../../kernel/in-slices.ts';
import { getItem } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys } from '../../kernel/store/keys.ts';
import { requireQuota } from '../../projects/verbs/usage/require-quota.ts';
import type { ValueLimits } from '../../values/rules/own-limits.ts';
import { type Technology, usualTechnology } from '../../values/rules/technology.ts';
import type { ImportDocuments } from '../rules/import/formats.ts';
import { ImpossibleValues, plannedValues } from '../rules/import/impossible-values.ts';
import type { LeftOutEntries } from '../rules/import/left-out.ts';
import type { ImportPlan } from '../rules/import/plan.ts';
import { cooldownOf, type NamedCooldown } from './import/cooldown-of.ts';
import type { JudgedSample } from './import/import-judge.ts';
import { misfitOf } from './import/misfit.ts';
import { planOf } from './import/plan-of.ts';
import { storePlan } from './import/plan-store.ts';
import { claimProjectUnits, inProjectUnits } from './import/plan-units.ts';
import { requireNewIds } from './import/require-new-ids.ts';
import { runImport } from './import/run-import.ts';
import { requireRoomOfTopology } from './import/save-topology.ts';

/** What an import did (rule IMPORT-6). */
export interface ImportSummary {
  chipId: string;
  created: boolean;
  qubits: number;
  couplings: number;
  /** Couplers, gates and chains. */
  elements: Record<ElementKind, number>;
  values: number;
  faulty: number;
  missing: number;
  unchanged: number;
  warnings: string[];
  /** Entries of the documents that are taken over. */
  read: number;
  /** Entries that are not, by kind. */
  leftOut: LeftOutEntries[];
  /** What the project's gate said of the values that are new (rule GATE-7). */
  judged: JudgedSample[];
}

export type ImportInput = ImportDocuments & {
  chipId: string;
  /** Of a new chip; that of one that is there is not changed. */
  technology?: Technology | null | undefined;
  /** The cool-down that the values belong to; it lists the chip. */
  cooldownId?: string | undefined;
};

/**
 * Imports a device: a new chip appears whole, an existing one gains what is newer
 * (docs/design/write-protocols.md#imports).
 * @throws ServiceError `invalid` with the path in the document of everything that is wrong with it; `conflict` for a chip
 * of another size, while the chip is being changed, or in a project that is beyond its quota of rows.
 */
export async function importChip(ctx: ProjectContext, input: ImportInput): Promise<ImportSummary> {
  const { projectId } = ctx;
  const { chipId } = input;
  const { chip, plan, hash, parts } = await planOf(ctx, input, { packs: true });
  const done = chip && (await getItem(ctx.db, chipKeys.import(projectId, chipId, hash)));
  const misfit = chip && (await misfitOf(ctx, chip, plan));
  if (misfit !== undefined) throw conflict(misfit);
  const cooldown = await cooldownOf(ctx, input, plan);
  const technology = technologyOf(chip, input, plan);
  const limits = { technology, own: ctx.limits };
  if (chip && done) {
    const repeated = await summaryOf(await inProjectUnits(ctx, projectId, plan), { chipId, chip, limits, cooldown });
    return { ...repeated, values: 0, unchanged: importEntity.decode(done).values };
  }
  await requireQuota(ctx, projectId, ['rows']);
  if (!chip) {
    await requireNewIds(ctx, chipId, plan);
    await requireRoomOfTopology(ctx, projectId, plan.topology);
    await freeDeletedId(ctx, chipId);
  }
  const { username } = ctx.actor.user;
  const gate = ctx.gate === 'off' ? undefined : ctx.gate;
  const request = {
    projectId,
    chipId,
    jobId: hash,
    kind: 'import' as const,
    username,
    create: undefined,
    gate,
    limits: ctx.limits,
    technology,
    cooldownId: input.cooldownId,
  };
  const job = await claimJob(ctx, { ...request, parts: parts.length }, runJob);
  await storePlan(ctx, job, parts);
  const fitted = await claimProjectUnits(ctx, projectId, plan);
  const counts = await runImport(ctx, job, fitted);
  // Another job came between: the present state decides.
  return counts
    ? withSuspicion({ ...(await summaryOf(fitted, { chipId, chip, limits, cooldown })), ...counts })
    : importChip(ctx, input);
}

/**
 * The technology by which an import is judged. @throws ServiceError `invalid` if another one than the chip's is
 * requested.
 */
export function technologyOf(
  chip: ChipRecord | undefined,
  { chipId, technology }: ImportInput,
  plan: ImportPlan,
): Technology | undefined {
  if (!chip) return technology ?? plan.technology;
  const own = chip.technology ?? usualTechnology;
  if (technology == null || technology === own) return own;
  throw invalid(`Chip '${chipId}' is of the technology '${own}', not '${technology}'`, [
    { path: 'body.technology', message: `must be '${own}', or absent` },
  ]);
}

interface SummaryOf {
  chipId: string;
  chip: ChipRecord | undefined;
  limits: ValueLimits;
  cooldown: NamedCooldown | undefined;
}

/** The counts of a plan, before anything of it was compared with a chip. */
export const summaryOf = async (
  plan: ImportPlan,
  { chipId, chip, limits, cooldown }: SummaryOf,
): Promise<ImportSummary> => ({
  chipId,
  created: false,
  qubits: plan.targets.filter((target) => target.kind === 'qubit').length,
  couplings: plan.targets.filter((target) => target.kind === 'coupling').length,
  elements: elementCounts(plan.targets),
  values: 0,
  faulty: plan.faulty,
  missing: plan.missing,
  unchanged: 0,
  warnings: [
    ...plan.warnings,
    ...(chip && hasOtherLines(chip, plan) ? [otherLines] : []),
    ...(await impossibleIn(plan, limits)),
    ...(cooldown?.warnings ?? []),
  ],
  read: plan.read,
  leftOut: plan.leftOut,
  judged: [],
});

const elementCounts = (targets: readonly { kind: TargetKind }[]) => {
  const count = (kind: ElementKind) => targets.filter((target) => target.kind === kind).length;
  return { coupler: count('coupler'), gate: count('gate'), chain: count('chain') };
};

/** Judged in slices: a plan has up to 50,000 values. */
async function impossibleIn(plan: ImportPlan, limits: ValueLimits): Promise<string[]> {
  const impossible = new ImpossibleValues(limits);
  await mapInSlices(plannedValues(plan), (value) => impossible.add(value));
  return impossible.sentences();
}

const otherLines = 'The readout lines of the document are not taken over: the chip has others';

const hasOtherLines = (chip: ChipRecord, { readoutLines }: ImportPlan): boolean =>
  readoutLines !== undefined && JSON.stringify(readoutLines) !== JSON.stringify(readoutLinesOf(chip));

/** Values that are held together make the whole suspect from these on. */
const suspect = { share: 0.05, count: 10 };

/** With a warning where so many values are held that it may rather be the calibration that is wrong. */
export function withSuspicion<T extends ImportSummary>(summary: T): T {
  const held = summary.judged.filter(({ mark }) => mark.state === 'held').length;
  if (held < suspect.count || held <= suspect.share * summary.values) return summary;
  const warning = `${held} of ${summary.values} values are held: look at the calibration as a whole`;
  return { ...summary, warnings: [...summary.warnings, warning] };
}
