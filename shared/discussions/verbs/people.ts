import type { ProjectContext } from '../../kernel/context.ts';
import { unknownReference } from '../../kernel/errors.ts';
import { batchGetItems } from '../../kernel/store/dynamodb/database.ts';
import { projectKeys } from '../../kernel/store/keys.ts';
import { activeRole } from '../../projects/rules/permissions.ts';
import { memberEntity } from '../../projects/store/projects.ts';
import { threadBounds } from '../rules/bounds.ts';
import { mentionedNames } from '../rules/mentions.ts';
import type { Acting } from '../rules/rights.ts';

/** People of a post: usernames, and their ids in the same order. */
export interface People {
  names: string[];
  userIds: string[];
}

/** Who calls, as the rights of threads ask for it. */
export const actingOf = (ctx: ProjectContext): Acting => {
  const { userId, username } = ctx.actor.user;
  return { userId, username, role: ctx.role };
};

/**
 * The members whom a text mentions, and those to whom a thread is assigned. A name that no member has is not a mention.
 * @throws ServiceError `unknown-reference` for an assignee who is not a member.
 */
export async function findPeople(
  ctx: ProjectContext,
  text: string | undefined,
  assignees: readonly string[] | undefined,
): Promise<{ mentions: People; assignees: People }> {
  const mentioned = text === undefined ? [] : mentionedNames(text);
  const given = [...new Set(assignees)];
  const members = await findMembers(ctx, [...mentioned, ...given]);
  const stranger = given.find((name) => !members.has(name));
  if (stranger !== undefined)
    throw unknownReference(`User '${stranger}' is not a member of project '${ctx.projectId}'`);
  return { mentions: peopleOf(mentioned, members), assignees: peopleOf(given, members) };
}

const peopleOf = (names: readonly string[], members: ReadonlyMap<string, string>): People => {
  const known = names.filter((name) => members.has(name));
  return { names: known, userIds: known.map((name) => members.get(name) ?? '') };
};

/** The ids of those of these names who are in the project. */
async function findMembers(ctx: ProjectContext, names: readonly string[]): Promise<Map<string, string>> {
  const items = await batchGetItems(
    ctx.db,
    names.map((name) => projectKeys.member(ctx.projectId, name)),
  );
  const members = items.flatMap((item) => (item ? [memberEntity.decode(item)] : []));
  return new Map(members.filter((member) => activeRole(member)).map(({ username, userId }) => [username, userId]));
}

/** Who takes part in a thread, with these as well. */
export const withParticipants = (before: readonly string[], userIds: readonly string[]): string[] =>
  [...new Set([...before, ...userIds])].slice(0, threadBounds.participants);
