import type { ProjectContext } from '../../context.ts';
import type { ExecutionStatus } from '../../domain/runs/statuses.ts';
import type { QueryRange } from '../../store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../store/dynamodb/paging.ts';
import { projectKeys, runKeys } from '../../store/keys.ts';
import { decodeSummary, type ExecutionSummary } from '../../store/runs/executions.ts';

/** Which executions are wanted; an id that nothing has matches nothing. */
export interface ExecutionFilter {
  chipId?: string | undefined;
  status?: ExecutionStatus | undefined;
  flowName?: string | undefined;
  /** Those that started from then on; of those that never started, those asked for from then on. */
  startFrom?: string | undefined;
}

/** Executions of the project, newest first. @throws ServiceError `invalid` for a `skip` or cursor out of bounds. */
export function listExecutions(
  ctx: ProjectContext,
  filter: ExecutionFilter,
  page: PageRequest,
): Promise<Page<ExecutionSummary>> {
  const { chipId, status, flowName, startFrom } = filter;
  return readPage(ctx.db, { ...rangeOf(ctx.projectId, filter), descending: true }, page, {
    decode: decodeSummary,
    keep: (execution) =>
      (chipId === undefined || execution.chipId === chipId) &&
      (status === undefined || execution.status === status) &&
      (flowName === undefined || execution.flowName === flowName) &&
      (startFrom === undefined || (execution.startAt ?? execution.createdAt) >= startFrom),
    // Runs of a project follow one another: whatever is older than one that had ended by then had ended as well.
    endsAt: (execution) => startFrom !== undefined && execution.endAt !== undefined && execution.endAt < startFrom,
  });
}

/** The narrowest index: what it holds too much is left out while reading. */
function rangeOf(projectId: string, { chipId, status, flowName }: ExecutionFilter): QueryRange {
  if (flowName !== undefined) return { index: 'gsi4', pk: runKeys.ofFlow(projectId, flowName) };
  if (chipId !== undefined && status !== undefined)
    return { index: 'gsi3', pk: runKeys.ofChipAndStatus(projectId, chipId, status) };
  if (status !== undefined) return { index: 'gsi2', pk: runKeys.ofStatus(projectId, status) };
  if (chipId !== undefined) return { index: 'gsi1', pk: runKeys.ofChip(projectId, chipId) };
  return projectKeys.executions(projectId);
}
