import { invalid } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { PROJECT_ROLES } from '../../../projects/rules/permissions.ts';
import {
  type MemberRecord,
  memberEntity,
  type ProjectRecord,
  projectEntity,
} from '../../../projects/store/projects.ts';
import { headRecordOf, UnknownLine } from '../../store/archived-items.ts';

/** What the head of an archive says: the project and its members, as they were. */
export interface ArchivedHead {
  project: Stored<ProjectRecord>;
  members: Stored<MemberRecord>[];
}

/**
 * Reads the head of an archive. Its chips come once more among the records.
 * @throws ServiceError `invalid` where it does not have the one project with its one owner, or a member of another project.
 */
export function readHead(projectId: string, lines: readonly string[]): ArchivedHead {
  const records = lines.map((line, n) => {
    try {
      return headRecordOf(line);
    } catch (error) {
      throw error instanceof UnknownLine ? invalid(`Line ${n + 1} of the head ${error.message}`) : error;
    }
  });
  const of = (kind: string) => records.filter((one) => one.kind === kind).map(({ record }) => record);
  const [project, another] = of(projectEntity.name).filter(
    (record) => record.projectId === projectId && isProject(record),
  );
  if (!project || another) throw invalid(`The head is not that of the archive of project '${projectId}'`);
  const members = of(memberEntity.name) as unknown as Stored<MemberRecord>[];
  const stranger = members.findIndex((member) => member.projectId !== projectId || !isMember(member));
  if (stranger >= 0) throw invalid(`Member ${stranger + 1} of the head is not a member of project '${projectId}'`);
  const head = { project: project as unknown as Stored<ProjectRecord>, members };
  const owners = members.filter(({ role }) => role === 'owner');
  if (owners.length !== 1 || owners[0]?.username !== head.project.ownerUsername)
    throw invalid(`The head does not have the one owner of project '${projectId}' among its members`);
  if (new Set(members.map(({ username }) => username)).size < members.length)
    throw invalid('The head has a member twice');
  return head;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRole = (value: unknown): boolean => PROJECT_ROLES.some((role) => role === value);
const areTexts = (...values: unknown[]): boolean => values.every(isText);

const isProject = ({ name, tags, defaultRole, ownerUserId, ownerUsername, createdAt, updatedAt }: object & Fields) =>
  areTexts(name, ownerUserId, ownerUsername, createdAt, updatedAt) &&
  Array.isArray(tags) &&
  tags.every((tag) => typeof tag === 'string') &&
  isRole(defaultRole);

const isMember = ({ username, userId, role, status, createdAt, updatedAt }: MemberRecord): boolean =>
  areTexts(username, userId, createdAt, updatedAt) && isRole(role) && ['pending', 'active', 'revoked'].includes(status);

type Fields = Record<string, unknown>;
