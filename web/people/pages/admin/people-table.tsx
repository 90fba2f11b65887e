import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionMenu } from '../../../ui/components/action-menu.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import type { MenuEntry } from '../../../ui/components/opened-menu.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { type ApiInput, api } from '../../../ui/lib/api/api.ts';
import type { Person, User } from '../../../ui/lib/api/wire.ts';
import { SessionTable } from '../../components/sessions/session-table.tsx';
import styles from './admin.module.css';
import { ProjectNames } from './project-names.tsx';
import { ProjectsOfPerson } from './projects-of-person.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';

type Settings = ApiInput<'updateUserSettings'>['body'];

/** The actions on a user that ask for confirmation. */
type Question = 'disable' | 'password' | 'unlink' | 'delete' | 'details';

/** People with what an administrator may do to each; to oneself nothing that takes rights away. */
export function PeopleTable({ people, me }: { people: readonly Person[]; me: User }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<{ what: Question; of: Person }>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['people'] });
  const change = useMutation({
    mutationFn: ({ username, body }: { username: string; body: Settings }) =>
      api.updateUserSettings({ params: { username }, body }),
    onSettled: refresh,
  });
  const entriesOf = (row: Person): MenuEntry[] => {
    const ask = (what: Question, label: string): MenuEntry => ({
      label,
      danger: what === 'delete',
      onClick: () => setAsked({ what, of: row }),
    });
    const enable = () => change.mutate({ username: row.username, body: { disabled: false } });
    const details = ask('details', 'Details…');
    if (row.user_id === me.user_id) return [details];
    return [
      details,
      ask('password', 'Reset password…'),
      ...(row.identity ? [ask('unlink', 'Unlink…')] : []),
      row.disabled ? { label: 'Enable', onClick: enable } : ask('disable', 'Disable…'),
      ask('delete', 'Delete…'),
    ];
  };
  const columns: Column<Person>[] = [
    { id: 'username', title: 'Username', cell: (row) => row.username },
    { id: 'name', title: 'Name', cell: (row) => row.full_name ?? '', wrap: true, cut: true },
    {
      id: 'seen',
      title: 'Last seen',
      cell: (row) => (row.last_seen_at ? <RelativeTime at={row.last_seen_at} /> : 'never seen'),
    },
    {
      id: 'role',
      title: 'Role',
      cell: (row) =>
        row.user_id === me.user_id ? (
          'administrator'
        ) : (
          <select
            className={styles.role}
            aria-label={`Role of ${row.username}`}
            value={row.system_role}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate({
                username: row.username,
                body: { system_role: event.target.value as Person['system_role'] },
              })
            }
          >
            <option value="user">user</option>
            <option value="admin">administrator</option>
          </select>
        ),
    },
    { id: 'state', title: 'State', cell: stateOf },
    {
      id: 'projects',
      title: 'Projects',
      wrap: true,
      cut: true,
      cell: (row) => <ProjectNames of={row} onAll={() => setAsked({ what: 'details', of: row })} />,
    },
    { id: 'organization', title: 'Organization', detail: true, cell: (row) => row.organization ?? '', wrap: true },
    {
      id: 'acts',
      title: <span className="visually-hidden">Actions</span>,
      corner: true,
      cell: (row) => <ActionMenu label={`Actions of ${row.username}`} entries={entriesOf(row)} />,
    },
  ];
  return (
    <>
      <DataTable bare compact label="People" columns={columns} rows={people} rowKey={(row) => row.user_id} />
      <ErrorNotice error={change.error} />
      {asked && <Asked {...asked} onClose={() => setAsked(undefined)} onDone={refresh} />}
    </>
  );
}

/** On a phone the usual state is left out. */
const stateOf = (person: Person) =>
  person.disabled ? (
    'disabled'
  ) : person.must_change_password ? (
    'to choose a password'
  ) : (
    <span className={styles.usual}>enabled</span>
  );

function Asked(props: { what: Question; of: Person; onClose: () => void; onDone: () => Promise<void> }) {
  const { what, of, onClose, onDone } = props;
  const { username } = of;
  const params = { username };
  const write = useMutation<unknown, Error>({
    mutationFn: () => {
      if (what === 'delete') return api.deleteUser({ params });
      if (what === 'unlink') return api.unlinkUserIdentity({ params });
      return api.updateUserSettings({ params, body: { disabled: true } });
    },
    onSuccess: async () => {
      await onDone();
      onClose();
    },
  });
  if (what === 'details')
    return (
      <Dialog title={username} open wide onClose={onClose}>
        <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
          <h3>Projects</h3>
          <ProjectsOfPerson username={username} />
          <h3>Sessions</h3>
          <SessionTable username={username} />
        </DialogBody>
      </Dialog>
    );
  if (what === 'password') return <ResetPasswordDialog person={of} onClose={onClose} onDone={onDone} />;
  const question = questions[what];
  return (
    <ConfirmDialog
      title={question.title(username)}
      description={question.description}
      action={question.action}
      danger
      write={write}
      onConfirm={() => write.mutate()}
      open
      onClose={onClose}
    />
  );
}

const questions = {
  disable: {
    title: (username: string) => `Disable ${username}?`,
    description:
      'Ends all their sessions and API tokens at once, for good. Their schedules start nothing more. You can enable them again.',
    action: 'Disable',
  },
  unlink: {
    title: (username: string) => `Unlink ${username} from the sign-in provider?`,
    description:
      'Ends all their sessions and API tokens at once, for good. They sign in by a password until they link their account again.',
    action: 'Unlink',
  },
  delete: {
    title: (username: string) => `Delete ${username}?`,
    description:
      'This cannot be undone. Projects without other members are hidden, and purged after 30 days. What they wrote keeps their name, which cannot be reused.',
    action: 'Delete',
  },
} as const;
