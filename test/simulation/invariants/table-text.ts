import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import { bytesAsBase64 } from '#shared/kernel/store/dynamodb/attribute-values.ts';

/** A text of an item, wherever the item keeps it: rows of lists are in its map `slim`. */
export const textIn = (item: Image | undefined, field: string): string | undefined =>
  item?.[field]?.S ?? item?.slim?.M?.[field]?.S;

/** Every item of a project as text, by key, as the invariants of the tests on a real engine read it. */
export const textOfProject = (table: MemoryTable, projectId: string): Map<string, string> =>
  asText(table.all().filter((item) => textIn(item, 'projectId') === projectId));

/** Every item as text, by key. */
export const textOf = (table: MemoryTable): Map<string, string> => asText(table.all());

const asText = (items: readonly Image[]): Map<string, string> =>
  new Map(items.map((item) => [`${item.pk?.S} | ${item.sk?.S}`, JSON.stringify(item, bytesAsBase64)]));
