import { Link } from '@tanstack/react-router';

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
  if (taskId)
    return (
      <Link to="/tasks/$taskId" params={{ taskId }}>
        {executionId || 'result'}
      </Link>
    );
  if (executionId)
    return (
      <Link to="/execution/$executionId" params={{ executionId }}>
        {executionId}
      </Link>
    );
  return source;
}
