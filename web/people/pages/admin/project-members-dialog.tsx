import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { ListedProject, Member } from '../../../ui/lib/api/wire.ts';
import { allProjectsKey } from '../../lib/queries.ts';
import styles from './admin.module.css';

/** Who is in a project, whose members an administrator makes and revokes. */
export function ProjectMembersDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const queryClient = useQueryClient();
  const params = { project_id: project.project_id };
  const queryKey = [...allProjectsKey, project.project_id, 'members'];
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => api.listProjectMembersAdmin({ params }).then(({ members }) => members),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: allProjectsKey });
  const add = useMutation({
    mutationFn: (body: { username: string; role: Member['role'] }) => api.addProjectMemberAdmin({ params, body }),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (username: string) => api.removeProjectMemberAdmin({ params: { ...params, username } }),
    onSuccess: refresh,
  });
  const columns: Column<Member>[] = [
    { id: 'username', title: 'Username', cell: (row) => row.username },
    { id: 'role', title: 'Role', cell: (row) => row.role },
    { id: 'status', title: 'State', cell: (row) => row.status },
    {
      id: 'acts',
      title: <span className="visually-hidden">Actions</span>,
      cell: (row) =>
        row.role !== 'owner' &&
        row.status !== 'revoked' && (
          <Button
            small
            disabled={revoke.isPending}
            aria-label={`Revoke ${row.username}`}
            onClick={() => revoke.mutate(row.username)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <Dialog title={`Members of ${project.name}`} open wide onClose={onClose}>
      <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
        {!data ? (
          <Pending error={error} what="members" />
        ) : (
          <DataTable bare label="Members" columns={columns} rows={data} rowKey={(row) => row.username} />
        )}
        <form
          className={styles.filters}
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const values = new FormData(form);
            const username = String(values.get('username')).trim();
            const role = values.get('role') as Member['role'];
            add.mutate({ username, role }, { onSuccess: () => form.reset() });
          }}
        >
          <TextField label="New member" name="username" required autoComplete="off" autoCapitalize="none" />
          <SelectField label="Role" name="role" defaultValue="viewer">
            <option value="viewer">viewer</option>
            <option value="editor">editor</option>
          </SelectField>
          <Button type="submit" disabled={add.isPending}>
            Add
          </Button>
        </form>
        <ErrorNotice error={add.error ?? revoke.error} />
      </DialogBody>
    </Dialog>
  );
}
