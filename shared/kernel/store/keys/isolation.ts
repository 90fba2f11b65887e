import { encodePart } from './parts.ts';
import { userPartitions } from './users.ts';

/** The tag of a session that reads one project, and its value as keys have it. */
export const sessionTag = (projectId: string): { key: string; value: string } => ({
  key: projectTagKey,
  value: encodePart(projectId),
});

export const projectTagKey = 'project';

/** The partitions of a project, of the table and of its indexes, as patterns of IAM's; `id` is its id or a variable of policies. */
export const ownPartitions = (id: string): string[] => [`P#${id}`, `P#${id}#*`];

/** Partitions that operations of a project write together with its own: notifications of its members, and marks of their requests. */
export const sharedPartitions = [userPartitions] as const;
