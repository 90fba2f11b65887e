import { dayKeys } from './days.ts';
import { imageKeys } from './images.ts';
import { openSpanKeys } from './metrics.ts';
import { type Key, project } from './parts.ts';

/** A key with the partitions of the indexes that contain the item. */
type Partitions = Pick<Key, 'pk'> & { [Index in 1 | 2 | 3 | 4 as `gsi${Index}pk`]?: string | undefined };

/** Lists of all projects on which records of an archive may be: what the sweep still has to do for them. */
const listsOfAll: readonly string[] = [openSpanKeys.open, dayKeys.openIndex, imageKeys.checks];

/** Whether an item is kept below its project and shown nowhere but there, and on the lists of what is left to do for it. */
export function isWithin({ pk, gsi1pk, gsi2pk, gsi3pk, gsi4pk }: Partitions, projectId: string): boolean {
  const own = project(projectId);
  const isOwn = (partition: string) => partition === own || partition.startsWith(`${own}#`);
  const shown = [gsi1pk, gsi2pk, gsi3pk, gsi4pk].filter((partition) => partition !== undefined);
  return isOwn(pk) && shown.every((partition) => isOwn(partition) || listsOfAll.includes(partition));
}

const line = (n: number): string => String(n).padStart(12, '0');

/** Keys of a project that is being imported: while it is, its own item is not there (rule ARCHIVE-9). */
export const projectImportKeys = {
  import: (projectId: string): Key => ({ pk: project(projectId), sk: 'IMPORT' }),
  head: (projectId: string): Key => ({ pk: `${project(projectId)}#IMPORT`, sk: 'HEAD' }),
  /** The keys that were written with a line of the archive and the lines after it. */
  written: (projectId: string, from: number): Key => ({ pk: `${project(projectId)}#IMPORT`, sk: `KEYS#${line(from)}` }),
  allWritten: (projectId: string) => ({ pk: `${project(projectId)}#IMPORT`, prefix: 'KEYS#' }),
  /** What a line of the archive says, kept aside until the end. */
  kept: (projectId: string, n: number): Key => ({ pk: `${project(projectId)}#IMPORT`, sk: `LINE#${line(n)}` }),
  allKept: (projectId: string) => ({ pk: `${project(projectId)}#IMPORT`, prefix: 'LINE#' }),
};
