import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { projectAddress } from '#shared/kernel/rules/page-address.ts';
import { WayOn } from '../../../chips/components/way-on.tsx';
import { chatQuery } from '../../../notifications/lib/chat/queries.ts';
import { webhooksQuery } from '../../../notifications/lib/webhooks/queries.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { EmptyState, ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card, DescriptionList, Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { api, hasCode } from '../../../ui/lib/api/api.ts';
import { membersQuery, meQuery, projectsQuery, projectUsageQuery } from '../../../ui/lib/api/queries.ts';
import { currentProject } from '../../../ui/lib/api/session.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Project, User } from '../../../ui/lib/api/wire.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import { AuditCard } from '../../components/audit/audit-card.tsx';
import { goToProject } from '../../lib/active-projects.ts';
import { auditQuery, projectAudit, wholeAudit } from '../../lib/audit/audits.ts';
import { ChatCard } from './chat-card.tsx';
import { DangerZone } from './danger-zone.tsx';
import { ImportCard } from './import-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LeaveButton } from './leave-button.tsx';
import { Members } from './members.tsx';
import { RunsCard } from './runs-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { UsageCard } from './usage-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const route = getRouteApi('/app/projects/$projectId');
const breadcrumbs = [{ label: 'Projects', to: '/projects' }];

/** The reads that the address of the page tells. */
export const load = ({ params: { projectId } }: PageAt<'projectId'>) => [membersQuery(projectId)];

/** One project: its facts, its members and, for its owner, how to hand it over or delete it. */
export function ProjectPage() {
  const { projectId } = route.useParams();
  const me = useQuery(meQuery());
  const projects = useQuery(projectsQuery());
  const project = projects.data?.find((row) => row.project_id === projectId);
  if (me.data && projects.data && !project)
    return (
      <Page title="Project" breadcrumbs={breadcrumbs}>
        <Invitation projectId={projectId} user={me.data} />
        <WayOn />
      </Page>
    );
  if (!me.data || !project)
    return (
      <Page title="Project" breadcrumbs={breadcrumbs}>
        <Pending error={me.error ?? projects.error} what="the project" />
      </Page>
    );
  return <OwnProject project={project} user={me.data} />;
}

function OwnProject({ project, user }: { project: Project; user: User }) {
  const current = currentProject();
  const { pathname } = useLocation();
  const members = useQuery(membersQuery(project.project_id));
  const [inviting, setInviting] = useState(false);
  const isOwner = project.owner_user_id === user.user_id;
  // What the cards of the owner read: named now, it comes together with the members.
  const ofOwner = { enabled: isOwner };
  useQuery({ ...projectUsageQuery(project.project_id), ...ofOwner });
  useQuery({ ...webhooksQuery(project.project_id), ...ofOwner });
  useQuery({ ...chatQuery(project.project_id), ...ofOwner });
  useQuery({ ...auditQuery(projectAudit(project.project_id), wholeAudit, 1, useTimeZone()), ...ofOwner });
  if (members.isLoading)
    return (
      <Page title={project.name} breadcrumbs={breadcrumbs}>
        <Pending error={undefined} what="the project" />
      </Page>
    );
  return (
    <Page
      title={project.name}
      breadcrumbs={breadcrumbs}
      actions={
        <>
          {project.project_id !== current && (
            <a className={buttonClass()} href={projectAddress(project.project_id, pathname)}>
              Switch to this project
            </a>
          )}
          {isOwner ? (
            <Button variant="primary" onClick={() => setInviting(true)}>
              Invite
            </Button>
          ) : (
            <LeaveButton project={project} />
          )}
        </>
      }
    >
      <Card>
        <DescriptionList
          items={[
            ['Owner', project.owner_username],
            ['Description', project.description ?? 'none'],
            ['Created', <RelativeTime key="created" at={project.created_at} />],
            ['Project id', <code key="id">{project.project_id}</code>],
          ]}
        />
      </Card>
      <ImportCard project={project} />
      <Card title="Members">
        {members.data ? (
          <Members members={members.data} project={project} isOwner={isOwner} />
        ) : (
          <Pending error={members.error} what="members" />
        )}
      </Card>
      <SettingsCard project={project} isOwner={isOwner} />
      <RunsCard project={project} isOwner={isOwner} />
      {isOwner && <UsageCard projectId={project.project_id} />}
      {isOwner && <WebhooksCard projectId={project.project_id} />}
      {isOwner && <ChatCard projectId={project.project_id} />}
      {isOwner && <AuditCard of={projectAudit(project.project_id)} />}
      {(isOwner || user.system_role === 'admin') && (
        <DangerZone project={project} members={members.data ?? []} isOwner={isOwner} />
      )}
      <InviteDialog project={project} open={inviting} onClose={() => setInviting(false)} />
    </Page>
  );
}

/** Shown to users who are not members; they may have an invitation. */
function Invitation({ projectId, user }: { projectId: string; user: User }) {
  const accept = useMutation({
    mutationFn: () => api.acceptProjectInvitation({ params: { project_id: projectId, username: user.username } }),
    onSuccess: () => goToProject(projectId),
  });
  return (
    <>
      <EmptyState
        title="You are not a member of this project"
        actions={
          <Button variant="primary" disabled={accept.isPending} onClick={() => accept.mutate()}>
            Accept an invitation
          </Button>
        }
      >
        If its owner invited you, accept the invitation here. Otherwise ask the owner for one.
      </EmptyState>
      <ErrorNotice
        error={
          hasCode(accept.error, 'no_project_access')
            ? new Error('You have no invitation to this project.')
            : accept.error
        }
      />
    </>
  );
}
