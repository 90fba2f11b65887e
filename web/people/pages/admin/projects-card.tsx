import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionMenu } from '../../../ui/components/action-menu.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { ListedProject, User } from '../../../ui/lib/api/wire.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { useDebouncedValue } from '../../../ui/lib/hooks/use-debounced-value.ts';
import { allProjectsKey, allProjectsQuery } from '../../lib/queries.ts';
import styles from './admin.module.css';
import { FoundCard } from './found-card.tsx';
import { ProjectMembersDialog } from './project-members-dialog.tsx';

/** All projects of the service, found by a part of their name, owner or id. */
export function ProjectsCard({ me }: { me: User }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<{ what: 'members' | 'delete'; of: ListedProject }>();
  const { data, error } = useQuery(allProjectsQuery(useDebouncedValue(search, 200), page));
  const close = () => setAsked(undefined);
  return (
    <FoundCard
      title="Projects"
      what="projects"
      fields={
        <TextField
          label="Search"
          type="search"
          placeholder="Name, owner, id"
          maxLength={100}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
      }
      rows={data?.projects}
      total={data?.total}
      error={error}
      page={page}
      onPage={setPage}
      none="No project matches"
      table={(projects) => (
        <DataTable
          bare
          compact
          label="Projects"
          columns={columnsFor(me, (what, of) => setAsked({ what, of }))}
          rows={projects}
          rowKey={(row) => row.project_id}
        />
      )}
    >
      {asked?.what === 'members' && <ProjectMembersDialog project={asked.of} onClose={close} />}
      {asked?.what === 'delete' && <DeleteDialog project={asked.of} onClose={close} />}
    </FoundCard>
  );
}

const columnsFor = (
  me: User,
  ask: (what: 'members' | 'delete', of: ListedProject) => void,
): Column<ListedProject>[] => [
  { id: 'name', title: 'Name', cell: (row) => row.name, wrap: true },
  { id: 'owner', title: 'Owner', cell: (row) => row.owner_username },
  { id: 'members', title: 'Members', cell: (row) => plural(row.member_count, 'member') },
  { id: 'created', title: 'Created', detail: true, cell: (row) => <RelativeTime at={row.created_at} /> },
  {
    id: 'state',
    title: 'State',
    cell: (row) =>
      row.deleted_at ? (
        <>
          deleted <RelativeTime at={row.deleted_at} />
        </>
      ) : (
        'in use'
      ),
  },
  {
    id: 'acts',
    title: <span className="visually-hidden">Actions</span>,
    cell: (row) =>
      row.deleted_at === null && (
        <div className={styles.acts}>
          <Button small aria-label={`Members of ${row.name}`} onClick={() => ask('members', row)}>
            Members
          </Button>
          {row.owner_user_id !== me.user_id && (
            <ActionMenu
              label={`Actions of ${row.name}`}
              entries={[{ label: 'Delete…', danger: true, onClick: () => ask('delete', row) }]}
            />
          )}
        </div>
      ),
  },
];

function DeleteDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const queryClient = useQueryClient();
  const write = useMutation({
    mutationFn: () => api.adminDeleteProject({ params: { project_id: project.project_id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: allProjectsKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${project.name}?`}
      description={`It is hidden from its members at once and purged after 30 days. Until then ${project.owner_username} can restore it.`}
      action="Delete"
      danger
      write={write}
      onConfirm={() => write.mutate()}
      open
      onClose={onClose}
    />
  );
}
