import { forEachConcurrent } from '../../kernel/concurrency.ts';
import type { Context, ProjectContext, UserContext } from '../../kernel/context.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { folded } from '../../kernel/rules/folded.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { projectKeys } from '../../kernel/store/keys.ts';
import { type DayUsed, readUsed } from '../../limits/store/meters.ts';
import { getProject, getProjects, listedProjectEntity, listMembers, type ProjectRecord } from '../store/projects.ts';
import { listProjectMembers, type MemberView } from './members.ts';
import { deleteProject } from './projects.ts';

/** A project as administrators see it (rule PROJ-14). */
export interface AdministeredProject {
  project: ProjectRecord;
  /** Its active members. */
  members: number;
  /** What it used by day, where that is asked for. */
  used?: DayUsed[] | undefined;
}

/** Projects whose members are counted concurrently. */
const concurrency = 16;

/** An entry of the list of all projects; with the project if it was looked up. */
interface Listed {
  projectId: string;
  project?: ProjectRecord | undefined;
}

/**
 * Every project, also those that wait to be purged, by id.
 * @param filter.search a part of a name, an owner's username or an id, ignoring case
 * @param filter.usageDays so many days of what was used, today among them
 */
export async function listAllProjects(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { search, usageDays = 0 }: { search?: string | undefined; usageDays?: number },
  request: PageRequest,
): Promise<Page<AdministeredProject>> {
  const part = folded(search ?? '');
  const page = await readPage<Listed>(db, projectKeys.allListed(), request, {
    decode: (item) => ({ projectId: listedProjectEntity.decode(item).projectId }),
    ...(part !== '' && { complete: (listed) => withProjects(db, listed), keep: (one) => isFound(one.project, part) }),
  });
  const ids = page.records.map(({ projectId }) => projectId);
  const [listed, counts, used] = await Promise.all([
    part === '' ? withProjects(db, page.records) : page.records,
    countMembers(db, ids),
    usageDays === 0 ? new Map<string, DayUsed[]>() : usedBy(db, ids, dayBefore(clock(), usageDays - 1)),
  ]);
  const records = listed.flatMap(({ projectId, project }) =>
    project ? { project, members: counts.get(projectId) ?? 0, used: used.get(projectId) } : [],
  );
  return { ...page, records };
}

/** Active members by project. */
async function countMembers(db: Database, projectIds: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await forEachConcurrent(projectIds, concurrency, async (projectId) => {
    const active = (await listMembers(db, projectId)).filter(({ status }) => status === 'active');
    counts.set(projectId, active.length);
  });
  return counts;
}

/** What projects used since a day. */
async function usedBy(db: Database, projectIds: readonly string[], firstDay: string): Promise<Map<string, DayUsed[]>> {
  const used = new Map<string, DayUsed[]>();
  await forEachConcurrent(projectIds, concurrency, async (projectId) => {
    used.set(projectId, await readUsed(db, projectId, firstDay));
  });
  return used;
}

/** The date in UTC so many days before an instant. */
const dayBefore = (instant: Date, days: number): string =>
  new Date(instant.getTime() - days * 86_400_000).toISOString().slice(0, 10);

/** One that was purged between the two reads has no project. */
async function withProjects(db: Database, listed: readonly Listed[]): Promise<Listed[]> {
  const found = await getProjects(
    db,
    listed.map(({ projectId }) => projectId),
  );
  const byId = new Map(found.map((project) => [project.projectId, project]));
  return listed.map(({ projectId }) => ({ projectId, project: byId.get(projectId) }));
}

const isFound = (project: ProjectRecord | undefined, part: string): boolean =>
  project !== undefined &&
  [project.projectId, project.name, project.ownerUsername].some((text) => folded(text).includes(part));

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
 * @throws ServiceError `not-found`; `invalid` for one's own; `conflict` while a run is active.
 */
export async function deleteAnyProject(ctx: UserContext, projectId: string): Promise<void> {
  const { ownerUserId } = await projectOf(ctx, projectId);
  if (ownerUserId === ctx.actor.user.userId)
    throw invalid(`Project '${projectId}' is your own: DELETE /projects/{project_id} deletes it`);
  await deleteProject({ ...ctx, projectId, role: 'owner' });
}
