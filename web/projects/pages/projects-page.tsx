import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { invitationsQuery } from '../../people/lib/queries.ts';
import { Button } from '../../ui/components/button.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { Dialog, DialogForm } from '../../ui/components/dialog.tsx';
import { TextField } from '../../ui/components/field.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../ui/components/notice.tsx';
import { Page } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { deletedProjectsQuery, projectsQuery } from '../../ui/lib/api/queries.ts';
import { currentProject } from '../../ui/lib/api/session.ts';
import type { Project } from '../../ui/lib/api/wire.ts';
import { activeProjects } from '../lib/active-projects.ts';
import { Invitations } from './invitations.tsx';

/** The reads that the address of the page tells. */
export const load = () => [deletedProjectsQuery(), invitationsQuery()];

/** The caller's projects. */
export function ProjectsPage() {
  const current = currentProject();
  const projects = useQuery(projectsQuery());
  const [creating, setCreating] = useState(false);
  const columns: Column<Project>[] = [
    {
      id: 'name',
      title: 'Project',
      wrap: true,
      cell: (row) => (
        <>
          <Link to="/projects/$projectId" params={{ projectId: row.project_id }}>
            {row.name}
          </Link>
          {row.project_id === current && ' (current)'}
        </>
      ),
    },
    { id: 'owner', title: 'Owner', cell: (row) => row.owner_username },
    { id: 'description', title: 'Description', cell: (row) => row.description ?? '', wrap: true },
    { id: 'created', title: 'Created', cell: (row) => <RelativeTime at={row.created_at} /> },
  ];
  const open = projects.data && activeProjects(projects.data);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      Create a project
    </Button>
  );
  return (
    <Page title="Projects" actions={create}>
      <Invitations />
      <DeletedProjects />
      {!open ? (
        <Pending error={projects.error} what="projects" />
      ) : open.length === 0 ? (
        <EmptyState title="No projects yet">Chips and runs belong to a project. Create your first one.</EmptyState>
      ) : (
        <DataTable compact label="Projects" columns={columns} rows={open} rowKey={(row) => row.project_id} />
      )}
      <Dialog title="Create a project" open={creating} onClose={() => setCreating(false)}>
        <CreateProjectForm onClose={() => setCreating(false)} />
      </Dialog>
    </Page>
  );
}

function CreateProjectForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (body: { name: string; description: string | null }) => api.createProject({ body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey });
      onClose();
    },
  });
  return (
    <DialogForm
      action="Create"
      busy={create.isPending}
      onCancel={onClose}
      onSubmit={(form) =>
        create.mutate({
          name: String(form.get('name') ?? '').trim(),
          description: String(form.get('description') ?? '').trim() || null,
        })
      }
    >
      <TextField label="Name" name="name" maxLength={100} required autoComplete="off" />
      <TextField label="Description" name="description" maxLength={500} optional />
      <ErrorNotice error={create.error} />
    </DialogForm>
  );
}

/** The caller's projects that were deleted and can still be taken back. */
function DeletedProjects() {
  const queryClient = useQueryClient();
  const deleted = useQuery(deletedProjectsQuery());
  const restore = useMutation({
    mutationFn: (projectId: string) => api.restoreProject({ params: { project_id: projectId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey }),
  });
  if (!deleted.data?.length) return null;
  return (
    <Notice tone="warn">
      {deleted.data.map(({ project_id: id, name, deleted_at: at }) => (
        <div key={id}>
          Project ‘{name}’ was deleted {at && <RelativeTime at={at} />}. You can restore it within 30 days.{' '}
          <Button small disabled={restore.isPending} onClick={() => restore.mutate(id)}>
            Restore
          </Button>
        </div>
      ))}
      <ErrorNotice error={restore.error} />
    </Notice>
  );
}
