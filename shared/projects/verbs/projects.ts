import type { ProjectContext, UserContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { changedByOthers } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { projectKeys, runKeys } from '../../kernel/store/keys.ts';
import { noAccess } from '../../people/verbs/auth/authenticate.ts';
import type { LockScope } from '../../runs/rules/lock.ts';
import { holdersOf, ifUnlocked, lockEntity } from '../../runs/store/locks.ts';
import { decodeRunQueue, ifNoneWaits } from '../../runs/store/run-queue.ts';
import type { FreshnessHours } from '../../values/rules/fresh-for.ts';
import { activeRole, type ProjectRole } from '../rules/permissions.ts';
import {
  getProject,
  getProjects,
  listMemberships,
  lockScopeOf,
  type ProjectRecord,
  projectEntity,
  projectNameEntity,
} from '../store/projects.ts';
import { addEntries } from './audit/entries.ts';
import { changedLimits } from './changed-limits.ts';
import { addEnabledCheck } from './members.ts';
import { requireRoomOfOwner } from './membership-bounds.ts';
import { addProjectWrites, nameTaken, newProject } from './new-project.ts';
import type { ProjectChanges } from './project-changes.ts';
import { addSettingEntries } from './setting-entries.ts';

/** How long a deleted project can be taken back (rule PROJ-7). */
export const restoreDays = 30;

/** A project with the role that the caller has in it. */
export interface OwnProject {
  project: ProjectRecord;
  role: ProjectRole;
}

/** Projects in which the caller is an active member; or, instead, those of theirs that wait to be purged. */
export async function listProjects(ctx: UserContext, which: { deleted: boolean }): Promise<OwnProject[]> {
  const memberships = await listMemberships(ctx.db, ctx.actor.user.userId);
  const bound = ctx.actor.apiToken?.projectId;
  const roles = new Map<string, ProjectRole>();
  for (const member of memberships) {
    const role = activeRole(member);
    if (role && (bound === undefined || member.projectId === bound)) roles.set(member.projectId, role);
  }
  const projects = (await getProjects(ctx.db, [...roles.keys()])).filter((project) =>
    which.deleted ? project.deletedAt && project.ownerUserId === ctx.actor.user.userId : !project.deletedAt,
  );
  return projects
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
    .flatMap((project) => {
      const role = roles.get(project.projectId);
      return role ? [{ project, role }] : [];
    });
}

/** Creates a project that the caller owns. @throws ServiceError `conflict` for a name that they use already. */
export async function createProject(
  ctx: UserContext,
  input: { name: string; description?: string | null | undefined; tags: string[] },
): Promise<ProjectRecord> {
  await requireRoomOfOwner(ctx, ctx.actor.user);
  const project = newProject(ctx.actor.user, input, nowOf(ctx));
  const transaction = new Transaction(ctx.db);
  addProjectWrites(transaction, project);
  addEnabledCheck(transaction, ctx.actor.user);
  await transaction.commit();
  return project;
}

export async function readProject(ctx: ProjectContext): Promise<Stored<ProjectRecord>> {
  const project = await getProject(ctx.db, ctx.projectId);
  if (!project || project.deletedAt) throw noAccess(ctx.projectId);
  return project;
}

/**
 * Changes a project; a new name is reserved and the old one released in the same transaction.
 * @param expect refuses by what the project is before.
 * @throws ServiceError `conflict` for a name in use, and for another scope of locks while a run is active or queued.
 */
export async function updateProject(
  ctx: ProjectContext,
  changes: ProjectChanges,
  expect?: (project: ProjectRecord) => void,
): Promise<ProjectRecord> {
  const { rev, ...project } = await readProject(ctx);
  expect?.(project);
  const changed: ProjectRecord = {
    ...project,
    name: changes.name ?? project.name,
    description: changes.description === undefined ? project.description : (changes.description ?? undefined),
    tags: changes.tags ?? project.tags,
    defaultRole: changes.defaultRole ?? project.defaultRole,
    freshnessHours: withChanges(project.freshnessHours, changes.freshnessHours),
    gate: changes.gate ?? project.gate,
    limits: await changedLimits(ctx, project.limits, changes.limits),
    lockScope: (changes.lockScope ?? lockScopeOf(project)) === 'chip' ? 'chip' : undefined,
    updatedAt: nowOf(ctx),
  };
  const transaction = new Transaction(ctx.db).put(projectEntity.encode(changed, rev + 1), ifRevision(rev), () =>
    projectChanged(ctx.projectId),
  );
  if (changed.name !== project.name) {
    const { ownerUserId, ownerUsername, projectId } = project;
    transaction
      .put(projectNameEntity.encode({ ownerUserId, name: changed.name, projectId }, 1), ifAbsent, () =>
        nameTaken(ownerUsername, changed.name),
      )
      .delete(projectKeys.name(ownerUserId, project.name));
  }
  if (lockScopeOf(project) !== lockScopeOf(changed)) {
    requirePresentForms(ctx, lockScopeOf(changed));
    requireIdle(transaction, ctx.projectId);
  }
  addSettingEntries(transaction, ctx, project, changed);
  await transaction.commit();
  return changed;
}

/** A lock that several runs hold has no form that the last release reads (rule STORE-13). */
function requirePresentForms({ config, projectId }: ProjectContext, scope: LockScope): void {
  if (scope === 'chip' && config.storedForms === 'released')
    throw conflict(
      `Project '${projectId}' cannot have a lock for each chip while the service writes the forms of its last release (storedForms)`,
    );
}

/** Lets a transaction fail while a run is active or queued: it took, or waits for, a lock of the present scope (rule RUN-24). */
function requireIdle(transaction: Transaction, projectId: string): void {
  const refused = `What the lock of project '${projectId}' covers cannot be changed`;
  transaction
    .check(runKeys.lock(projectId), ifUnlocked, (lock) => {
      const names = holdersOf(lock && lockEntity.decode(lock)).map((run) => `'${run.executionId}' on '${run.chipId}'`);
      return conflict(`${refused} while a run is active: ${names.join(', ')}`, 'run_active');
    })
    .check(runKeys.queue(projectId), ifNoneWaits, (queue) => {
      const names = decodeRunQueue(queue)?.waiting.map(({ flowName }) => `'${flowName}'`) ?? [];
      return conflict(`${refused} while a run is queued: ${names.join(', ')}`, 'run_queued');
    });
}

function withChanges(
  hours: FreshnessHours | undefined,
  changes: ProjectChanges['freshnessHours'],
): FreshnessHours | undefined {
  const changed = Object.entries({ ...hours, ...changes }).filter(([, value]) => value != null);
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/**
 * Hides a project at once and adds it to the list of projects to be purged. Its name stays reserved until then.
 * @throws ServiceError `conflict` while a run is active (rule PROJ-7).
 */
export async function deleteProject(ctx: ProjectContext): Promise<void> {
  const { rev, ...project } = await readProject(ctx);
  const now = ctx.clock();
  const changed: ProjectRecord = {
    ...project,
    deletedAt: now.toISOString(),
    purgeAt: new Date(now.getTime() + restoreDays * 86_400_000).toISOString(),
    updatedAt: now.toISOString(),
  };
  const transaction = new Transaction(ctx.db)
    .put(projectEntity.encode(changed, rev + 1), ifRevision(rev), () => projectChanged(ctx.projectId))
    .check(runKeys.lock(ctx.projectId), ifUnlocked, (lock) =>
      conflict(
        `Project '${ctx.projectId}' is busy with run '${lock && lockEntity.decode(lock).holder?.executionId}'; cancel the run or wait for it to end`,
        'run_active',
      ),
    );
  addEntries(transaction, ctx, ctx.projectId, { action: 'delete-project', details: { name: project.name } });
  await transaction.commit();
}

/**
 * Takes back a deletion.
 * @throws ServiceError `forbidden` to everyone but the owner and administrators, and once the purge may have begun;
 * `conflict` when it is not deleted.
 */
export async function restoreProject(ctx: UserContext, projectId: string): Promise<ProjectRecord> {
  const stored = await getProject(ctx.db, projectId);
  const { user, apiToken } = ctx.actor;
  // The owner may have been deleted since (rule USER-4).
  const may = stored && (stored.ownerUserId === user.userId || (user.systemRole === 'admin' && !apiToken));
  if (!stored || !may) throw noAccess(projectId);
  if (!stored.deletedAt) throw conflict(`Project '${projectId}' is not deleted`);
  const isOver = stored.purgeAt !== undefined && stored.purgeAt <= nowOf(ctx);
  if (isOver || stored.purgingSince !== undefined) throw noAccess(projectId);
  const { rev, deletedAt: _deletedAt, purgeAt: _purgeAt, ...project } = stored;
  const changed: ProjectRecord = { ...project, updatedAt: nowOf(ctx) };
  const transaction = new Transaction(ctx.db).put(projectEntity.encode(changed, rev + 1), ifRevision(rev), () =>
    projectChanged(projectId),
  );
  addEntries(transaction, ctx, projectId, { action: 'restore-project', details: { name: project.name } });
  await transaction.commit();
  return changed;
}

/** 409 of a project that was changed between reading and writing. */
export const projectChanged = (projectId: string) => changedByOthers(`Project '${projectId}'`);
