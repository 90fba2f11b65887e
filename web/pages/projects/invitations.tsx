import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api/api.ts';
import { meQuery, projectsQuery } from '../../lib/api/queries.ts';
import { invitationsQuery } from '../../lib/people/queries.ts';

/** What waits for the person to accept or to decline. */
export function Invitations() {
  const queryClient = useQueryClient();
  const me = useQuery(meQuery());
  const invitations = useQuery(invitationsQuery());
  // Of the projects and of the invitations alike.
  const refresh = () => queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey });
  const accept = useMutation({
    mutationFn: (project_id: string) =>
      api.acceptProjectInvitation({ params: { project_id, username: me.data?.username ?? '' } }),
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: (project_id: string) => api.leaveProject({ params: { project_id } }),
    onSettled: refresh,
  });
  const busy = accept.isPending || decline.isPending || !me.data;
  if (!invitations.data?.length) return null;
  return (
    <Notice tone="warn">
      {invitations.data.map(({ project_id: id, project_name: name, invited_by: by, owner_username: owner, role }) => (
        <div key={id}>
          {by ?? owner} invites you to ‘{name}’ as {role}.{' '}
          <Button small disabled={busy} aria-label={`Accept ${name}`} onClick={() => accept.mutate(id)}>
            Accept
          </Button>{' '}
          <Button small disabled={busy} aria-label={`Decline ${name}`} onClick={() => decline.mutate(id)}>
            Decline
          </Button>
        </div>
      ))}
      <ErrorNotice error={accept.error ?? decline.error} />
    </Notice>
  );
}
