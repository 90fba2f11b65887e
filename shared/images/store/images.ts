import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, getItem, queryPage } from '../../kernel/store/dynamodb/database.ts';
import { type ImagePlace, imageKeys } from '../../kernel/store/keys.ts';

/** An image of a project. Its bytes are in the bucket, under a key that follows from its name. */
export interface ImageRecord {
  projectId: string;
  /** Digest, size and kind (`shared/images/rules/reference.ts`). */
  name: string;
  sizeBytes: number;
  createdBy: string;
  createdByUserId: string;
  createdAt: string;
  /** When the sweep looks whether a text shows it. */
  dueAt: string;
  /** Since when its bytes are being removed: no text takes it up any more. */
  removingSince?: string | undefined;
}

export const imageEntity = defineEntity<ImageRecord>({
  name: 'image',
  version: 1,
  keys: ({ projectId, name, dueAt }) => ({
    ...imageKeys.image(projectId, name),
    gsi2pk: imageKeys.checks,
    gsi2sk: dueAt,
  }),
  slim: ({ projectId, name }) => ({ projectId, name }),
});

/** That the text of a note, a post or a case shows an image, or has shown it. */
export interface ImageUseRecord {
  projectId: string;
  name: string;
  place: ImagePlace;
}

export const imageUseEntity = defineEntity<ImageUseRecord>({
  name: 'image-use',
  version: 1,
  keys: ({ projectId, name, place }) => imageKeys.use(projectId, name, place),
});

export async function getImage(
  db: Database,
  projectId: string,
  name: string,
): Promise<Stored<ImageRecord> | undefined> {
  const item = await getItem(db, imageKeys.image(projectId, name));
  return item && imageEntity.decode(item);
}

/** Those of the images that are there. */
export async function getImages(
  db: Database,
  projectId: string,
  names: readonly string[],
): Promise<Stored<ImageRecord>[]> {
  const items = await batchGetItems(
    db,
    names.map((name) => imageKeys.image(projectId, name)),
  );
  return items.flatMap((item) => (item ? [imageEntity.decode(item)] : []));
}

/** Which image. */
export type ImageName = Pick<ImageRecord, 'projectId' | 'name'>;

/** Images that are due by an instant, the longest due first; at most `limit`. */
export async function listDueImages(db: Database, dueAt: string, limit: number): Promise<ImageName[]> {
  const { items } = await queryPage(db, { index: 'gsi2', pk: imageKeys.checks, through: dueAt }, { limit });
  return items.map(({ slim }) => slim as ImageName);
}

/** The first places that show an image; at most `limit`. */
export async function listUses(
  db: Database,
  projectId: string,
  name: string,
  limit: number,
): Promise<ImageUseRecord[]> {
  const { items } = await queryPage(db, imageKeys.uses(projectId, name), { limit });
  return items.map((item) => imageUseEntity.decode(item));
}
