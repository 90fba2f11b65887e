import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { invitationsQuery } from '../../people/lib/queries.ts';
import { Button } from '../../ui/components/button.tsx';
import { ErrorNotice, Notice } from '../../ui/components/notice.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { meQuery, projectsQuery } from '../../ui/lib/api/queries.ts';
import { goToProject } from '../lib/active-projects.ts';

/** What waits for the person's answer: one line and its two requests. */
interface Question {
  id: string;
  projectId: string;
  name: string;
  text: string;
  accept: () => Promise<unknown>;
  decline: () => Promise<unknown>;
}

/** Invitations and offered projects; accepting one leads to the project. */
export function Invitations() {
  const queryClient = useQueryClient();
  const me = useQuery(meQuery());
  const waiting = useQuery(invitationsQuery());
  // Of the projects and of the invitations alike.
  const refresh = () => queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey });
  const accept = useMutation({
    mutationFn: (question: Question) => question.accept(),
    onError: refresh,
    onSuccess: (_, { projectId }) => goToProject(projectId),
  });
  const decline = useMutation({ mutationFn: (question: Question) => question.decline(), onSettled: refresh });
  if (!waiting.data || !me.data) return null;
  const questions = questionsOf(waiting.data, me.data.username);
  if (questions.length === 0) return null;
  const busy = accept.isPending || decline.isPending;
  return (
    <Notice tone="warn">
      {questions.map((question) => (
        <div key={question.id}>
          {question.text}{' '}
          <Button small disabled={busy} aria-label={`Accept ${question.name}`} onClick={() => accept.mutate(question)}>
            Accept
          </Button>{' '}
          <Button
            small
            disabled={busy}
            aria-label={`Decline ${question.name}`}
            onClick={() => decline.mutate(question)}
          >
            Decline
          </Button>
        </div>
      ))}
      <ErrorNotice error={accept.error ?? decline.error} />
    </Notice>
  );
}

type Waiting = Awaited<ReturnType<typeof api.listProjectInvitations>>;

const questionsOf = ({ invitations, offers }: Waiting, username: string): Question[] => [
  ...invitations.map(({ project_id, project_name: name, invited_by: by, owner_username: owner, role }) => ({
    id: `invitation ${project_id}`,
    projectId: project_id,
    name,
    text: `${by ?? owner} invites you to ‘${name}’ as ${role}.`,
    accept: () => api.acceptProjectInvitation({ params: { project_id, username } }),
    decline: () => api.leaveProject({ params: { project_id } }),
  })),
  ...offers.map(({ project_id, project_name: name, offered_by: by }) => ({
    id: `offer ${project_id}`,
    projectId: project_id,
    name,
    text: `${by} offers you ‘${name}’: you become its owner.`,
    accept: () => api.acceptProjectTransfer({ params: { project_id } }),
    decline: () => api.declineProjectTransfer({ params: { project_id } }),
  })),
];
