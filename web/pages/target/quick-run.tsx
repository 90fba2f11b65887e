import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import type { TargetKind } from '../../lib/api/wire.ts';
import { tasksOfMetric } from '../../lib/runs/tasks-of-metric.ts';

// A dialog is needed only by those who open it.
const QuickRunDialog = lazy(() =>
  import('./quick-run-dialog.tsx').then((module) => ({ default: module.QuickRunDialog })),
);

/** Runs the one task that measures the shown metric; hidden if there is no such task. */
export function QuickRun(props: { chipId: string; kind: TargetKind; target: string; metric: string }) {
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  const tasks = tasksOfMetric(props.kind, props.metric);
  if (tasks.length === 0) return null;
  return (
    <>
      <Button disabledReason={readOnly} onClick={() => setOpen(true)}>
        Run {tasks.length === 1 ? tasks[0]?.name : 'one task'}…
      </Button>
      {open && (
        <Suspense>
          <QuickRunDialog {...props} tasks={tasks} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
