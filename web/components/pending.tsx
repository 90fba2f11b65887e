import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../lib/api/api.ts';
import { mayPass } from '../lib/api/query-client.ts';
import { Button } from './button.tsx';
import styles from './notice.module.css';
import { ErrorNotice, Notice } from './notice.tsx';

/** Holds a page's room until its data is there. */
function Loading({ what }: { what: string }) {
  return (
    <div className={styles.loading} role="status">
      Loading {what}…
    </div>
  );
}

/** The states of a query before its data: the failure, or that it is loading. */
export function Pending({ error, what }: { error: unknown; what: string }) {
  return error ? <LoadFailure error={error} /> : <Loading what={what} />;
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
