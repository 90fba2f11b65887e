import type { Answer } from '../access.ts';

/** The result of a tool call. */
export interface ToolResult {
  isError?: boolean;
  content: readonly { text: string }[];
}

/** An error of the engine's tools. */
interface ToolError {
  error_type: string;
  message: string;
}

type Item = Record<string, unknown>;

/** Reads the item of a refused call, if the call asks for it. Undefined if there is none. */
export type ReadRefused = (action: number) => Item | undefined;

const errorOf = (type: string, message: string, more: object = {}): Answer => ({
  statusCode: type === 'InternalServerError' ? 500 : 400,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, Message: message, ...more }),
});

/** DynamoDB's error for an invalid request. */
export const invalidRequest = (message: string): Answer => errorOf('ValidationException', message);

/** Translates a tool's result to DynamoDB's answer. `readRefused` supplies the items that tools omit. */
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

/** For arguments that a tool cannot parse, the error is plain text, or has a custom type that starts with `Invalid`. */
function toolErrorOf(text: string): ToolError {
  if (!text.startsWith('{')) return { error_type: 'ValidationException', message: text };
  const error = JSON.parse(text) as ToolError;
  return error.error_type.startsWith('Invalid') ? { ...error, error_type: 'ValidationException' } : error;
}

/** The reasons are only in the message: `... reasons [None, ConditionalCheckFailed]`. */
function reasonsOf(message: string, readRefused: ReadRefused): object[] {
  const codes = /\[([^[\]]*)\]$/.exec(message)?.[1]?.split(', ') ?? [];
  return codes.map((code, action) => {
    if (code !== 'ConditionalCheckFailed') return { Code: code };
    return { Code: code, Message: 'The conditional request failed', ...itemOf(readRefused(action)) };
  });
}

const itemOf = (item: Item | undefined) => (item ? { Item: item } : {});
