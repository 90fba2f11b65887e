import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { notInProject } from '../../../kernel/errors.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { type ComparedValue, compareValues, type ValueComparison } from '../../../runs/rules/compare-values.ts';
import { type ExecutionRecord, getExecution } from '../../../runs/store/executions.ts';
import { rowsCompleteUntil } from '../../../runs/verbs/read-execution.ts';
import { type ArchivedOfRun, archivedOfRun } from '../../store/archived-months.ts';
import { findSnapshot } from '../snapshots/read-snapshot.ts';
import type { Snapshot } from '../snapshots/snapshot.ts';
import { type ComparedPart, idAmong, measuredValues } from './measured-values.ts';

type Ctx = ProjectContext & { objects: ObjectStore };

/** A compared execution, with its inputs if they were stored. */
export interface ComparedExecution {
  execution: ExecutionRecord;
  snapshot: Snapshot | undefined;
  /** Its results that are in files and not compared. */
  archived: ArchivedOfRun;
  /** Everything that was written of its tasks until then is compared. */
  completeUntil: string;
}

/** What differs between two executions. */
export interface ExecutionComparison {
  before: ComparedExecution;
  after: ComparedExecution;
  measured: ValueComparison;
  /** Parameters of the runs that differ. */
  parameters: { name: string; before: unknown; after: unknown }[];
  /** The chips as the runs found them; undefined unless both have a snapshot. */
  start: ValueComparison | undefined;
}

/**
 * Compares what two executions measured, how they were run, and what they started from.
 * @throws ServiceError `not-found` for an execution; `invalid` for one with more results than are compared at once.
 */
export async function compareExecutions(
  ctx: Ctx,
  ids: { before: string; after: string },
  part: ComparedPart,
): Promise<ExecutionComparison> {
  const [before, after] = await Promise.all([readCompared(ctx, ids.before, part), readCompared(ctx, ids.after, part)]);
  const start =
    before.snapshot && after.snapshot
      ? compareValues(startValues(before.snapshot, part), startValues(after.snapshot, part))
      : undefined;
  return {
    before,
    after,
    measured: compareValues(before.values, after.values),
    parameters: differing(before.execution.parameters, after.execution.parameters),
    start,
  };
}

async function readCompared(ctx: Ctx, executionId: string, part: ComparedPart) {
  const now = nowOf(ctx);
  const [execution, { values, rows }] = await Promise.all([
    getExecution(ctx.db, ctx.projectId, executionId),
    measuredValues(ctx, executionId, part),
  ]);
  if (!execution) throw notInProject('Run', executionId, ctx.projectId);
  const completeUntil = rowsCompleteUntil(now, rows, execution);
  const [snapshot, archived] = await Promise.all([findSnapshot(ctx, execution), archivedOfRun(ctx.db, execution)]);
  return { execution, snapshot, archived, values, completeUntil };
}

function startValues({ qubits, couplings }: Snapshot, part: ComparedPart): ComparedValue[] {
  const targets = [...Object.entries(qubits), ...Object.entries(couplings)];
  const qid = idAmong(new Set(targets.map(([id]) => id)), part.qid);
  return targets
    .filter(([id]) => qid === undefined || id === qid)
    .flatMap(([id, { data }]) =>
      Object.entries(data).map(([parameter, { value, unit, taskId }]) => ({ parameter, qid: id, value, unit, taskId })),
    );
}

function differing(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((name) => ({ name, before: ownEntry(before, name) ?? null, after: ownEntry(after, name) ?? null }))
    .filter((one) => canonical(one.before) !== canonical(one.after));
}

/** Equal maps are equal texts, in any order of their fields: the table keeps none. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, entry: unknown) =>
    entry !== null && typeof entry === 'object' && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
