import type { ProjectContext } from '../../kernel/context.ts';
import { conflict, invalid, notInProject, unknownReference } from '../../kernel/errors.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { threadBounds } from '../rules/bounds.ts';
import { type Category, defaultCategories, inOrder, keyOfName } from '../rules/categories.ts';
import { categoriesEntity, getCategories } from '../store/categories.ts';

/** The categories of a project in their order, those that were archived too. */
export async function readCategories(ctx: ProjectContext): Promise<readonly Category[]> {
  const stored = await getCategories(ctx.db, ctx.projectId);
  return stored ? inOrder(stored.categories) : defaultCategories;
}

/** @throws ServiceError `unknown-reference` for a category that is not there, or takes no new threads. */
export async function requireCategory(ctx: ProjectContext, key: string): Promise<void> {
  const category = (await readCategories(ctx)).find((one) => one.key === key);
  if (!category) throw unknownReference(`Category '${key}' not found in project '${ctx.projectId}'`);
  if (category.archived) throw unknownReference(`Category '${key}' is archived; it takes no thread`);
}

/** A new category: its key follows from its name unless given, and its place is the last. */
export type NewCategory = Omit<Category, 'key' | 'sortOrder' | 'archived'> & {
  key?: string | undefined;
  sortOrder?: number | undefined;
};

/**
 * @throws ServiceError `conflict` for a key that is taken, or beyond the limit; `invalid` for a name that gives no key.
 */
export function createCategory(ctx: ProjectContext, input: NewCategory): Promise<Category> {
  const key = input.key ?? keyOfName(input.name);
  if (key === '') throw invalid(`No key follows from the name '${input.name}'; give one`);
  return change(ctx, (categories) => {
    if (categories.some((one) => one.key === key))
      throw conflict(`Category '${key}' already exists in project '${ctx.projectId}'`, 'already_exists');
    if (categories.length >= threadBounds.categories)
      throw conflict(
        `Project '${ctx.projectId}' has ${threadBounds.categories} categories, the maximum`,
        'limit_reached',
      );
    const last = Math.max(0, ...categories.map(({ sortOrder }) => sortOrder));
    return { ...input, key, sortOrder: input.sortOrder ?? Math.min(last + 10, 10_000), archived: false };
  });
}

/** Changes to a category; what is undefined stays. */
export type CategoryChanges = { [Field in keyof Omit<Category, 'key'>]?: Category[Field] | undefined };

/** @throws ServiceError `not-found`; `conflict` where no category would be left that takes threads. */
export function updateCategory(ctx: ProjectContext, key: string, changes: CategoryChanges): Promise<Category> {
  return change(ctx, (categories) => {
    const before = categories.find((one) => one.key === key);
    if (!before) throw notInProject('Category', key, ctx.projectId);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const after: Category = { ...before, ...given };
    if (after.archived && categories.every((one) => one.archived || one.key === key))
      throw conflict(`Category '${key}' is the last one that takes threads`);
    return after;
  });
}

/** Writes what `make` makes of the categories into its place among them. */
function change(ctx: ProjectContext, make: (categories: readonly Category[]) => Category): Promise<Category> {
  const { projectId } = ctx;
  return applyOnceWithRetries(ctx, `The categories of project '${projectId}'`, async () => {
    const stored = await getCategories(ctx.db, projectId);
    const before = stored?.categories ?? defaultCategories;
    const made = make(before);
    const categories = inOrder([...before.filter(({ key }) => key !== made.key), made]);
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, made);
    transaction.put(
      categoriesEntity.encode({ projectId, categories }, (stored?.rev ?? 0) + 1),
      stored ? ifRevision(stored.rev) : ifAbsent,
      staleRead,
    );
    await transaction.commit();
    return made;
  });
}
