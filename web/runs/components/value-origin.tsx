import { Link } from '@tanstack/react-router';
import { SimulatedTag } from '../../ui/components/tags.tsx';
import { RunLink } from './run-link.tsx';

/** Where a value came from: leads to the result of the run that measured it; else the source in words. */
export function ValueOrigin({
  taskId,
  executionId,
  source = '–',
}: {
  taskId: string | null | undefined;
  executionId: string | null | undefined;
  source?: string;
}) {
  const isSimulated = source === 'simulator';
  const origin = taskId ? (
    <Link to="/tasks/$taskId" params={{ taskId }}>
      {executionId || 'result'}
    </Link>
  ) : (
    <RunLink executionId={executionId} otherwise={source} />
  );
  return isSimulated ? (
    <>
      {origin} <SimulatedTag />
    </>
  ) : (
    origin
  );
}
