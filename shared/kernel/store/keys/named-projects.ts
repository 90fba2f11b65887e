import { project } from './parts.ts';
import { userPartition } from './users.ts';

/** How JSON writes the partition of a project. */
export const partitionInJson = (projectId: string): string => inJson(project(projectId));

/** How JSON writes the partition of a user. */
export const userPartitionInJson = (userId: string): string => inJson(userPartition(userId));

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const partition = /"((?:P|USER)#(?:[^"#\\]|\\.)*)/g;

/**
 * The partitions of the projects and users that keys in JSON name, as `partitionInJson` has them; perhaps some that only
 * other texts name.
 */
export function partitionsIn(json: string): Set<string> {
  const found = new Set<string>();
  for (const [, name = ''] of json.matchAll(partition)) found.add(name);
  return found;
}
