import type { Answer, EmbeddedAccess } from '../access.ts';
import { readFrom } from './reads.ts';
import { TableFile } from './table-file.ts';
import { toolCallOf } from './tool-calls.ts';
import { Turns } from './turns.ts';

/** A request of the SDK. */
interface Request {
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** Answers requests of the SDK's client: reads from the engine's file, all else through its pipe. */
export function embeddedHandler({ databaseFile, ask }: EmbeddedAccess) {
  const file = new TableFile(databaseFile);
  const turns = new Turns();
  return {
    handle: async (request: Request) => {
      const operation = operationOf(request);
      const text = textOf(request);
      turns.begin();
      const read = readFrom(file, operation, text);
      if (read === undefined) return passOn(ask, operation, text);
      await turns.next();
      return responseOf({ statusCode: 200, body: read });
    },
    /** Called when the client is destroyed. */
    destroy: () => file.close(),
  };
}

/** Sends requests of the SDK's streams client through the engine's pipe. */
export const streamsHandler = ({ ask }: EmbeddedAccess) => ({
  handle: (request: Request) => passOn(ask, operationOf(request), textOf(request)),
});

async function passOn(ask: EmbeddedAccess['ask'], operation: string, text: string) {
  const call = toolCallOf(operation, text);
  return responseOf(typeof call === 'string' ? await ask(call) : call);
}

const responseOf = ({ statusCode, body }: Answer) => ({
  response: { statusCode, headers: {}, body: Buffer.from(body) },
});

const operationOf = ({ headers }: Request): string => headers['x-amz-target']?.split('.')[1] ?? '';

const utf8 = new TextDecoder();

const textOf = ({ body }: Request): string => (typeof body === 'string' ? body : utf8.decode(body));
