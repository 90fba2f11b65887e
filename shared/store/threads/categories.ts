import type { Category } from '../../domain/threads/categories.ts';
import { defineEntity, type Stored } from '../dynamodb/codec.ts';
import { type Database, getItem } from '../dynamodb/database.ts';
import { threadKeys } from '../keys.ts';

/** The categories of a project, once they were changed. */
interface CategoriesRecord {
  projectId: string;
  categories: Category[];
}

export const categoriesEntity = defineEntity<CategoriesRecord>({
  name: 'thread-categories',
  version: 1,
  keys: ({ projectId }) => threadKeys.categories(projectId),
});

export async function getCategories(db: Database, projectId: string): Promise<Stored<CategoriesRecord> | undefined> {
  const item = await getItem(db, threadKeys.categories(projectId));
  return item && categoriesEntity.decode(item);
}
