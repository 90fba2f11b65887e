import { operation } from '@smithy/core/schema';

/** What the SDK calls the API in the header that names an operation. */
const target = 'DynamoDB_20120810';

/** An operation of DynamoDB, as a command of the SDK describes it. */
export interface Operation {
  /** Such as `GetItem`. */
  name: string;
  /** The header that names it. */
  target: string;
  schema: ReturnType<typeof operation>;
}

/** What is used of a command of the SDK. */
export interface Command {
  input: object;
  schema?: unknown;
}

/** Which operation a command is. */
export function operationOf({ schema }: Command): Operation {
  const [, ...parts] = schema as [number, ...Parameters<typeof operation>];
  const [, name] = parts;
  return { name, target: `${target}.${name}`, schema: operation(...parts) };
}
