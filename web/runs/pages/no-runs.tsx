import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/components/button.tsx';
import { EmptyState } from '../../ui/components/notice.tsx';
import { chipsQuery, useReadOnlyReason } from '../../ui/lib/api/queries.ts';

/** What to do while there is no run. */
export function NoRuns() {
  const chips = useQuery(chipsQuery(0, 1));
  const readOnly = useReadOnlyReason();
  const first = chips.data?.chips[0];
  if (first)
    return (
      <EmptyState
        title="No runs yet"
        actions={
          <>
            <Link to="/dashboard" search={{ chip: first.chip_id }} className={buttonClass({ variant: 'primary' })}>
              Open the dashboard
            </Link>
            <Link to="/chips" className={buttonClass()}>
              Go to the chips
            </Link>
          </>
        }
      >
        Calibration runs of this project are listed here. The values of its chips are on the dashboard.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No runs yet"
      actions={
        <>
          {readOnly === undefined && (
            <>
              <Link to="/chips" search={{ open: 'import' }} className={buttonClass({ variant: 'primary' })}>
                Import a chip
              </Link>
              <Link to="/chips" search={{ open: 'create' }} className={buttonClass()}>
                Create a chip
              </Link>
            </>
          )}
          <Link to="/chips" className={buttonClass({ variant: 'quiet' })}>
            Go to the chips
          </Link>
        </>
      }
    >
      Calibration runs of this project are listed here.{' '}
      {readOnly === undefined
        ? 'Start with a chip: import the published calibration of a real device, or create one from a topology.'
        : 'It has no chips yet. Its owner and editors can import or create one.'}
    </EmptyState>
  );
}
