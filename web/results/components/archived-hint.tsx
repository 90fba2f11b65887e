import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { archivedMonthsQuery } from '../lib/archived.ts';

/** Where results of older months are; nothing in a project that has archived none. */
export function ArchivedHint() {
  const { data } = useQuery(archivedMonthsQuery());
  if (!data || data.total === 0) return null;
  return (
    <p>
      Results of older months may be in files: <Link to="/tasks/archived">archived results</Link>.
    </p>
  );
}
