import { paginateScan } from '@aws-sdk/client-dynamodb';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { type Database, ifAbsent, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { listedUser, userEntity } from '#shared/people/store/users.ts';
import { listedProjectEntity, projectEntity } from '#shared/projects/store/projects.ts';

/**
 * Enters users and projects of earlier versions into the global lists (rule USER-1). It reads the whole table, which no
 * function of the service may do.
 * @returns how many were entered; those already listed are unchanged.
 */
export async function enterLists(db: Database): Promise<{ users: number; projects: number }> {
  const entered = { users: 0, projects: 0 };
  const pages = paginateScan(
    { client: db.client },
    {
      TableName: db.tableName,
      FilterExpression: 'entity = :user OR entity = :project',
      ExpressionAttributeValues: { ':user': { S: userEntity.name }, ':project': { S: projectEntity.name } },
    },
  );
  for await (const { Items = [] } of pages)
    for (const item of Items.map(fromImage)) {
      const { ok } = await writeItem(db, { put: entryOf(item), condition: ifAbsent });
      if (ok) entered[item.entity === userEntity.name ? 'users' : 'projects'] += 1;
    }
  return entered;
}

function entryOf(item: Item): Item {
  if (item.entity === projectEntity.name) {
    const { projectId } = projectEntity.decode(item);
    return listedProjectEntity.encode({ projectId }, 1);
  }
  const user = userEntity.decode(item);
  return listedUser(user, user.rev);
}
