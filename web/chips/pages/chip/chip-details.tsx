import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Card, DescriptionList } from '../../../ui/components/page.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { usePastSearch } from '../../../ui/lib/api/past.ts';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import type { Chip } from '../../../ui/lib/api/wire.ts';
import { dateParam } from '../../../ui/lib/url/search-params.ts';
import { HEALTH } from '../../../values/lib/metrics/gate-key.ts';
import styles from './chip-page.module.css';
import { WeekButton } from './week-button.tsx';

// Dialogs are needed only by those who open them.
const DeleteChipDialog = lazy(() =>
  import('./delete-chip-dialog.tsx').then((module) => ({ default: module.DeleteChipDialog })),
);
const DownloadChipDialog = lazy(() =>
  import('./download-chip-dialog.tsx').then((module) => ({ default: module.DownloadChipDialog })),
);

const EditChipDialog = lazy(() =>
  import('./edit-chip-dialog.tsx').then((module) => ({ default: module.EditChipDialog })),
);

const quiet = buttonClass({ small: true, variant: 'quiet' });

/** The facts of a chip, what else there is of it, its files, and what ends it. */
export function ChipDetails({ chip }: { chip: Chip }) {
  const { chip_id: chipId } = chip;
  const params = { chipId };
  const readOnly = useReadOnlyReason();
  const past = usePastSearch();
  const isPast = past.as_of !== undefined;
  // These pages are of days.
  const date = dateParam(past.as_of);
  const [dialog, setDialog] = useState<'edit' | 'download' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <Card>
      <DescriptionList items={factsOf(chip, isPast ? 'none by then' : 'none yet')} />
      <div className={styles.further}>
        <Link to="/dashboard" search={{ chip: chipId, qubit: HEALTH, ...past }} className={quiet}>
          Health
        </Link>
        <Link to="/chips/$chipId/muxes" params={params} search={{ date }} className={quiet}>
          Muxes
        </Link>
        <Link to="/chips/$chipId/analysis" params={params} search={past} className={quiet}>
          Analysis
        </Link>
        <Link to="/chips/$chipId/days" params={params} search={{ date }} className={quiet}>
          Days
        </Link>
        {!isPast && (
          <Button small variant="quiet" disabledReason={readOnly} onClick={() => setDialog('edit')}>
            Edit…
          </Button>
        )}
        <WeekButton chipId={chipId} />
        <Button small variant="quiet" onClick={() => setDialog('download')}>
          Download…
        </Button>
        <Button small variant="quiet" disabledReason={readOnly} onClick={() => setDialog('delete')}>
          Delete…
        </Button>
      </div>
      <Suspense>
        {dialog === 'edit' && <EditChipDialog chip={chip} open onClose={close} />}
        {dialog === 'download' && <DownloadChipDialog chipId={chipId} open onClose={close} />}
        {dialog === 'delete' && <DeleteChipDialog chipId={chipId} open onClose={close} />}
      </Suspense>
    </Card>
  );
}

const factsOf = (chip: Chip, noValueYet: string): [string, React.ReactNode][] => [
  ['Topology', chip.topology_id ?? 'none'],
  ['Technology', chip.technology.replace('_', ' ')],
  ['Activity', chip.activity_status],
  ['Newest value', chip.last_calibrated_at ? <RelativeTime key="newest" at={chip.last_calibrated_at} /> : noValueYet],
  ['Installed', chip.installed_at ? <RelativeTime key="installed" at={chip.installed_at} /> : 'not stated'],
  ['Created', <RelativeTime key="created" at={chip.system_info.created_at} />],
  ['By', chip.username],
];
