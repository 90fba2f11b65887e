import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Answer, Ask } from '../access.ts';
import { answerOf } from './answers.ts';
import { Calls, type Response } from './calls.ts';
import { Lines } from './lines.ts';
import { refusedItemsOf } from './refused-items.ts';
import { TableFile } from './table-file.ts';

/** The process of an embedded engine. Only this process can send it requests. */
export interface EngineProcess {
  ask: Ask;
  /** Resolves with a sentence when it has ended for any reason. */
  ended: Promise<string>;
  /** Ends it and waits for the end. May be called twice. */
  stop(): Promise<void>;
}

const stopGraceMilliseconds = 5_000;
const wordsKept = 20;

const handshake = {
  protocolVersion: '2025-03-26',
  capabilities: {},
  clientInfo: { name: 'fiducial', version: '1' },
};

/**
 * Starts the embedded engine behind a pipe. It speaks JSON-RPC (the Model Context Protocol) over stdin and stdout and
 * opens no port. Its stdin closes when this process ends in any way, and then the engine ends.
 * @throws Error with the engine's own message if it ends instead of starting.
 */
export async function spawnEngine(program: string, databaseFile: string): Promise<EngineProcess> {
  // A separate process group: Ctrl-C in a terminal reaches only us, and we stop the engine after the last request.
  const child = spawn(program, ['mcp', '--db-path', databaseFile], { detached: true, windowsHide: true });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.trim() && said.length < wordsKept) said.push(line.trim());
  });
  const failed = once(child, 'error').then(([error]) => `code 127): ${(error as Error).message}`);
  const closed = once(child, 'close').then(([code, signal]) => {
    const how = signal ? `signal ${signal}` : `code ${code}`;
    return `${how})${said.length > 0 ? `: ${said.join(' ')}` : ''}`;
  });
  closed.catch(() => undefined);
  const ended = Promise.race([failed, closed]).then((how) => `The database engine ended (${how}`);

  const file = new TableFile(databaseFile);
  const calls = new Calls((text) => child.stdin.write(text));
  const lines = new Lines((line) => calls.answer(JSON.parse(line) as Response));
  child.stdout.on('data', (chunk: Buffer) => lines.take(chunk));
  // What cannot be written was not carried out; `ended` says why.
  child.stdin.on('error', () => undefined);
  void ended.then((text) => calls.end(new Error(text)));

  await calls.send(`"method":"initialize","params":${JSON.stringify(handshake)}`, () => undefined);
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');

  const ask = (call: string): Promise<Answer> =>
    calls.send(`"method":"tools/call","params":${call}`, ({ result, error }) => {
      if (result) return answerOf(result, refusedItemsOf(call, file));
      throw new Error(`The database engine refused a call: ${error?.message}`);
    });
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    // The engine cleans up its file if it is the last to close it.
    file.close();
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), stopGraceMilliseconds);
    await ended;
    clearTimeout(timer);
  };
  return {
    ask,
    ended,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
