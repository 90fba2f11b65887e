import type { ProjectContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { imageKeys, type Key } from '../../kernel/store/keys.ts';
import { imagesOf, mostImages } from '../rules/reference.ts';
import { getImages, imageEntity, imageUseEntity } from '../store/images.ts';
import { dueAfterUse } from './sweep-images.ts';

/** A verb's context, of which little is needed. */
type Ctx = Pick<ProjectContext, 'db' | 'clock' | 'projectId'>;

/**
 * Says in the transaction of a text that its images are shown there, at the item whose life is the text's (rule IMAGE-4).
 * @throws ServiceError `invalid` for more images than a text may show.
 */
export async function addImageUses(transaction: Transaction, ctx: Ctx, at: Key, text: string): Promise<void> {
  const names = imagesOf(text);
  if (names.length > mostImages) throw invalid(`A text may show ${mostImages} images; this one shows ${names.length}`);
  await addUsesOf(transaction, ctx, at, names);
}

/**
 * As `addImageUses`, of images by their names. Each image is written as well, so that the sweep, which may just find it unused,
 * does not remove it. One that is not there is passed over: a text may name it.
 */
export async function addUsesOf(transaction: Transaction, ctx: Ctx, at: Key, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { projectId } = ctx;
  const place = imageKeys.placeOf(projectId, at);
  for (const { rev, ...image } of await getImages(ctx.db, projectId, names)) {
    if (image.removingSince !== undefined) continue;
    const later = imageEntity.encode({ ...image, dueAt: dueAfterUse(ctx) }, rev + 1);
    transaction.put(later, ifRevision(rev), staleRead);
    transaction.put(imageUseEntity.encode({ projectId, name: image.name, place }, 1));
  }
}
