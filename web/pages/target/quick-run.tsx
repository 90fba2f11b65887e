import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import type { TargetKind } from '../../lib/api/wire.ts';
import { taskNamesQuery } from '../../lib/results/queries.ts';
import { offeredTasks } from '../../lib/runs/offered-tasks.ts';

// A dialog is needed only by those who open it.
const QuickRunDialog = lazy(() =>
  import('./quick-run-dialog.tsx').then((module) => ({ default: module.QuickRunDialog })),
);

/** Runs one task: of a worker, or a standard one that measures the shown metric; hidden if there is none. */
export function QuickRun(props: { chipId: string; kind: TargetKind; target: string; metric: string }) {
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  const tasks = offeredTasks(props.kind, props.metric, useQuery(taskNamesQuery()).data?.announced ?? []);
  if (tasks.length === 0) return null;
  return (
    <>
      <Button disabledReason={readOnly} onClick={() => setOpen(true)}>
        Run {tasks.length === 1 ? tasks[0]?.title : 'one task'}…
      </Button>
      {open && (
        <Suspense>
          <QuickRunDialog {...props} tasks={tasks} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
