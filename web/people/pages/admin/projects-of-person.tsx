import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import type { ResponseBody } from '../../../ui/lib/api/api.ts';
import { personQuery } from '../../lib/queries.ts';

type Project = ResponseBody<'getUserDetails'>['projects'][number];

const columns: Column<Project>[] = [
  { id: 'name', title: 'Name', cell: (row) => row.name, wrap: true },
  { id: 'role', title: 'Role', cell: (row) => row.role },
  { id: 'state', title: 'State', cell: stateOf },
];

/** The projects of a user, with the role in each. */
export function ProjectsOfPerson({ username }: { username: string }) {
  const { data, error } = useQuery(personQuery(username));
  if (!data) return <Pending error={error} what="projects" />;
  if (data.projects.length === 0) return <p>In no project</p>;
  return (
    <DataTable bare label="Their projects" columns={columns} rows={data.projects} rowKey={(row) => row.project_id} />
  );
}

function stateOf({ status, deleted_at }: Project): string {
  if (deleted_at !== null) return 'project deleted';
  return status === 'pending' ? 'invited' : 'member';
}
