import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/client.ts';
import { WayOn } from '../../chips/components/way-on.tsx';
import { errorText } from '../lib/api/api.ts';
import { mayPass } from '../lib/api/query-client.ts';
import { Button } from './button.tsx';
import styles from './notice.module.css';
import { ErrorNotice, Notice } from './notice.tsx';

/** Holds a page's room until its data is there: rows of the height of a table's. Screen readers are told what comes. */
function Skeleton({ what }: { what: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading {what}…</span>
    </div>
  );
}

/** The states of a query before its data: the failure, or that it is loading. */
export function Pending({ error, what }: { error: unknown; what: string }) {
  return error ? <LoadFailure error={error} /> : <Skeleton what={what} />;
}

/**
 * The same for the subject of a whole page: if it does not exist, or may not be read, the page says where to go
 * instead.
 */
export function PagePending({ error, what }: { error: unknown; what: string }) {
  const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return (
    <>
      <Pending error={error} what={what} />
      {isGone && <WayOn />}
    </>
  );
}

/** Why something could not be read, with a way to read it again where that may help. Nothing without an error. */
export function LoadFailure({ error }: { error: unknown }) {
  const queryClient = useQueryClient();
  if (!error || !mayPass(error)) return <ErrorNotice error={error} />;
  const again = () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <Notice tone="bad">
      <span>{errorText(error)}</span>
      <div>
        <Button small onClick={again}>
          Try again
        </Button>
      </div>
    </Notice>
  );
}
