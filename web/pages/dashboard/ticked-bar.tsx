import { lazy, Suspense, useState } from 'react';
import { toCsv } from '#shared/domain/export/csv.ts';
import { Button } from '../../components/button.tsx';
import { RunFlowButton } from '../../components/runs/run-flow-button.tsx';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import { downloadText } from '../../lib/browser/download.ts';
import { qubitsToMeasure, targetsText } from '../../lib/differences/ticked.ts';
import { plural } from '../../lib/format/words.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { csvName, valuesCsv } from '../../lib/metrics/values-csv.ts';
import type { MetricsView } from '../../lib/metrics/view.ts';
import styles from './ticked-bar.module.css';
import type { DashboardTicks } from './ticks.ts';

// Dialogs are needed only by those who open them.
const CommentDialog = lazy(() =>
  import('../differences/comment-dialog.tsx').then((module) => ({ default: module.CommentDialog })),
);
const CompareDialog = lazy(() => import('./compare-dialog.tsx').then((module) => ({ default: module.CompareDialog })));
const ExcludeDialog = lazy(() =>
  import('../differences/exclude-dialog.tsx').then((module) => ({ default: module.ExcludeDialog })),
);

/** What can be done with the ticked targets; nothing as long as none is. */
export function TickedBar(props: { chipId: string; layer: MapLayer; ticks: DashboardTicks; view: MetricsView }) {
  const { chipId, layer, ticks } = props;
  const readOnly = useReadOnlyReason();
  const [opened, setOpened] = useState<'comment' | 'compare' | 'exclude'>();
  const cells = layer.cells.filter(({ target }) => ticks.ticked.has(target));
  const targets = cells.map(({ target: id }) => ({ kind: layer.display.kind, id }));
  const results = [...new Set(cells.flatMap(({ taskId }) => taskId ?? []))];
  const close = () => setOpened(undefined);
  if (cells.length === 0) return null;
  return (
    <section className={styles.bar} aria-label="Ticked targets">
      <p aria-live="polite">
        {cells.length} ticked: {targetsText(targets)}
      </p>
      <div className={styles.tools}>
        <RunFlowButton small chipId={chipId} qubits={qubitsToMeasure(targets)} label="Measure…" variant="plain" />
        <Button
          small
          disabledReason={readOnly ?? (results.length === 0 ? 'No task brought these values' : undefined)}
          onClick={() => setOpened('exclude')}
        >
          Exclude {results.length > 0 ? plural(results.length, 'result') : ''}…
        </Button>
        <Button small disabledReason={readOnly} onClick={() => setOpened('comment')}>
          Comment…
        </Button>
        <Button small disabledReason={whyNotCompared(cells.length)} onClick={() => setOpened('compare')}>
          Compare…
        </Button>
        <Button
          small
          onClick={() =>
            downloadText(
              csvName(chipId, layer.display, 'ticked'),
              toCsv(valuesCsv(cells, layer.display, layer.details)),
              'text/csv;charset=utf-8',
            )
          }
        >
          CSV of these
        </Button>
        <Button small variant="quiet" onClick={() => ticks.set([])}>
          Clear ticks
        </Button>
      </div>
      {opened && (
        <Suspense>
          {opened === 'comment' && <CommentDialog chipId={chipId} targets={targets} onClose={close} />}
          {opened === 'compare' && (
            <CompareDialog
              chipId={chipId}
              kind={layer.display.kind}
              targets={cells.map(({ target }) => target)}
              view={props.view}
              onClose={close}
            />
          )}
          {opened === 'exclude' && <ExcludeDialog results={results} onClose={close} />}
        </Suspense>
      )}
    </section>
  );
}

/** Targets that fit beside each other. */
const mostCompared = 8;

function whyNotCompared(count: number): string | undefined {
  if (count < 2) return 'Tick another one to compare';
  return count > mostCompared ? `Tick at most ${mostCompared} to compare` : undefined;
}
