import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { membersQuery } from '../../../ui/lib/api/queries.ts';
import type { Member, Project, ProjectRole } from '../../../ui/lib/api/wire.ts';
import styles from './project.module.css';

/** Members in every state; the owner changes roles and revokes. */
export function Members(props: { members: Member[]; project: Project; isOwner: boolean }) {
  const { project, isOwner } = props;
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: membersQuery(project.project_id).queryKey });
  const params = (username: string) => ({ project_id: project.project_id, username });
  const setRole = useMutation({
    mutationFn: ({ username, role }: { username: string; role: ProjectRole }) =>
      api.updateProjectMember({ params: params(username), body: { role } }),
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: (username: string) => api.removeProjectMember({ params: params(username) }),
    onSettled: refresh,
  });
  const canChange = (member: Member) => isOwner && member.role !== 'owner' && member.status !== 'revoked';
  const columns: Column<Member>[] = [
    { id: 'member', title: 'Member', cell: (row) => row.username },
    {
      id: 'role',
      title: 'Role',
      cell: (row) =>
        canChange(row) ? (
          <select
            className={styles.role}
            aria-label={`Role of ${row.username}`}
            value={row.role}
            disabled={setRole.isPending}
            onChange={(event) => setRole.mutate({ username: row.username, role: event.target.value as ProjectRole })}
          >
            <option value="viewer">viewer</option>
            <option value="editor">editor</option>
          </select>
        ) : (
          row.role
        ),
    },
    { id: 'name', title: 'Name', cell: (row) => row.full_name ?? '', wrap: true, cut: true },
    {
      id: 'status',
      title: 'Status',
      cell: (row) => (row.ownership_offered_at === null ? row.status : `${row.status}, offered the project`),
    },
    {
      id: 'last-access',
      title: 'Last access',
      cell: (row) => (row.last_accessed_at ? <RelativeTime at={row.last_accessed_at} /> : 'never'),
    },
    {
      id: 'revoke',
      title: <span className="visually-hidden">Revoke</span>,
      cell: (row) =>
        canChange(row) && (
          <Button
            small
            disabled={revoke.isPending}
            aria-label={`${row.status === 'pending' ? 'Withdraw' : 'Revoke'} ${row.username}`}
            onClick={() => revoke.mutate(row.username)}
          >
            {row.status === 'pending' ? 'Withdraw' : 'Revoke'}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable bare compact label="Members" columns={columns} rows={props.members} rowKey={(row) => row.username} />
      <ErrorNotice error={setRole.error ?? revoke.error} />
    </>
  );
}
