import { type ProjectRole, roleAllows } from '../../projects/rules/permissions.ts';

/** Who acts on a thread or a reply. */
export interface Acting {
  userId: string;
  username: string;
  role: ProjectRole;
}

interface Authored {
  authorUserId: string;
}

/** The words of a post are its author's alone (rule THREAD-4). */
export const mayEditWords = (by: Acting, post: Authored): boolean => by.userId === post.authorUserId;

/** A post is deleted by its author or by the project's owner. */
export const mayDelete = (by: Acting, post: Authored): boolean =>
  by.userId === post.authorUserId || roleAllows(by.role, 'owner');

/** A thread is sorted, given to people, closed and opened again by its author, by who has it, and by editors. */
export const maySort = (by: Acting, thread: Authored & { assignees: readonly string[] }): boolean =>
  by.userId === thread.authorUserId || thread.assignees.includes(by.username) || roleAllows(by.role, 'editor');
