import type { Answer } from '../access.ts';

/** What a tool of the engine answers. */
export interface ToolResult {
  isError?: boolean;
  content: readonly { text: string }[];
}

/** An error as the engine's tools describe it. */
interface ToolError {
  error_type: string;
  message: string;
}

type Item = Record<string, unknown>;

/** Reads the item that an action of a refused call names, if the call wants it answered. Undefined where there is none. */
export type ReadRefused = (action: number) => Item | undefined;

const errorOf = (type: string, message: string, more: object = {}): Answer => ({
  statusCode: type === 'InternalServerError' ? 500 : 400,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, Message: message, ...more }),
});

/** DynamoDB's refusal of a request that it does not understand. */
export const invalidRequest = (message: string): Answer => errorOf('ValidationException', message);

/** The answer of DynamoDB that a tool's result stands for. `readRefused` gives the items, which tools leave out. */
export function answerOf({ isError, content: [first] }: ToolResult, readRefused: ReadRefused): Answer {
  const text = first?.text ?? '';
  if (!isError) return { statusCode: 200, body: text };
  const { error_type: type, message } = toolErrorOf(text);
  switch (type) {
    case 'ConditionalCheckFailedException':
      return errorOf(type, message, itemOf(readRefused(0)));
    case 'TransactionCanceledException':
      return errorOf(type, message, { CancellationReasons: reasonsOf(message, readRefused) });
    default:
      return errorOf(type, message);
  }
}

/** Of arguments that a tool cannot read it says so in plain text, or by a type of its own that begins with `Invalid`. */
function toolErrorOf(text: string): ToolError {
  if (!text.startsWith('{')) return { error_type: 'ValidationException', message: text };
  const error = JSON.parse(text) as ToolError;
  return error.error_type.startsWith('Invalid') ? { ...error, error_type: 'ValidationException' } : error;
}

/** The reasons stand in the message alone: `... reasons [None, ConditionalCheckFailed]`. */
function reasonsOf(message: string, readRefused: ReadRefused): object[] {
  const codes = /\[([^[\]]*)\]$/.exec(message)?.[1]?.split(', ') ?? [];
  return codes.map((code, action) => {
    if (code !== 'ConditionalCheckFailed') return { Code: code };
    return { Code: code, Message: 'The conditional request failed', ...itemOf(readRefused(action)) };
  });
}

const itemOf = (item: Item | undefined) => (item ? { Item: item } : {});
