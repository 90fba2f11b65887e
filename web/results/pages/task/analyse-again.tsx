import { lazy, Suspense, useState } from 'react';
import { reanalysedTasks } from '#shared/runs/rules/reanalysis.ts';
import { isOpen } from '#shared/runs/rules/statuses.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import type { TaskDetail } from '../../../ui/lib/api/wire.ts';

const AnalyseAgainForm = lazy(() =>
  import('./analyse-again-form.tsx').then((module) => ({ default: module.AnalyseAgainForm })),
);

/** The reason why a repeated fit is not possible. */
function reasonOf({ status, raw_data_path: files }: TaskDetail): string | undefined {
  if (isOpen(status)) return 'This task has not ended yet';
  return files.length === 0 ? 'This result has no raw data' : undefined;
}

/**
 * Fits the raw data of a spectroscopy again with other parameters; empty for other tasks. Everyone who can see the
 * result may use it.
 */
export function AnalyseAgain({ task }: { task: TaskDetail }) {
  const [open, setOpen] = useState(false);
  const name = reanalysedTasks.find((one) => one === task.task_name);
  if (name === undefined) return null;
  return (
    <>
      <Button disabledReason={reasonOf(task)} onClick={() => setOpen(true)}>
        Analyse again…
      </Button>
      <Dialog
        title={`Analyse ${name} on ${taskTargetLabel(task.qid)} again?`}
        description="Fits the stored raw data with these parameters. Nothing is kept: the result stays as it is."
        open={open}
        onClose={() => setOpen(false)}
        widest
      >
        <Suspense fallback={<p>Loading the form…</p>}>
          <AnalyseAgainForm task={task} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
