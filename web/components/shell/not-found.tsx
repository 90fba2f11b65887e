import { Link } from '@tanstack/react-router';
import { buttonClass } from '../button.tsx';
import { EmptyState } from '../notice.tsx';

/** An address that names no page. */
export function NotFound() {
  return (
    <main>
      <title>Not found · Fiducial</title>
      <EmptyState
        title="There is no such page"
        actions={
          <Link to="/execution" className={buttonClass({ look: 'primary' })}>
            Go to the executions
          </Link>
        }
      >
        The address may be mistyped, or the page may have moved.
      </EmptyState>
    </main>
  );
}
