import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { withinProject } from '#infra/project-rights.ts';
import { sessionTag } from '#shared/kernel/store/keys.ts';
import { conditionsHold } from './conditions.ts';

type Image = Readonly<Record<string, { S?: string } | undefined>>;

interface Part {
  Item?: Image;
  Key?: Image;
}

interface Input extends Part {
  TransactItems?: Record<string, Part>[];
  RequestItems?: Record<string, { Keys?: Image[] } | { PutRequest?: Part; DeleteRequest?: Part }[]>;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Image;
}

const partitionOf = ({ Item, Key }: Part): string => (Item ?? Key)?.pk?.S ?? '';

/** The partition keys that a request names, which IAM compares as `dynamodb:LeadingKeys`; none of a scan. */
function leadingKeys(input: Input): string[] {
  const { TransactItems, RequestItems, KeyConditionExpression } = input;
  if (TransactItems) return TransactItems.flatMap((one) => Object.values(one)).map(partitionOf);
  if (RequestItems)
    return Object.values(RequestItems).flatMap((of) =>
      Array.isArray(of)
        ? of.map(({ PutRequest, DeleteRequest }) => partitionOf(PutRequest ?? DeleteRequest ?? {}))
        : (of.Keys ?? []).map((Key) => partitionOf({ Key })),
    );
  if (KeyConditionExpression !== undefined) {
    const [, value = ''] = /^#pk = (:\w+)/.exec(KeyConditionExpression) ?? [];
    return [input.ExpressionAttributeValues?.[value]?.S ?? ''];
  }
  return input.Item || input.Key ? [partitionOf(input)] : [];
}

const sessions = new AsyncLocalStorage<string>();

/** Whether a request that is sent now is one of a project's session. */
export const inSession = (): boolean => sessions.getStore() !== undefined;

/** What DynamoDB answers to a request that no policy allows. */
class AccessDenied extends Error {
  override readonly name = 'AccessDeniedException';
}

/**
 * A client as by the credentials of a project's session: what the policy of the roles does not allow is refused as by IAM, and not
 * sent.
 */
export function isolatedClient(client: DynamoDBClient, projectId: string): DynamoDBClient {
  const policy = withinProject(sessionTag(projectId).value);
  const isolated = Object.create(client) as DynamoDBClient;
  isolated.send = (async (command: { input: Input }, ...rest: []) => {
    const keys = leadingKeys(command.input);
    if (conditionsHold(policy, { 'dynamodb:LeadingKeys': keys }))
      return sessions.run(projectId, () => client.send(command as never, ...rest));
    throw new AccessDenied(
      `No policy allows a session of project '${projectId}' ${command.constructor.name} of ${keys}`,
    );
  }) as DynamoDBClient['send'];
  return isolated;
}
