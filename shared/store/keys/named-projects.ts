import { project } from './parts.ts';

/** How JSON writes the partition of a project. */
export const partitionInJson = (projectId: string): string => JSON.stringify(project(projectId)).slice(1, -1);

const partition = /"(P#(?:[^"#\\]|\\.)*)/g;

/** The partitions of the projects that keys in JSON name, as `partitionInJson` has them; perhaps some that only other texts name. */
export function partitionsIn(json: string): Set<string> {
  const found = new Set<string>();
  for (const [, name = ''] of json.matchAll(partition)) found.add(name);
  return found;
}
