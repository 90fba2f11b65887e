import type { Post } from '#shared/kernel/store/dynamodb/wire/sender.ts';
import type { EmbeddedAccess } from '../access.ts';
import { readFrom } from './reads.ts';
import { TableFile } from './table-file.ts';
import { toolCallOf } from './tool-calls.ts';
import { Turns } from './turns.ts';

/** Sends a client's requests to the embedded engine: reads from its file, all else through its pipe. */
export interface Transport {
  post: Post;
  close(): void;
}

export function embeddedTransport({ databaseFile, ask }: EmbeddedAccess): Transport {
  const file = new TableFile(databaseFile);
  const turns = new Turns();
  return {
    post: async ({ headers, body }) => {
      const operation = operationOf(headers);
      turns.begin();
      const read = readFrom(file, operation, body);
      if (read !== undefined) {
        await turns.next();
        return { statusCode: 200, headers: {}, body: read };
      }
      const call = toolCallOf(operation, body);
      const answer = typeof call === 'string' ? await ask(call) : call;
      // The SDK expects errors as bytes.
      return { ...answer, headers: {}, body: answer.statusCode === 200 ? answer.body : Buffer.from(answer.body) };
    },
    close: () => file.close(),
  };
}

/** Sends requests of the SDK's streams client through the engine's pipe. */
export const streamsHandler = ({ ask }: EmbeddedAccess) => ({
  handle: async ({ headers, body }: { headers: Record<string, string>; body: string | Uint8Array }) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const call = toolCallOf(operationOf(headers), text);
    const { statusCode, body: answer } = typeof call === 'string' ? await ask(call) : call;
    return { response: { statusCode, headers: {}, body: Buffer.from(answer) } };
  },
});

const operationOf = (headers: Readonly<Record<string, string>>): string => headers['x-amz-target']?.split('.')[1] ?? '';
