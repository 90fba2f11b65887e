import type { Membership, MembershipFacts, ProjectRole } from '../../projects/rules/permissions.ts';

/** What the groups of a sign-in provider give (rules AUTH-34 and AUTH-35). */

/** What a group gives its members: the administration of the service, or a role in a project. */
export type GroupRole =
  | { group: string; systemRole: 'admin' }
  | { group: string; projectId: string; role: Exclude<ProjectRole, 'owner'> };

const form =
  'a list of {"group", "system_role": "admin"} and {"group", "project_id", "role": "viewer" or "editor"}, as JSON';

/**
 * Reads the rules as they are written in a setting; an empty text has none.
 * @throws Error that says what they should be.
 */
export function parseGroupRoles(text: string): GroupRole[] {
  if (text.trim() === '') return [];
  const entries = parseJson(text);
  if (!Array.isArray(entries)) throw new Error(`is not ${form}`);
  return entries.map((entry: Record<string, unknown> | null) => {
    const { group, system_role: systemRole, project_id: projectId, role, ...others } = entry ?? {};
    const isNamed = typeof group === 'string' && group !== '' && Object.keys(others).length === 0;
    if (isNamed && systemRole === 'admin' && projectId === undefined && role === undefined)
      return { group, systemRole };
    const isOfProject = isNamed && systemRole === undefined && typeof projectId === 'string' && projectId !== '';
    if (isOfProject && (role === 'viewer' || role === 'editor')) return { group, projectId, role };
    throw new Error(`has ${JSON.stringify(entry)}: it should be ${form}`);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a person in these groups may sign in: everyone, if no group is named. */
export const mayEnter = (groups: readonly string[], allowed: readonly string[]): boolean =>
  allowed.length === 0 || groups.some((group) => allowed.includes(group));

/** The system role of a person in these groups; undefined if no rule gives one, so that administrators decide. */
export function systemRoleOf(groups: readonly string[], rules: readonly GroupRole[]): 'admin' | 'user' | undefined {
  const giving = rules.filter((rule) => 'systemRole' in rule);
  if (giving.length === 0) return undefined;
  return giving.some(({ group }) => groups.includes(group)) ? 'admin' : 'user';
}

/**
 * The role in each project that a rule names: the highest that a group gives, undefined for a person in none of them.
 * Projects that no rule names are absent.
 */
export function projectRolesOf(
  groups: readonly string[],
  rules: readonly GroupRole[],
): Map<string, 'viewer' | 'editor' | undefined> {
  const roles = new Map<string, 'viewer' | 'editor' | undefined>();
  for (const rule of rules) {
    if (!('projectId' in rule)) continue;
    const given = groups.includes(rule.group) ? rule.role : undefined;
    const before = roles.get(rule.projectId);
    roles.set(rule.projectId, before === 'editor' ? before : (given ?? before));
  }
  return roles;
}

/**
 * The membership after a sign-in, where groups give `role`, or none; undefined if it stays unchanged. Owners keep their
 * projects: ownership moves by a transfer only (rule PROJ-3). Members who left do not return (rule PROJ-17).
 */
export function membershipByGroups(
  current: MembershipFacts | undefined,
  role: 'viewer' | 'editor' | undefined,
): Membership | undefined {
  if (current?.role === 'owner' && current.status === 'active') return undefined;
  if (role !== undefined && current?.leftAt !== undefined) return undefined;
  if (role !== undefined)
    return current?.status === 'active' && current.role === role ? undefined : { role, status: 'active' };
  if (current === undefined || current.status === 'revoked') return undefined;
  return { role: current.role, status: 'revoked' };
}
