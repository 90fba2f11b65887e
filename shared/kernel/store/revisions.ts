import { randomBytes } from 'node:crypto';
import { defineEntity, type Item } from './dynamodb/codec.ts';
import { type Database, writeItem } from './dynamodb/database.ts';
import { type Key, revisionKeys } from './keys.ts';

/**
 * The revision of a project or a user: another text after every write of its items (docs/decisions/0054). Without an item
 * nothing was written for longer than any entity tag is valid.
 */
export interface WriteRevision {
  /** Random, so that no revision repeats after a deletion or a restored backup. */
  revision: string;
  /** Time of the last write in milliseconds, by the writer's clock; 0 if unknown. */
  writtenMs: number;
}

interface WriteRevisionRecord extends WriteRevision {
  key: Key;
}

/** Longer than an entity tag is valid (rule API-32). */
const keptMilliseconds = 2 * 86_400_000;

export const writeRevisionEntity = defineEntity<WriteRevisionRecord>({
  name: 'write-revision',
  version: 1,
  keys: ({ key }) => key,
  expiresAt: ({ writtenMs }) => Math.ceil((writtenMs + keptMilliseconds) / 1000),
});

export const decodeRevision = (item: Item | undefined): WriteRevision =>
  item ? writeRevisionEntity.decode(item) : { revision: '', writtenMs: 0 };

/** What the changes of revisions need. */
interface Revising {
  clock: () => Date;
  onError: (error: unknown, key: Key) => void;
}

interface Changing {
  current: Promise<void>;
  next?: Promise<void>;
}

/**
 * Makes what `Database.written` calls: after a write, the revision of each project and user is another one. Of many writes
 * at once those that wait share the next change, so that one process changes a revision once a round trip at most.
 */
export function revisionChanges(db: Database, { clock, onError }: Revising): NonNullable<Database['written']> {
  const changing = new Map<string, Changing>();
  const put = async (key: Key): Promise<void> => {
    const record = { key, revision: randomBytes(9).toString('base64url'), writtenMs: clock().getTime() };
    await writeItem(db, { put: writeRevisionEntity.encode(record, 1) }).catch((error) => onError(error, key));
  };
  const begin = (key: Key): Promise<void> => {
    const one: Changing = {
      current: put(key).then(() => {
        if (changing.get(key.pk) === one && !one.next) changing.delete(key.pk);
      }),
    };
    changing.set(key.pk, one);
    return one.current;
  };
  const change = (key: Key): Promise<void> => {
    const one = changing.get(key.pk);
    if (!one) return begin(key);
    // The current one may have been applied before this write.
    one.next ??= one.current.then(() => begin(key));
    return one.next;
  };
  return async (written) => {
    const keys = new Map<string, Key>();
    for (const one of written) {
      const key = revisionKeys.changedBy(one);
      if (key) keys.set(key.pk, key);
    }
    await Promise.all([...keys.values()].map(change));
  };
}
