import { lazy, Suspense, useState } from 'react';
import { isElementKind } from '#shared/chips/rules/target-kinds.ts';
import { type CsvField, toCsv } from '#shared/devices/rules/export/csv.ts';
import { MOST_HANDED, partOf } from '../../../devices/lib/exports/hand-over.ts';
import { StartButton } from '../../../runs/components/start-button.tsx';
import type { Wanted } from '../../../runs/lib/measure-jobs.ts';
import { type TickedTarget, targetsText } from '../../../statistics/lib/differences/ticked.ts';
import { Button } from '../../../ui/components/button.tsx';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { downloadText } from '../../../ui/lib/browser/download.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { actionKeys } from '../../../ui/lib/keys/keys.ts';
import type { MetricsView } from '../../lib/metrics/view.ts';
import styles from './ticked-bar.module.css';

// Dialogs are needed only by those who open them.
const CommentDialog = lazy(() => import('./comment-dialog.tsx').then((module) => ({ default: module.CommentDialog })));
const CompareDialog = lazy(() => import('./compare-dialog.tsx').then((module) => ({ default: module.CompareDialog })));
const ExcludeDialog = lazy(() => import('./exclude-dialog.tsx').then((module) => ({ default: module.ExcludeDialog })));
const HandOverDialog = lazy(() =>
  import('../../../devices/components/hand-over/hand-over-dialog.tsx').then((module) => ({
    default: module.HandOverDialog,
  })),
);

/** The actions on the ticked targets; hidden if none is ticked. */
export function TickedBar(props: {
  chipId: string;
  targets: readonly TickedTarget[];
  /** The metrics of them that are looked at; all of the targets unless given. */
  wanted?: readonly Wanted[];
  /** The task results that brought the values that are shown of them. */
  results: readonly string[];
  /** Which values are compared. */
  view: MetricsView;
  file: () => { name: string; rows: CsvField[][] };
  onClear: () => void;
}) {
  const { chipId, targets, results } = props;
  const readOnly = useReadOnlyReason();
  const [opened, setOpened] = useState<'comment' | 'compare' | 'exclude' | 'hand-over'>();
  const close = () => setOpened(undefined);
  const kind = targets[0]?.kind;
  if (!kind) return null;
  const save = () => {
    const { name, rows } = props.file();
    downloadText(name, toCsv(rows), 'text/csv;charset=utf-8');
  };
  return (
    <section className={styles.bar} aria-label="Ticked targets">
      <p aria-live="polite">
        {targets.length} ticked: {targetsText(targets)}
      </p>
      <div className={styles.tools}>
        <StartButton
          small
          chipId={chipId}
          wanted={props.wanted ?? targets}
          variant="plain"
          shortcut={actionKeys.measure}
        />
        <Button
          small
          aria-keyshortcuts={actionKeys.exclude}
          disabledReason={readOnly ?? (results.length === 0 ? 'No task brought these values' : undefined)}
          onClick={() => setOpened('exclude')}
        >
          Exclude {results.length > 0 ? plural(results.length, 'result') : ''}…
        </Button>
        <Button
          small
          aria-keyshortcuts={actionKeys.note}
          disabledReason={readOnly}
          onClick={() => setOpened('comment')}
        >
          Comment…
        </Button>
        <Button
          small
          aria-keyshortcuts={actionKeys.compare}
          disabledReason={whyNotCompared(targets)}
          onClick={() => setOpened('compare')}
        >
          Compare…
        </Button>
        <Button small disabledReason={whyNotHandedOver(targets)} onClick={() => setOpened('hand-over')}>
          Hand to a compiler…
        </Button>
        <Button small onClick={save}>
          CSV of these
        </Button>
        <Button small variant="quiet" onClick={props.onClear}>
          Clear ticks
        </Button>
      </div>
      {opened && (
        <Suspense>
          {opened === 'comment' && <CommentDialog chipId={chipId} targets={targets} onClose={close} />}
          {opened === 'compare' && (
            <CompareDialog
              chipId={chipId}
              kind={kind}
              targets={targets.map(({ id }) => id)}
              view={props.view}
              onClose={close}
            />
          )}
          {opened === 'hand-over' && (
            <HandOverDialog chipId={chipId} part={partOf(targets)} view={props.view} onClose={close} />
          )}
          {opened === 'exclude' && <ExcludeDialog results={results} onClose={close} />}
        </Suspense>
      )}
    </section>
  );
}

function whyNotHandedOver(targets: readonly TickedTarget[]): string | undefined {
  if (targets.every(({ kind }) => isElementKind(kind))) return 'Tick qubits or couplings to hand over';
  return targets.length > MOST_HANDED ? `Tick at most ${MOST_HANDED} to hand over` : undefined;
}

/** The number of targets that fit side by side. */
const mostCompared = 8;

function whyNotCompared(targets: readonly TickedTarget[]): string | undefined {
  if (targets.length < 2) return 'Tick another one to compare';
  if (targets.some(({ kind }) => kind !== targets[0]?.kind)) return 'Tick qubits alone or couplings alone to compare';
  return targets.length > mostCompared ? `Tick at most ${mostCompared} to compare` : undefined;
}
