import { lazy, Suspense, useState } from 'react';
import { pythonList } from '#shared/devices/rules/export/compiler/format-names.ts';
import { LARGEST_PATCH } from '#shared/statistics/rules/patch/costed-set.ts';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { Button } from '../../../ui/components/button.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card, DescriptionList } from '../../../ui/components/page.tsx';
import type { Chip, ChipPatch } from '../../../ui/lib/api/wire.ts';
import { formatAge } from '../../../ui/lib/format/time.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import type { ChangeDashboard } from '../../../ui/lib/url/search-types.ts';
import type { MetricsView } from '../../lib/metrics/view.ts';
import styles from './patch-card.module.css';

const HandOverDialog = lazy(() =>
  import('../../../devices/components/hand-over/hand-over-dialog.tsx').then((module) => ({
    default: module.HandOverDialog,
  })),
);

/** Asks for the best connected patch of so many qubits, and lists the one that is drawn on the map. */
export function PatchCard(props: {
  chip: Chip;
  /** The size that the URL asks for. */
  size: number | undefined;
  found: ChipPatch | undefined;
  error: Error | null;
  /** The values that the patch is of. */
  view: MetricsView;
  change: ChangeDashboard;
}) {
  const { chip, size, found, error, change } = props;
  const most = Math.max(1, Math.min(LARGEST_PATCH, chip.qubit_count));
  const [typed, setTyped] = useState(String(size ?? Math.min(10, most)));
  const [isHandingOver, setHandingOver] = useState(false);
  const wanted = Number(typed);
  const isWrong = !(Number.isInteger(wanted) && wanted >= 1 && wanted <= most);
  return (
    <Card title="Best patch" note="connected, as a list for a compiler">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) change({ patch: wanted });
        }}
      >
        <TextField
          label="Qubits"
          inputMode="numeric"
          value={typed}
          problem={isWrong ? `1 to ${most}` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" disabled={isWrong}>
          Find
        </Button>
        {size !== undefined && (
          <Button variant="quiet" onClick={() => change({ patch: undefined })}>
            Clear
          </Button>
        )}
      </form>
      <ErrorNotice error={error} />
      <div role="status">{found && <FoundPatch found={found} />}</div>
      {found && (
        <Button small onClick={() => setHandingOver(true)}>
          Hand to a compiler…
        </Button>
      )}
      {found && isHandingOver && (
        <Suspense>
          <HandOverDialog
            chipId={chip.chip_id}
            part={{ qubits: found.qubits }}
            view={props.view}
            onClose={() => setHandingOver(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function FoundPatch({ found }: { found: ChipPatch }) {
  const stale = found.values.filter(({ state }) => state === 'stale').length;
  const { qubits, couplings } = found.left_out;
  const search = found.search_finished ? 'approximate' : 'approximate, search ended early';
  return (
    <>
      <p>
        <strong>Score {formatSignificant(found.score, 4)}</strong>, {found.exact ? 'exact' : search}
      </p>
      <code className={styles.list}>{pythonList(found.qubits)}</code>
      <DescriptionList
        items={[
          ['Couplings', found.couplings.join(' ') || 'none'],
          [
            'Values',
            `${found.values.length - stale} fresh, ${stale} stale, the oldest ${formatAge(found.oldest_seconds)}`,
          ],
          ['Left out', `${plural(qubits.length, 'qubit')}, ${plural(couplings.length, 'coupling')}`],
        ]}
      />
    </>
  );
}
