import { readoutLinesOf } from '../../../chips/rules/topology/muxes.ts';
import {
  chipEntity,
  getChip,
  listLatticeTargets,
  type TargetRecord,
  targetEntity,
} from '../../../chips/store/chips.ts';
import { unknownChip } from '../../../chips/verbs/read-chip.ts';
import { hasTargetsOf } from '../../../chips/verbs/read-layout.ts';
import { targetRefsOf } from '../../../chips/verbs/targets.ts';
import { findTopology } from '../../../chips/verbs/topologies.ts';
import { getFlowVersion } from '../../../flows/store/flows.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { notInProject } from '../../../kernel/errors.ts';
import { getItem, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { chipKeys, type TargetRef } from '../../../kernel/store/keys.ts';
import type { TaskResultRecord } from '../../../results/store/task-results.ts';
import { requireWriter } from '../../../results/verbs/write/run-writer.ts';
import { type ExecutionRecord, getExecution } from '../../../runs/store/executions.ts';
import { getRunPointer, type RunOrigin, type RunPointerRecord } from '../../../runs/store/locks.ts';
import { asRefusal } from '../find-work.ts';
import { readEndedResults } from './ended-results.ts';
import { type LastGood, readLastGood } from './last-good.ts';
import { decodePosition, encodePosition, type Position } from './position.ts';

/** The chip of a run, as its worker needs to know it. */
export interface ContextChip {
  chipId: string;
  size: number;
  qubits: { qid: string; muxId: number | undefined }[];
  couplings: string[];
  muxes: string[][];
}

/** A page of a worker's context of its run; the first has the chip and the parameters of tasks. */
export interface ContextPage {
  chip: ContextChip | undefined;
  /** As the flow has them: by task, or by name for all tasks. */
  taskParameters: Record<string, unknown> | undefined;
  targets: readonly TargetRecord[];
  /** What has ended in this run. */
  results: readonly TaskResultRecord[];
  /** Set on the last page of results: false where the index did not show all of them. */
  areResultsComplete: boolean | undefined;
  lastGood: readonly LastGood[];
  next: string | undefined;
}

/** Targets of a page: 256 KB of values where each has twelve. */
const targetsOfPage = 64;

const nothing: ContextPage = {
  ...{ chip: undefined, taskParameters: undefined, targets: [], results: [], lastGood: [] },
  ...{ areResultsComplete: undefined, next: undefined },
};

/**
 * The data that a worker needs for its run (rule WORK-16), page by page in at most two round trips each: the chip with
 * its values, the ended tasks of the run, and the last good result of each task. Every reader of the project may read
 * it; with a `fence` it is refused to a worker that must stop.
 * @throws ServiceError `not-found`; `invalid` for a cursor of another list; `conflict` under an old fence.
 */
export async function readContext(
  ctx: ProjectContext,
  flowRunId: string,
  { fence, cursor }: { fence?: number | undefined; cursor?: string | undefined },
): Promise<ContextPage> {
  if (cursor === undefined) return firstPage(ctx, flowRunId, fence);
  const position = decodePosition(cursor);
  const [execution, page] = await Promise.all([
    getExecution(ctx.db, ctx.projectId, position.executionId),
    pageAt(ctx, position),
  ]);
  if (execution?.flowRunId !== flowRunId) throw notInProject('Run', flowRunId, ctx.projectId);
  await requireFence(execution, fence);
  return page(execution);
}

async function firstPage(ctx: ProjectContext, flowRunId: string, fence: number | undefined): Promise<ContextPage> {
  const { db, projectId } = ctx;
  const pointer = await getRunPointer(db, projectId, flowRunId);
  const origin = pointer && (pointer.origin ?? (await olderOrigin(ctx, pointer)));
  if (!pointer || !origin) throw notInProject('Run', flowRunId, projectId);
  const { chipId, topologyId, flowName, flowVersion, sizeOfOwnTargets: size } = origin;
  const at = { executionId: pointer.executionId, chipId };
  const [execution, chipItem, topology, version, values, ownTargets] = await Promise.all([
    getExecution(db, projectId, pointer.executionId),
    getItem(db, chipKeys.chip(projectId, chipId)),
    findTopology(ctx, projectId, topologyId),
    getFlowVersion(db, projectId, flowName, flowVersion),
    targetsPage(ctx, { ...at, at: 'qubit' }),
    size === undefined ? undefined : listLatticeTargets(db, { projectId, chipId, size }),
  ]);
  if (!execution) throw notInProject('Run', flowRunId, projectId);
  await requireFence(execution, fence);
  const chip = chipItem && chipEntity.decode(chipItem);
  if (!chip || chip.deletingAt) throw unknownChip(projectId, chipId);
  const refs: readonly TargetRef[] = hasTargetsOf(topology, chip)
    ? targetRefsOf(topology)
    : (ownTargets ?? (await listLatticeTargets(db, chip)));
  const muxes = readoutLinesOf(chip);
  const muxOf = new Map(muxes.flatMap((qids, muxId) => qids.map((qid) => [qid, muxId] as const)));
  const ids = (kind: TargetRef['kind']) => refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
  return {
    ...values,
    chip: {
      chipId,
      size: chip.size,
      qubits: ids('qubit').map((qid) => ({ qid, muxId: muxOf.get(qid) })),
      couplings: ids('coupling'),
      muxes,
    },
    taskParameters: version ? JSON.parse(version.defaultRunParameters) : {},
  };
}

/** Of a run that an earlier version started, whose pointer does not say it. */
async function olderOrigin(
  { db, projectId }: ProjectContext,
  { executionId }: RunPointerRecord,
): Promise<RunOrigin | undefined> {
  const execution = await getExecution(db, projectId, executionId);
  const chip = execution && (await getChip(db, projectId, execution.chipId));
  if (!execution || !chip) return undefined;
  const { chipId, flowName, flowVersion } = execution;
  return { chipId, flowName, flowVersion, topologyId: chip.topologyId };
}

/** Refuses what a worker asks that must stop: it would begin again what another one is at. */
async function requireFence(execution: ExecutionRecord, fence: number | undefined): Promise<void> {
  if (fence !== undefined)
    await asRefusal(async () => requireWriter(execution, { executionId: execution.executionId, fence }));
}

/** Reads the page at a position; its contents may depend on the execution, which is read concurrently. */
async function pageAt(ctx: ProjectContext, position: Position): Promise<(execution: ExecutionRecord) => ContextPage> {
  if (position.at === 'tasks') {
    const { lastGood, next } = await readLastGood(ctx, position);
    return () => ({ ...nothing, lastGood, next: next && encodePosition(next) });
  }
  if (position.at !== 'results') {
    const page = await targetsPage(ctx, position);
    return () => page;
  }
  const { results, next, isComplete } = await readEndedResults(ctx, position);
  return (execution) => ({
    ...nothing,
    results,
    next: next && encodePosition(next),
    areResultsComplete: isComplete?.(execution),
  });
}

async function targetsPage(
  { db, projectId }: ProjectContext,
  { executionId, chipId, at, after }: Extract<Position, { at: 'qubit' | 'coupling' }>,
): Promise<ContextPage> {
  const range = (at === 'qubit' ? chipKeys.qubits : chipKeys.couplings)(projectId, chipId);
  const startKey = after === undefined ? {} : { startKey: { pk: range.pk, sk: `${range.prefix}${after}` } };
  const { items, lastKey } = await queryPage(db, { ...range, consistent: true }, { limit: targetsOfPage, ...startKey });
  const here = { executionId, chipId };
  const behind: Position = at === 'qubit' ? { ...here, at: 'coupling' } : { ...here, at: 'results', seen: 0 };
  const next: Position = lastKey ? { ...here, at, after: String(lastKey.sk).slice(range.prefix.length) } : behind;
  return { ...nothing, targets: items.map((item) => targetEntity.decode(item)), next: encodePosition(next) };
}
