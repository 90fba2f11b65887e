import { bucketArn, scheduleArn, secretArn, stateMachineArn, tableArn } from './deployed-names.ts';

/** One right that a role of the service has used. */
export interface UsedRight {
  /** An API group, `sweep`, `start-scheduled`, `flow-<step>`, `stream-<consumer>`, or `scheduler` for the role of schedules. */
  function: string;
  /** As IAM names it, such as `dynamodb:Query`. */
  action: string;
  /** An ARN of `deployed-names.ts`. */
  resource: string;
  /** What conditions of policies may ask for, by IAM's condition keys. */
  context?: Readonly<Record<string, string | readonly string[]>>;
}

/** A right by which a request is carried out; `by` names another role than the caller's. */
export type NeededRight = Omit<UsedRight, 'function'> & { by?: 'scheduler' };

/** The parts of requests that say what they are about. */
interface RequestInput {
  IndexName?: string;
  TransactItems?: Record<string, unknown>[];
  Key?: unknown;
  Item?: { pk?: { S?: string } };
  ReturnValues?: string;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  Delete?: { Objects: { Key: string }[] };
  stateMachineArn?: string;
  executionArn?: string;
  GroupName?: string;
  Name?: string;
  Target?: { Arn: string; RoleArn: string; DeadLetterConfig?: { Arn: string } };
}

/** What a client of the SDK is about to send. */
export interface AwsRequest {
  /** Name by which the service signs, which IAM's actions begin with as well: `dynamodb`, `states`, `scheduler`, `s3`. */
  service: string;
  /** Such as `TransactWriteItems`. */
  command: string;
  input: object;
}

/** The attributes that a write names: those of its item or key, and those in its expressions. */
export function namedAttributes(
  image: object,
  {
    UpdateExpression = '',
    ConditionExpression = '',
    ExpressionAttributeNames: names = {},
  }: Pick<RequestInput, 'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames'>,
): string[] {
  const words = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![:#\w.])#?\w+/g) ?? [];
  const attributes = words.filter((word) => !keywords.has(word)).map((word) => names[word] ?? word);
  return [...new Set([...Object.keys(image), ...attributes])].sort();
}

/** The right to read the service's secret. */
export const secretRight: NeededRight = { action: 'secretsmanager:GetSecretValue', resource: secretArn };

/**
 * The rights that a request needs (AWS's service authorization reference). An action is called as the command, except
 * where it is named here.
 * @throws Error for a request of which the resource is not known.
 */
export function rightsFor({ service, command, input }: AwsRequest): NeededRight[] {
  const rule = services[service];
  if (!rule) throw new Error(`Which rights does ${command} of '${service}' need?`);
  return rule(command, input);
}

const services: Record<string, (command: string, input: RequestInput) => NeededRight[]> = {
  dynamodb: (command, input) =>
    tableActions(command, input).map((action) => ({
      action: `dynamodb:${action}`,
      resource: input.IndexName ? `${tableArn}/index/${input.IndexName}` : tableArn,
      ...(command === 'UpdateItem' ? { context: contextOfUpdate(input) } : {}),
      ...(command === 'PutItem' ? { context: contextOfPut(input) } : {}),
    })),
  s3: (command, input) =>
    objectsOf(input).map((resource) => ({ action: `s3:${objectActions[command] ?? command}`, resource })),
  // A token is one of an execution of the machine, which is the resource then.
  states: (command, input) => [
    { action: `states:${command}`, resource: input.stateMachineArn ?? input.executionArn ?? stateMachineArn },
  ],
  scheduler: scheduleRights,
};

/** The words of expressions that name no attribute. */
const keywords = new Set([
  'SET',
  'REMOVE',
  'ADD',
  'AND',
  'OR',
  'attribute_exists',
  'attribute_not_exists',
  'if_not_exists',
]);

/** What IAM compares of an update: its partition, without the ids in it, and the attributes that it names. */
function contextOfUpdate(input: RequestInput): NonNullable<UsedRight['context']> {
  const { pk } = (input.Key ?? {}) as { pk?: { S?: string } };
  return {
    'dynamodb:LeadingKeys': [(pk?.S ?? '').replace(/(?<=^\w+#)[^#]*/, '-')],
    'dynamodb:Attributes': namedAttributes((input.Key ?? {}) as object, input),
    'dynamodb:ReturnValues': input.ReturnValues ?? 'NONE',
  };
}

/** The condition that IAM checks for a single put: its partition, without the names in it. */
function contextOfPut({ Item }: RequestInput): NonNullable<UsedRight['context']> {
  const parts = (Item?.pk?.S ?? '').split('#');
  return { 'dynamodb:LeadingKeys': [parts.map((part) => (/^[A-Z]+$/.test(part) ? part : '-')).join('#')] };
}

const transactionActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** A transaction needs the rights of its parts and has none of its own. */
function tableActions(command: string, { TransactItems = [] }: RequestInput): string[] {
  if (command === 'TransactGetItems') return ['GetItem'];
  if (command !== 'TransactWriteItems') return [command];
  const parts = TransactItems.flatMap(Object.keys);
  return parts.map((part) => transactionActions[part] ?? `unknown part ${part} of a transaction`);
}

const objectActions: Record<string, string> = {
  DeleteObjects: 'DeleteObject',
  HeadObject: 'GetObject',
  ListObjectsV2: 'ListBucket',
};

/** The named objects; the bucket if none is named. */
function objectsOf({ Key, Delete }: RequestInput): string[] {
  const keys = Delete ? Delete.Objects.map((object) => object.Key) : Key === undefined ? [] : [Key];
  return keys.length > 0 ? keys.map((key) => `${bucketArn}/${key}`) : [bucketArn];
}

/**
 * A caller that names a target passes its role. The scheduler assumes that role to call the target, or to send to its
 * queue after giving up.
 */
function scheduleRights(command: string, { GroupName = '', Name = '', Target }: RequestInput): NeededRight[] {
  const own = { action: `scheduler:${command}`, resource: scheduleArn(GroupName, Name) };
  if (!Target) return [own];
  const { Arn, RoleArn, DeadLetterConfig } = Target;
  const context = { 'iam:PassedToService': 'scheduler.amazonaws.com' };
  return [
    own,
    { action: 'iam:PassRole', resource: RoleArn, context },
    { by: 'scheduler', action: 'lambda:InvokeFunction', resource: Arn },
    ...(DeadLetterConfig
      ? [{ by: 'scheduler' as const, action: 'sqs:SendMessage', resource: DeadLetterConfig.Arn }]
      : []),
  ];
}
