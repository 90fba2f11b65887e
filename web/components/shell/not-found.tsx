import { Link } from '@tanstack/react-router';
import { buttonClass } from '../button.tsx';
import { EmptyState } from '../notice.tsx';

export function NotFound() {
  return (
    <main>
      <title>Not found · Fiducial</title>
      <EmptyState
        title="Page not found"
        actions={
          <Link to="/execution" className={buttonClass({ variant: 'primary' })}>
            Go to the runs
          </Link>
        }
      >
        The address may be mistyped, or the page may have moved.
      </EmptyState>
    </main>
  );
}
