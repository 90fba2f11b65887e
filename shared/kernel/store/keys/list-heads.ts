import { type Key, project } from './parts.ts';

/** Keys of the heads of lists that an index answers. */
export const listHeadKeys = {
  /** `partition`: that of the list on its index. */
  head: (projectId: string, partition: string): Key => ({ pk: listHeadKeys.all(projectId).pk, sk: partition }),
  all: (projectId: string) => ({ pk: `${project(projectId)}#HEAD`, prefix: '' }),
  /** On the index: behind every entry, which begins with an instant. */
  sort: '~~',
  /** The last sort key that an entry may have. */
  lastEntry: '~',
};
