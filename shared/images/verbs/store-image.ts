import { createHash } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { conflict, invalid, ServiceError } from '../../kernel/errors.ts';
import type { ObjectStore } from '../../kernel/objects/port.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { requireQuota } from '../../projects/verbs/usage/require-quota.ts';
import { imageFolder } from '../../runs/rules/artifact-path.ts';
import { imageBounds, imageBytesText } from '../rules/bounds.ts';
import { readImage } from '../rules/read-image.ts';
import { type ImageName, imageNameOf, imageTypes } from '../rules/reference.ts';
import { getImage, type ImageRecord, imageEntity } from '../store/images.ts';
import { dueAfterUse } from './sweep-images.ts';

/** An image as it is kept. */
export interface KeptImage extends ImageName {
  name: string;
  contentType: string;
  sizeBytes: number;
}

/** The key of its object. */
export const imageKey = (projectId: string, { digest, width, height, ending }: ImageName): string =>
  `${imageFolder(projectId, digest)}/${width}x${height}.${ending}`;

/**
 * Keeps an image for texts of the project; the same bytes are the same image (rule IMAGE-1). Its record is written before its
 * bytes: whatever breaks off, the sweep knows what there may be, and who sends it again ends with the same.
 * @throws ServiceError `too-large`; `invalid` for bytes of no image, and for a picture of too many pixels; `conflict` while
 * the same image is being removed, and in a project that is beyond its quota of files.
 */
export async function storeImage(
  ctx: ProjectContext & { objects: Pick<ObjectStore, 'put' | 'list'> },
  bytes: Uint8Array,
): Promise<KeptImage> {
  const named = imageOf(bytes);
  const name = imageNameOf(named);
  await requireQuota(ctx, ctx.projectId, ['fileBytes']);
  await retryOnConflict(orRefuse(`Image '${name}'`), () => writeRecord(ctx, name, bytes.length));
  const contentType = imageTypes[named.ending];
  await ctx.objects.put(imageKey(ctx.projectId, named), bytes, contentType);
  return { ...named, name, contentType, sizeBytes: bytes.length };
}

const problem = (message: string) => invalid(message, [{ path: 'body.file', message }]);

/** What the bytes are. @throws ServiceError for what is not taken. */
function imageOf(bytes: Uint8Array): ImageName {
  if (bytes.length > imageBounds.bytes)
    throw new ServiceError(
      'too_large',
      `An image may have ${imageBytesText} (${imageBounds.bytes} bytes); this one has ${bytes.length} bytes`,
    );
  const read = readImage(bytes);
  if (!read) throw problem('The file is not an image of the kinds PNG, JPEG, GIF and WebP');
  const { width, height } = read;
  if (width * height > imageBounds.pixels || Math.max(width, height) > 99_999)
    throw problem(`An image may have ${imageBounds.pixels} pixels; this one has ${width} x ${height}`);
  return { ...read, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 32) };
}

/** Sending an image again gives the same time to use it as the first upload. */
async function writeRecord(ctx: ProjectContext, name: string, sizeBytes: number): Promise<void> {
  const { projectId } = ctx;
  const { userId, username } = ctx.actor.user;
  const stored = await getImage(ctx.db, projectId, name);
  if (stored?.removingSince !== undefined)
    throw conflict(`Image '${name}' is being removed, since no text shows it; send it again in a few minutes`);
  const { rev = 0, ...before } = stored ?? {};
  const fresh = { projectId, name, sizeBytes, createdBy: username, createdByUserId: userId, createdAt: nowOf(ctx) };
  const image: ImageRecord = { ...fresh, ...before, dueAt: dueAfterUse(ctx) };
  await new Transaction(ctx.db)
    .put(imageEntity.encode(image, rev + 1), stored ? ifRevision(rev) : ifAbsent, staleRead)
    .commit();
}
