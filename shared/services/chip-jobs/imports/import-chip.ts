import type { ProjectContext } from '../../../context.ts';
import { importIbm } from '../../../domain/import/ibm/import-ibm.ts';
import type { ImportPlan } from '../../../domain/import/plan.ts';
import { conflict, invalid, type Problem } from '../../../errors.ts';
import { getChip, importEntity } from '../../../store/chips/chips.ts';
import { getItem } from '../../../store/dynamodb/database.ts';
import { chipKeys } from '../../../store/keys.ts';
import { claimJob } from '../jobs.ts';
import { runJob } from '../run-job.ts';
import { packPlan, planHash, storePlan } from './plan-store.ts';
import { runImport } from './run-import.ts';
import { requireRoomOfTopology } from './save-topology.ts';

/** What an import did (rule IMPORT-6). */
export interface ImportSummary {
  chipId: string;
  created: boolean;
  qubits: number;
  couplings: number;
  values: number;
  faulty: number;
  missing: number;
  unchanged: number;
  warnings: string[];
}

export interface ImportInput {
  format: 'ibm';
  chipId: string;
  documents: { conf: unknown; props: unknown };
}

/**
 * Imports a device: a new chip appears whole, an existing one gains what is newer
 * (docs/design/write-protocols.md#imports).
 * @throws ServiceError `invalid` with the path in the document of everything that is wrong with it; `conflict` for a chip
 * of another size, or while the chip is being changed.
 */
export async function importChip(ctx: ProjectContext, input: ImportInput): Promise<ImportSummary> {
  const plan = planOf(input);
  const { projectId } = ctx;
  const { chipId } = input;
  const hash = planHash(plan);
  const [chip, done] = await Promise.all([
    getChip(ctx.db, projectId, chipId),
    getItem(ctx.db, chipKeys.import(projectId, chipId, hash)),
  ]);
  if (chip && chip.size !== plan.topology.numQubits)
    throw conflict(
      `Chip '${chipId}' has ${chip.size} qubits; the documents describe ${plan.topology.numQubits} of '${plan.deviceName}'`,
    );
  const summary = summaryOf(plan, chipId);
  if (chip && done) return { ...summary, values: 0, unchanged: importEntity.decode(done).values };
  if (!chip) await requireRoomOfTopology(ctx, projectId, plan.topology);
  const parts = packPlan(plan);
  const { username } = ctx.actor.user;
  const request = { projectId, chipId, jobId: hash, kind: 'import' as const, username, create: undefined };
  const job = await claimJob(ctx, { ...request, parts: parts.length }, runJob);
  await storePlan(ctx, job, parts);
  const counts = await runImport(ctx, job, plan);
  // Somebody else's job came between: what stands now decides.
  return counts ? { ...summary, ...counts } : importChip(ctx, input);
}

const importers = { ibm: importIbm };

/** Largest and smallest magnitude that is stored; far beyond any measured value, within DynamoDB's numbers. */
const magnitude = { max: 1e100, min: 1e-100 };

function planOf(input: ImportInput): ImportPlan {
  const result = importers[input.format](input.documents);
  const problems: Problem[] = result.ok
    ? result.plan.targets.flatMap((target) =>
        Object.entries(target.values)
          .filter(
            ([, { value }]) => Math.abs(value) > magnitude.max || (value !== 0 && Math.abs(value) < magnitude.min),
          )
          .map(([metric]) => ({ path: `${target.kind} ${target.id}: ${metric}`, message: 'is out of range' })),
      )
    : result.problems;
  if (result.ok && problems.length === 0) return result.plan;
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw invalid(
    `The ${input.format} documents cannot be imported: ${first?.path}: ${first?.message}${more}`,
    problems.map(({ path, message }) => ({ path: `body.documents.${path}`, message })),
  );
}

const summaryOf = (plan: ImportPlan, chipId: string): ImportSummary => ({
  chipId,
  created: false,
  qubits: plan.targets.filter((target) => target.kind === 'qubit').length,
  couplings: plan.targets.filter((target) => target.kind === 'coupling').length,
  values: 0,
  faulty: plan.faulty,
  missing: plan.missing,
  unchanged: 0,
  warnings: plan.warnings,
});
