import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LockNotice } from '../../../runs/components/lock-notice.tsx';
import { excludeResults } from '../../../runs/lib/exclude-results.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { projectKey } from '../../../ui/lib/api/queries.ts';
import { textOf, useWrite } from '../../../ui/lib/api/use-write.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { measurable, type WallMark } from '../../lib/wall/marks.ts';
import type { WallTile } from '../../lib/wall/tiles.ts';

/** The outcome for the marked tiles. */
export interface Applied {
  refusals: string[];
  /** The run that measures, where one was started. */
  run: string | undefined;
}

/** Carries out the marks after one question: excludes with one reason, then starts the run that measures. */
export function ApplyDialog(props: {
  chipId: string;
  exclude: readonly WallTile[];
  measure: readonly WallTile[];
  /** What was done needs its mark no more. */
  onSettled: (mark: WallMark, taskIds: readonly string[]) => void;
  onApplied: (applied: Applied) => void;
  open: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { now, later } = measurable(props.measure);
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const apply = useWrite(
    async (reason: string): Promise<void> => {
      const toExclude = idsOf(props.exclude);
      const refusals = toExclude.length > 0 ? await excludeResults(toExclude, reason) : [];
      // A refused start does not undo the exclusions: only the results to measure stay marked.
      setExcluded(toExclude);
      const run = await measureAgain(now);
      props.onSettled('exclude', toExclude);
      props.onSettled('measure', idsOf(now));
      props.onApplied({ refusals, run });
    },
    () => props.onClose(),
  );
  const close = () => {
    if (excluded.length > 0) {
      props.onSettled('exclude', excluded);
      void queryClient.invalidateQueries({ queryKey: projectKey() });
    }
    setExcluded([]);
    props.onClose();
  };
  return (
    <ConfirmDialog
      title={`${applyText(props)}?`}
      description={descriptionOf(props.exclude.length, now.length)}
      action={applyText(props)}
      write={apply}
      onConfirm={(form) => apply.mutate(textOf(form, 'reason'))}
      open={props.open}
      onClose={close}
    >
      {props.exclude.length > 0 && (
        <TextField
          label="Reason"
          name="reason"
          maxLength={500}
          required
          autoComplete="off"
          hint="Shown with each result and kept in the audit log"
        />
      )}
      {now.length > 0 && (
        <p>Measures {now.map(({ target }) => taskTargetLabel(target)).join(', ')} with the same parameters.</p>
      )}
      {later.length > 0 && (
        <p>
          {plural(later.length, 'result')} of other runs {later.length === 1 ? 'stays' : 'stay'} marked: one run can
          repeat the tasks of one run.
        </p>
      )}
      {now.length > 0 && <LockNotice chipId={props.chipId} meanwhile="This one can start when it ends." />}
    </ConfirmDialog>
  );
}

const idsOf = (tiles: readonly WallTile[]): string[] => tiles.map(({ taskId }) => taskId);

async function measureAgain(tiles: readonly WallTile[]): Promise<string | undefined> {
  const [first] = tiles;
  if (!first) return undefined;
  const { execution_id: run } = await api.reExecuteTasks({
    params: { execution_id: first.executionId },
    body: { which: 'chosen', task_ids: idsOf(tiles) },
  });
  return run;
}

/** The actions with their counts: `Exclude 3, measure 4`. */
export function applyText({ exclude, measure }: { exclude: readonly unknown[]; measure: readonly unknown[] }): string {
  const parts = [exclude.length > 0 && `exclude ${exclude.length}`, measure.length > 0 && `measure ${measure.length}`];
  const text = parts.filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function descriptionOf(excluded: number, measured: number): string {
  return [excluded > 0 && 'The previous values count again. You can undo this.', measured > 0 && 'Starts one run.']
    .filter(Boolean)
    .join(' ');
}
