import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { threadsAboutQuery } from '../../discussions/lib/queries.ts';
import type { Run } from '../../ui/lib/api/wire.ts';
import { repeatableQuery } from '../lib/repeat-queries.ts';
import { useRunChanges } from './run-changes.tsx';

/**
 * Whether everything that decides the layout of a run's page is known, or could not be read; then the page is drawn at
 * once and nothing moves in it. Once drawn it stays, even if the end of the run requires more reads.
 */
export function useWholeRun(executionId: string, run: Run | undefined, isPendingTasks: boolean): boolean {
  const isOver = run !== undefined && isEnded(run.status);
  const isManaged = isOver && run.runner === 'managed';
  const hasFailed = (run?.progress.by_status.failed ?? 0) > 0;
  const waits = [
    isPendingTasks,
    useQuery(threadsAboutQuery({ run: executionId })).isPending,
    useQuery({ ...repeatableQuery(executionId, 'failed'), enabled: isManaged && hasFailed }).isLoading,
    useQuery({ ...repeatableQuery(executionId, 'stale'), enabled: isManaged }).isLoading,
    useRunChanges(isOver ? run : undefined).isLoading,
  ];
  const [drawn, setDrawn] = useState<string>();
  const isWhole = run !== undefined && !waits.some(Boolean);
  if (isWhole && drawn !== executionId) setDrawn(executionId);
  return isWhole || drawn === executionId;
}
