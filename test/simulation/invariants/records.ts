import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { copyImage, type Image } from '#local/table-in-memory/values.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';

/** An item as the store has it; the image stays as it is. */
export const itemOf = (image: Image): Item => fromImage(copyImage(image));

/** Every record of an entity. */
export const recordsOf = <T>(table: MemoryTable, entity: { name: string; decode(item: Item): T }): T[] =>
  table
    .all()
    .filter((image) => image.entity?.S === entity.name)
    .map((image) => entity.decode(itemOf(image)));
