import { type Context, nowOf } from '../../kernel/context.ts';
import type { ObjectStore } from '../../kernel/objects/port.ts';
import type { Item, Stored } from '../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { imageKeys } from '../../kernel/store/keys.ts';
import { forEachInTime } from '../../kernel/verbs/for-each-in-time.ts';
import { taskResultEntity } from '../../results/store/task-results.ts';
import { imageFolder } from '../../runs/rules/artifact-path.ts';
import { imageBounds } from '../rules/bounds.ts';
import { parseImageName } from '../rules/reference.ts';
import {
  getImage,
  type ImageName,
  type ImageRecord,
  imageEntity,
  imageUseEntity,
  listDueImages,
  listUses,
} from '../store/images.ts';

/** When the sweep looks at an image that was sent or taken up now (rule IMAGE-5). */
export const dueAfterUse = ({ clock }: Pick<Context, 'clock'>): string =>
  new Date(clock().getTime() + imageBounds.unusedDays * 86_400_000).toISOString();

/** What a sweep of images needs: the store of files too. */
type Sweeping = Context & { objects: Pick<ObjectStore, 'deleteBelow'> };

/** Images that one sweep looks at. */
export const imagesAtOnce = 200;

/** How many of them at a time. */
const width = 4;

/** Places of an image that are looked at together: what is gone of them is forgotten in one transaction. */
const placesAtOnce = 90;

/** Longer than a deletion of files lasts, even if its sweep paused. */
const removalSeconds = 300;

/** What was done: images whose texts are all gone, or never came, are removed. */
export interface ImageSweep {
  imagesRemoved: number;
  failed: number;
}

/**
 * Removes images that no text shows, days after they were last sent or taken up (rule IMAGE-5).
 * @param images to look at; those that are due by default.
 */
export async function sweepImages(ctx: Sweeping, until: Date, images?: readonly ImageName[]): Promise<ImageSweep> {
  const result: ImageSweep = { imagesRemoved: 0, failed: 0 };
  const due = images ?? (await listDueImages(ctx.db, nowOf(ctx), imagesAtOnce));
  await forEachInTime(ctx, due, { until, width }, async ({ projectId, name }) => {
    try {
      if (await settleImage(ctx, projectId, name)) result.imagesRemoved += 1;
    } catch (error) {
      // One broken image must not keep the others from being looked at.
      result.failed += 1;
      ctx.log.error('image not swept', { entity: name, projectId, reason: String(error) });
    }
  });
  return result;
}

/**
 * Looks at a due image: whether one of its places still exists. May be repeated, and run concurrently with itself and
 * with everything that uses the image.
 * @returns whether it was removed.
 */
export async function settleImage(ctx: Sweeping, projectId: string, name: string): Promise<boolean> {
  const stored = await getImage(ctx.db, projectId, name);
  if (!stored || stored.dueAt > nowOf(ctx)) return false;
  if (stored.removingSince !== undefined) return remove(ctx, stored);
  const uses = await listUses(ctx.db, projectId, name, placesAtOnce);
  const items = await batchGetItems(
    ctx.db,
    uses.map(({ place }) => imageKeys.keyAt(projectId, place)),
  );
  const gone = uses.filter((_, n) => !isThere(items[n]));
  const { rev, ...image } = stored;
  const transaction = new Transaction(ctx.db);
  for (const use of gone) transaction.delete(imageUseEntity.keys(use));
  // There may be more places behind those that are gone: the next sweep looks at them.
  const marked: ImageRecord =
    uses.length === 0
      ? { ...image, removingSince: nowOf(ctx), dueAt: afterRemoval(ctx) }
      : { ...image, dueAt: gone.length < uses.length ? dueAfterUse(ctx) : nowOf(ctx) };
  transaction.put(imageEntity.encode(marked, rev + 1), ifRevision(rev), staleRead);
  if (!(await isDoneUnlessStale(transaction.commit()))) return false;
  return uses.length === 0 && remove(ctx, { ...marked, rev: rev + 1 });
}

const afterRemoval = ({ clock }: Pick<Context, 'clock'>): string =>
  new Date(clock().getTime() + removalSeconds * 1000).toISOString();

/** A note of a task result is stored in the result, which outlives it. */
const isThere = (item: Item | undefined): boolean =>
  item !== undefined && (item.entity !== taskResultEntity.name || item.userNote !== undefined);

/** The record is removed after the bytes, so that an interrupted removal is found by the next sweep. */
async function remove(ctx: Sweeping, { rev, ...image }: Stored<ImageRecord>): Promise<boolean> {
  const { projectId, name } = image;
  const digest = parseImageName(name)?.digest;
  if (digest !== undefined) await ctx.objects.deleteBelow(imageFolder(projectId, digest));
  return isDoneUnlessStale(
    new Transaction(ctx.db).delete(imageKeys.image(projectId, name), ifRevision(rev), staleRead).commit(),
  );
}
