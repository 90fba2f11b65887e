import { Link } from '@tanstack/react-router';

/** Leads to a run, if there is one. */
export function RunLink({
  executionId,
  otherwise = '–',
}: {
  executionId: string | null | undefined;
  otherwise?: string;
}) {
  if (!executionId) return otherwise;
  return (
    <Link to="/execution/$executionId" params={{ executionId }}>
      {executionId}
    </Link>
  );
}
