import { useMutation, useQuery } from '@tanstack/react-query';
import { projectAddress } from '#shared/kernel/rules/page-address.ts';
import styles from '../../../chips/components/way-on.module.css';
import { invitationsQuery } from '../../../people/lib/queries.ts';
import { activeProjects } from '../../../projects/lib/active-projects.ts';
import { api } from '../../lib/api/api.ts';
import { deletedProjectsQuery } from '../../lib/api/queries.ts';
import type { Project, User } from '../../lib/api/wire.ts';
import { Button, buttonClass } from '../button.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Page } from '../page.tsx';
import { Pending } from '../pending.tsx';

/** A project of which the caller may know the name, and what opens it to them. */
interface Known {
  title: string;
  text: string;
  action: string;
  open: () => Promise<unknown>;
}

/**
 * The page of an address in a project that the caller may not open (rule NAV-16): which project, how to get access, and
 * their own projects. Only invited users, and the user who deleted the project, see its name.
 */
export function NoAccess({ name, user, projects }: { name: string; user: User; projects: readonly Project[] }) {
  const known = useKnownProject(name, user);
  const open = useMutation({ mutationFn: (of: Known) => of.open(), onSuccess: () => location.reload() });
  if (known === 'pending')
    return (
      <Page title="Project">
        <Pending error={undefined} what="the project" />
      </Page>
    );
  return (
    <Page title={known?.title ?? 'You have no access to this project'}>
      {known ? (
        <>
          <p>{known.text}</p>
          <div>
            <Button variant="primary" disabled={open.isPending} onClick={() => open.mutate(known)}>
              {known.action}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            This address belongs to project <code>{name}</code>. You are not a member of it, or it does not exist.
          </p>
          <p>
            To get access, ask the owner of the project to invite <code>{user.username}</code>. The person who sent you
            the address can tell you who that is. When you have accepted the invitation, the address opens its page.
          </p>
        </>
      )}
      <ErrorNotice error={open.error} />
      <OwnProjects projects={projects} />
    </Page>
  );
}

function OwnProjects({ projects }: { projects: readonly Project[] }) {
  return (
    <nav className={styles.wayOn} aria-label="Your projects">
      <div className={styles.links}>
        {activeProjects(projects).map(({ project_id, name }) => (
          <a key={project_id} href={projectAddress(project_id, '/')} className={buttonClass({ small: true })}>
            {name}
          </a>
        ))}
        <a href="/projects" className={buttonClass({ small: true })}>
          All projects and invitations
        </a>
      </div>
    </nav>
  );
}

/** What the caller may know of a project that they are not a member of; undefined where that is nothing. */
function useKnownProject(projectId: string, { username }: User): Known | 'pending' | undefined {
  const waiting = useQuery(invitationsQuery());
  const deleted = useQuery(deletedProjectsQuery());
  if (waiting.isPending || deleted.isPending) return 'pending';
  const isIt = (one: { project_id: string }) => one.project_id === projectId;
  const params = { project_id: projectId };
  const invitation = waiting.data?.invitations.find(isIt);
  if (invitation) {
    const { project_name: name, invited_by: by, owner_username: owner, role } = invitation;
    return {
      title: `You are invited to ‘${name}’`,
      text: `${by ?? owner} invites you as ${role}. Accept to open this page.`,
      action: 'Accept',
      open: () => api.acceptProjectInvitation({ params: { ...params, username } }),
    };
  }
  const gone = deleted.data?.find(isIt);
  return (
    gone && {
      title: `Project ‘${gone.name}’ was deleted`,
      text: 'You can restore it within 30 days of its deletion.',
      action: 'Restore',
      open: () => api.restoreProject({ params }),
    }
  );
}
