import { forEachConcurrent } from '../../concurrency.ts';
import type { Context, ProjectContext, UserContext } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { type Page, type PageRequest, readPage } from '../../store/dynamodb/paging.ts';
import { projectKeys } from '../../store/keys.ts';
import {
  getProject,
  getProjects,
  type ListedProjectRecord,
  listedProjectEntity,
  listMembers,
  type ProjectRecord,
} from '../../store/projects/projects.ts';
import { listProjectMembers, type MemberView } from './members.ts';
import { deleteProject } from './projects.ts';

/** A project as administrators see it (rule PROJ-14). */
export interface AdministeredProject {
  project: ProjectRecord;
  /** Its active members. */
  members: number;
}

/** Projects whose members are counted side by side. */
const concurrency = 16;

/** Every project, those that wait to be purged as well, by id. */
export async function listAllProjects(
  { db }: Pick<Context, 'db'>,
  request: PageRequest,
): Promise<Page<AdministeredProject>> {
  const { decode } = listedProjectEntity;
  const page = await readPage<ListedProjectRecord>(db, projectKeys.allListed(), request, { decode });
  const ids = page.records.map(({ projectId }) => projectId);
  const counts = new Map<string, number>();
  const [projects] = await Promise.all([
    getProjects(db, ids),
    forEachConcurrent(ids, concurrency, async (projectId) => {
      const active = (await listMembers(db, projectId)).filter(({ status }) => status === 'active');
      counts.set(projectId, active.length);
    }),
  ]);
  const records = projects.map((project) => ({ project, members: counts.get(project.projectId) ?? 0 }));
  return { ...page, records };
}

/** @throws ServiceError `not-found` for a project that there is not, or that was deleted. */
async function projectOf({ db }: UserContext, projectId: string): Promise<ProjectRecord> {
  const project = await getProject(db, projectId);
  if (!project || project.deletedAt) throw notFound(`Project '${projectId}' not found`);
  return project;
}

/**
 * The context in which an administrator acts on a project as its owner may (rule PROJ-14).
 * @throws ServiceError `not-found`.
 */
export async function administeredProject(ctx: UserContext, projectId: string): Promise<ProjectContext> {
  await projectOf(ctx, projectId);
  return { ...ctx, projectId, role: 'owner' };
}

/** Members of any project, in every state. @throws ServiceError `not-found`. */
export async function membersOfAny(ctx: UserContext, projectId: string): Promise<MemberView[]> {
  const [members] = await Promise.all([
    listProjectMembers({ ...ctx, projectId, role: 'owner' }),
    projectOf(ctx, projectId),
  ]);
  return members;
}

/**
 * Hides any project but the caller's own, as its owner might.
 * @throws ServiceError `not-found`; `invalid` for one's own; `conflict` while a run is on.
 */
export async function deleteAnyProject(ctx: UserContext, projectId: string): Promise<void> {
  const { ownerUserId } = await projectOf(ctx, projectId);
  if (ownerUserId === ctx.actor.user.userId)
    throw invalid(`Project '${projectId}' is your own: DELETE /projects/{project_id} deletes it`);
  await deleteProject({ ...ctx, projectId, role: 'owner' });
}
