import { randomUUID } from 'node:crypto';
import { conflict } from '../../kernel/errors.ts';
import { ifAbsent } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import {
  listedProjectEntity,
  type MemberRecord,
  memberEntity,
  memberMirrorEntity,
  type ProjectRecord,
  projectEntity,
  projectNameEntity,
} from '../store/projects.ts';

export function newProject(
  owner: { userId: string; username: string },
  input: { name: string; description?: string | null | undefined; tags: string[] },
  now: string,
): ProjectRecord {
  return {
    projectId: randomUUID(),
    ownerUserId: owner.userId,
    ownerUsername: owner.username,
    name: input.name,
    description: input.description ?? undefined,
    tags: input.tags,
    defaultRole: 'viewer',
    gate: 'warn',
    createdAt: now,
    updatedAt: now,
  };
}

/** Adds the writes of a new project: project, unique name, owner's membership and its mirror. */
export function addProjectWrites(transaction: Transaction, project: ProjectRecord): void {
  const { projectId, ownerUserId, ownerUsername, name, createdAt } = project;
  const owner: MemberRecord = {
    projectId,
    userId: ownerUserId,
    username: ownerUsername,
    role: 'owner',
    status: 'active',
    createdAt,
    updatedAt: createdAt,
  };
  transaction
    .put(projectNameEntity.encode({ ownerUserId, name, projectId }, 1), ifAbsent, () => nameTaken(ownerUsername, name))
    .put(projectEntity.encode(project, 1), ifAbsent)
    .put(listedProjectEntity.encode({ projectId }, 1))
    .put(memberEntity.encode(owner, 1), ifAbsent)
    .put(memberMirrorEntity.encode(owner, 1), ifAbsent);
}

/** 409 of a name that the owner already uses. */
export const nameTaken = (ownerUsername: string, name: string) =>
  conflict(`Project '${name}' of user '${ownerUsername}' already exists`, 'already_exists');
