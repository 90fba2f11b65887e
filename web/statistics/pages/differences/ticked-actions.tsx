import { lazy, Suspense, useState } from 'react';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { StartButton } from '../../../runs/components/start-button.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { downloadText } from '../../../ui/lib/browser/download.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { actionKeys } from '../../../ui/lib/keys/keys.ts';
import { differencesCsv } from '../../lib/differences/differences-csv.ts';
import type { Difference } from '../../lib/differences/queries.ts';
import { differenceKey, resultsAfter, targetsOf, targetsText } from '../../lib/differences/ticked.ts';
import styles from './differences.module.css';
import { useTicks } from './ticks.tsx';

// Dialogs are needed only by those who open them.
const CommentDialog = lazy(() =>
  import('../../../values/components/ticked/comment-dialog.tsx').then((module) => ({ default: module.CommentDialog })),
);
const ExcludeDialog = lazy(() =>
  import('../../../values/components/ticked/exclude-dialog.tsx').then((module) => ({ default: module.ExcludeDialog })),
);
const HistoriesDialog = lazy(() =>
  import('./histories-dialog.tsx').then((module) => ({ default: module.HistoriesDialog })),
);

type Opened = 'comment' | 'exclude' | 'histories';

/** Histories that can be compared at once. */
const mostHistories = 4;

/** The actions on the ticked rows; hidden if none is ticked. */
export function TickedActions(props: { chipId: string; differences: readonly Difference[]; fileName: string }) {
  const { chipId } = props;
  const ticks = useTicks();
  const readOnly = useReadOnlyReason();
  const [opened, setOpened] = useState<Opened>();
  const ticked = props.differences.filter((one) => ticks.has(differenceKey(one)));
  const targets = targetsOf(ticked);
  const results = resultsAfter(ticked);
  const close = () => setOpened(undefined);
  if (ticked.length === 0) return null;
  return (
    <section className={styles.ticked} aria-label="Ticked changes">
      <p aria-live="polite">
        {ticked.length} ticked: {targetsText(targets)}
      </p>
      <div className={styles.tools}>
        <StartButton
          small
          chipId={chipId}
          wanted={ticked.map(({ kind, target_id: id, metric }) => ({ kind, id, metric }))}
          label="Measure again…"
          variant="plain"
          shortcut={actionKeys.measure}
        />
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
          aria-keyshortcuts={actionKeys.exclude}
          disabledReason={readOnly ?? (results.length === 0 ? 'No task brought these values' : undefined)}
          onClick={() => setOpened('exclude')}
        >
          Exclude {results.length > 0 ? plural(results.length, 'result') : ''}…
        </Button>
        <Button
          small
          aria-keyshortcuts={actionKeys.compare}
          disabledReason={ticked.length > mostHistories ? `Tick at most ${mostHistories} to compare` : undefined}
          onClick={() => setOpened('histories')}
        >
          Compare histories…
        </Button>
        <Button
          small
          onClick={() => downloadText(`${props.fileName}_ticked.csv`, toCsv(differencesCsv(ticked)), 'text/csv')}
        >
          CSV of these
        </Button>
        <Button small variant="quiet" onClick={ticks.clear}>
          Clear ticks
        </Button>
      </div>
      {opened && (
        <Suspense>
          {opened === 'comment' && <CommentDialog chipId={chipId} targets={targets} onClose={close} />}
          {opened === 'exclude' && <ExcludeDialog results={results} onClose={close} />}
          {opened === 'histories' && <HistoriesDialog chipId={chipId} differences={ticked} onClose={close} />}
        </Suspense>
      )}
    </section>
  );
}
