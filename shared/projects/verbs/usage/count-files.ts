import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { projectFolders } from '../../../runs/rules/artifact-path.ts';
import type { ProjectUsageRecord } from '../../store/usage.ts';

type FileCount = NonNullable<ProjectUsageRecord['fileCount']>;

/** What a bucket lists at most in one answer. */
const pageObjects = 1000;
/** Pages of one call: some seconds at a bucket. */
const pagesAtOnce = 50;

/**
 * Adds up the bytes of a project's files, from where a count before this one has left off, for a bounded number of pages.
 * Versions that were replaced or deleted are not counted.
 * @returns the bytes of all files, or where the count is to go on.
 */
export async function countFiles(
  objects: Pick<ObjectStore, 'list'>,
  projectId: string,
  from: FileCount = { bytes: 0, folder: 0 },
): Promise<{ bytes: number } | { toGoOn: FileCount }> {
  const folders = projectFolders(projectId);
  let { bytes, folder, after } = from;
  for (let page = 0; page < pagesAtOnce; page += 1) {
    const name = folders[folder];
    if (name === undefined) return { bytes };
    const listed = await objects.list(name, after, pageObjects);
    bytes += listed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    after = listed.at(-1)?.key;
    if (listed.length < pageObjects) {
      folder += 1;
      after = undefined;
    }
  }
  return folder < folders.length ? { toGoOn: { bytes, folder, after } } : { bytes };
}
