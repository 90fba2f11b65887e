import { splitCouplingId } from '../../chips/rules/coupling-id.ts';
import { readoutLinesOf } from '../../chips/rules/topology/muxes.ts';
import { getChip } from '../../chips/store/chips.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { type Problem, unknownReference } from '../../kernel/errors.ts';
import { isResourceId } from '../../kernel/rules/ids.ts';
import { batchGetItems } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys } from '../../kernel/store/keys.ts';
import type { QidRole } from '../../results/store/task-results.ts';
import type { TaskType } from '../../runs/rules/plan.ts';
import { muxIdTarget, taskIdOf } from '../../runs/rules/task-id.ts';
import type { OutputParameter } from '../../runs/rules/task-outcome.ts';
import type { ReportedResult } from './reported-result.ts';

/** A value that a coupling's task measured of one of its two qubits. */
export interface RoleOutput extends OutputParameter {
  role: QidRole;
  /** The metric of the qubit. */
  metric: string;
}

/** What a worker says of one qubit of a mux; what is absent is as the mux has it. */
export type MuxPart = Pick<ReportedResult, 'inputParameters' | 'runParameters' | 'outputParameters'> &
  Pick<ReportedResult, 'figures' | 'rawData'> &
  Partial<Pick<ReportedResult, 'status' | 'message' | 'r2'>>;

/** A result as a worker sends it: of one target, or of the qubits of a mux in one shot. */
export interface SentResult extends Omit<ReportedResult, 'taskType'> {
  taskType: TaskType | 'mux';
  muxId: number | undefined;
  /** Of a mux; all of its qubits where none is named. */
  qubits: Readonly<Record<string, MuxPart>>;
  /** Of a coupling, by the names that the worker gave. */
  roleOutputs: Readonly<Record<string, RoleOutput>>;
}

/** A result of one target, and which one that was sent it comes from. */
export interface ExpandedResult extends ReportedResult {
  /** Number of what was sent. */
  from: number;
  /** Where the request has it. */
  path: string;
  /** The worker's names of its values, where they are not those of the metrics. */
  givenNames?: Readonly<Record<string, string>>;
}

/** The qubits of the muxes of a chip; nothing is read where no mux is meant. */
export async function readMuxes(ctx: ProjectContext, chipId: string, muxIds: readonly unknown[]): Promise<string[][]> {
  const chip = muxIds.some((id) => id !== undefined) ? await getChip(ctx.db, ctx.projectId, chipId) : undefined;
  return chip ? readoutLinesOf(chip) : [];
}

/** The qubits of couplings whose results have values of them: an id with several hyphens may be read in several ways. */
export async function readPairedQubits(
  { db, projectId }: ProjectContext,
  chipId: string,
  sent: readonly SentResult[],
): Promise<Set<string>> {
  const valued = sent.filter(({ roleOutputs }) => Object.keys(roleOutputs).length > 0);
  const qids = [...new Set(valued.flatMap(({ qid }) => splitCouplingId(qid).flat()))].filter((qid) =>
    isResourceId(qid),
  );
  const items = await batchGetItems(
    db,
    qids.map((qid) => chipKeys.qubit(projectId, chipId, qid)),
  );
  return new Set(qids.filter((_, n) => items[n] !== undefined));
}

/**
 * One result for each target (rule TASK-17): a mux has one of its own and one for each of its qubits, and a coupling's values with a role
 * are results of its qubits.
 * @throws ServiceError `invalid` for a mux that the chip does not have, or a qubit that is not of the mux.
 */
export function expandResults(
  flowRunId: string,
  chipId: string,
  sent: readonly SentResult[],
  { muxes, qids: paired }: { muxes: readonly (readonly string[])[]; qids: ReadonlySet<string> },
): ExpandedResult[] {
  const problems: Problem[] = [];
  const expanded = sent.flatMap((result, from) => {
    const path = `body.results.${from}`;
    if (result.taskType !== 'mux')
      return ofTarget(flowRunId, { ...result, taskType: result.taskType }, paired, { from, path });
    const { muxId = -1 } = result;
    const qids = muxes[muxId];
    if (!qids) {
      problems.push({ path: `${path}.mux_id`, message: `${muxId} is not a mux of chip '${chipId}'` });
      return [];
    }
    const named = Object.keys(result.qubits);
    for (const qid of named)
      if (!qids.includes(qid))
        problems.push({ path: `${path}.qubits.${qid}`, message: `'${qid}' is not a qubit of mux ${muxId}` });
    const { task, stage, attempt } = result;
    const fileTaskId = taskIdOf({ flowRunId, stage, task, target: muxIdTarget(muxId), attempt });
    const { qubits: _qubits, roleOutputs: _roles, ...own } = result;
    const parts = (named.length > 0 ? named : qids).map((qid) => ofQubit(result, qid, { from, path, fileTaskId }));
    // A file is read by the result that it was uploaded for, which is the mux's.
    const figures = [...new Set([...own.figures, ...parts.flatMap((part) => part.figures)])];
    const rawData = [...new Set([...own.rawData, ...parts.flatMap((part) => part.rawData)])];
    const ofMux = { ...own, from, path, taskType: 'global' as const, idTarget: muxIdTarget(muxId), figures, rawData };
    return [ofMux, ...parts];
  });
  if (problems.length > 0) throw unknownReference(`Chip '${chipId}' does not have all of these targets`, problems);
  return expanded;
}

function ofQubit(
  { qubits, roleOutputs: _roles, ...mux }: SentResult,
  qid: string,
  of: { from: number; path: string; fileTaskId: string },
): ExpandedResult {
  const part = qubits[qid];
  return {
    ...mux,
    ...of,
    ...(part ? { path: `${of.path}.qubits.${qid}` } : {}),
    taskType: 'qubit',
    qid,
    status: part?.status ?? mux.status,
    message: part?.message ?? mux.message,
    r2: part?.r2 ?? mux.r2,
    inputParameters: part?.inputParameters ?? {},
    outputParameters: part?.outputParameters ?? {},
    runParameters: { ...mux.runParameters, ...part?.runParameters },
    figures: [...mux.figures, ...(part?.figures ?? [])],
    rawData: [...mux.rawData, ...(part?.rawData ?? [])],
  };
}

type OfTarget = SentResult & { taskType: TaskType };

function ofTarget(
  flowRunId: string,
  { qubits: _qubits, roleOutputs, ...result }: OfTarget,
  paired: ReadonlySet<string>,
  at: Pick<ExpandedResult, 'from' | 'path'>,
): ExpandedResult[] {
  const own = { ...result, ...at };
  const [pair] = splitCouplingId(result.qid, paired);
  if (result.taskType !== 'coupling' || !pair) return [own];
  const { task, stage, attempt, qid } = result;
  const upstreamId = taskIdOf({ flowRunId, stage, task, target: qid, attempt });
  const parts = (['control', 'target'] as const).flatMap((role, n): ExpandedResult[] => {
    const named = Object.entries(roleOutputs).filter(([, output]) => output.role === role);
    if (named.length === 0) return [];
    const outputs = named.map(([, { role: _role, metric, ...output }]) => [metric, output] as const);
    return [
      {
        ...own,
        taskType: 'qubit',
        qid: pair[n] ?? '',
        idTarget: `${qid} ${role}`,
        qidRole: role,
        upstreamId,
        fileTaskId: upstreamId,
        outputParameters: Object.fromEntries(outputs),
        givenNames: Object.fromEntries(named.map(([name, { metric }]) => [metric, name])),
      },
    ];
  });
  return [own, ...parts];
}
