import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '../../components/button.tsx';
import { Card, DescriptionList, Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { RunFlowButton } from '../../components/runs/run-flow-button.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { chipQuery, useReadOnlyReason } from '../../lib/api/queries.ts';
import type { Chip } from '../../lib/api/wire.ts';
import { HEALTH } from '../../lib/metrics/health.ts';
import { heldQuery } from '../../lib/metrics/held-query.ts';
import styles from './chip-page.module.css';
import { Overview } from './overview/overview.tsx';

// Dialogs are needed only by those who open them.
const DeleteChipDialog = lazy(() =>
  import('./delete-chip-dialog.tsx').then((module) => ({ default: module.DeleteChipDialog })),
);
const DownloadChipDialog = lazy(() =>
  import('./download-chip-dialog.tsx').then((module) => ({ default: module.DownloadChipDialog })),
);
// Below the fold.
const TargetTable = lazy(() => import('./target-table.tsx').then((module) => ({ default: module.TargetTable })));
// Most chips hold nothing back.
const HeldValues = lazy(() => import('./held-values.tsx').then((module) => ({ default: module.HeldValues })));

const route = getRouteApi('/app/chips/$chipId');

/** One chip: what needs somebody since an instant, its facts, and every current value with its age. */
export function ChipPage() {
  const { chipId } = route.useParams();
  const { layer = 'qubit', page = 1, since } = route.useSearch();
  const navigate = route.useNavigate();
  const chip = useQuery(chipQuery(chipId));
  const readOnly = useReadOnlyReason();
  const [deleting, setDeleting] = useState(false);
  const [downloading, setDownloading] = useState(false);
  const held = useQuery(heldQuery(chipId));
  if (!chip.data || held.isPending)
    return (
      <Page title={chipId}>
        <Pending error={chip.error} what={`chip ${chipId}`} />
      </Page>
    );
  return (
    <Page
      title={chipId}
      actions={
        <>
          <Button onClick={() => setDownloading(true)}>Download…</Button>
          <RunFlowButton chipId={chipId} />
        </>
      }
    >
      <Overview
        chipId={chipId}
        since={since}
        onSince={(next) => void navigate({ search: (search) => ({ ...search, since: next }), resetScroll: false })}
      >
        {(held.data?.total ?? 0) > 0 && <HeldValues chipId={chipId} />}
        <Card>
          <DescriptionList items={chipDetails(chip.data)} />
          <div className={styles.further}>
            <Link to="/dashboard" search={{ chip: chipId, qubit: HEALTH }} className={buttonClass({ small: true })}>
              Health
            </Link>
            <Link to="/chips/$chipId/muxes" params={{ chipId }} className={buttonClass({ small: true })}>
              Muxes
            </Link>
            <Link to="/chips/$chipId/analysis" params={{ chipId }} className={buttonClass({ small: true })}>
              Analysis
            </Link>
            <Link to="/chips/$chipId/days" params={{ chipId }} className={buttonClass({ small: true })}>
              Days
            </Link>
            <Button small disabledReason={readOnly} onClick={() => setDeleting(true)}>
              Delete…
            </Button>
          </div>
        </Card>
        <div>
          <Segmented
            label="Targets"
            value={layer}
            options={[
              { value: 'qubit', label: `Qubits ${chip.data.qubit_count}` },
              { value: 'coupling', label: `Couplings ${chip.data.coupling_count}` },
            ]}
            onChange={(next) => void navigate({ search: { since, layer: next === 'qubit' ? undefined : next } })}
          />
        </div>
        <TargetTable
          key={layer}
          chipId={chipId}
          kind={layer}
          page={page}
          onPage={(next) => void navigate({ search: (search) => ({ ...search, page: next > 1 ? next : undefined }) })}
        />
      </Overview>
      <Suspense>
        {downloading && <DownloadChipDialog chipId={chipId} open onClose={() => setDownloading(false)} />}
        {deleting && <DeleteChipDialog chipId={chipId} open onClose={() => setDeleting(false)} />}
      </Suspense>
    </Page>
  );
}

const chipDetails = (chip: Chip): [string, React.ReactNode][] => [
  ['Qubits', chip.qubit_count],
  ['Couplings', chip.coupling_count],
  ['Topology', chip.topology_id ?? 'none'],
  ['Activity', chip.activity_status],
  ['Newest value', chip.last_calibrated_at ? <RelativeTime key="newest" at={chip.last_calibrated_at} /> : 'none yet'],
  ['Installed', chip.installed_at ? <RelativeTime key="installed" at={chip.installed_at} /> : 'not stated'],
  ['Created', <RelativeTime key="created" at={chip.system_info.created_at} />],
  ['By', chip.username],
];
