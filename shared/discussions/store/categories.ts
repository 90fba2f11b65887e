import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import type { Category } from '../rules/categories.ts';

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
