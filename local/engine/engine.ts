import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { freePort } from '#local/ports.ts';

/** A DynamoDB-compatible server that the local stack or a test talks to. */
export interface Engine {
  /** Address for the SDK's `endpoint`. */
  endpoint: string;
  /** Database file of an embedded engine; undefined for one that somebody else runs. */
  databaseFile: string | undefined;
  /** Resolves with a sentence once an embedded engine has ended, for whatever reason. */
  ended: Promise<string>;
  /** Ends an embedded engine and waits for it; leaves any other alone. May be called twice. */
  stop(): Promise<void>;
}

const stopGraceMilliseconds = 5_000;
const startAttempts = 3;

// Runs the engine and watches its own stdin, which only our process holds open: when we are gone, even by SIGKILL,
// the read ends and so does the engine. Nothing is ever written to that stdin.
const watchdogScript = `
exec 3<&0 </dev/null
"$@" 3<&- &
engine=$!
{ read -r _ <&3; kill "$engine"; } 2>/dev/null &
watch=$!
wait "$engine"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
`;

/** Path of the embedded engine's program, or undefined where npm has installed none for this platform. */
export function engineBinary(): string | undefined {
  try {
    const path = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** An engine that somebody else runs: AWS's DynamoDB Local, an emulator. */
export function externalEngine(endpoint: string): Engine {
  return { endpoint, databaseFile: undefined, ended: new Promise(() => undefined), stop: async () => undefined };
}

/**
 * Starts the embedded engine on a free port of 127.0.0.1, with its data in `databaseFile`.
 * It is ready when this resolves, and ends with this process however that ends.
 * @throws Error that names the ways out where no engine exists for this platform, or with the engine's own words.
 */
export async function startEngine(databaseFile: string): Promise<Engine> {
  const binary = engineBinary();
  if (!binary) throw new Error(noEngineMessage(process.platform, process.arch));
  let failure: unknown;
  for (let attempt = 0; attempt < startAttempts; attempt += 1) {
    try {
      return await spawnEngine(binary, await freePort(), databaseFile);
    } catch (error) {
      failure = error;
      // Another process may take the port between the choice and the use: only that is worth another try.
      if (!/already in use/.test(String(error))) break;
    }
  }
  throw failure;
}

/** What a person reads on a platform without an embedded engine. */
export function noEngineMessage(platform: string, arch: string): string {
  return [
    `There is no embedded database engine for ${platform}-${arch}. Two ways:`,
    '  - run Fiducial on Linux x64 (a container or a virtual machine will do), or',
    '  - start any DynamoDB-compatible server, such as DynamoDB Local, and name it:',
    '    DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start',
  ].join('\n');
}

async function spawnEngine(binary: string, port: number, databaseFile: string): Promise<Engine> {
  const command = [binary, 'serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', databaseFile];
  // A group of its own: Ctrl-C in a terminal reaches us, and we stop the engine after the last request.
  const child = spawn('/bin/sh', ['-c', watchdogScript, 'engine-guard', ...command], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const said: string[] = [];
  const ended = once(child, 'exit').then(([code, signal]) => {
    const how = signal ? `signal ${signal}` : `code ${code}`;
    return `The database engine ended (${how})${said.length > 0 ? `: ${said.join(' ')}` : ''}`;
  });
  const listening = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.startsWith('Dynoxide listening on')) resolve();
      else if (line.trim() && said.length < 20) said.push(line.trim());
    });
  });
  const early = await Promise.race([listening, ended]);
  if (early !== undefined) throw new Error(early);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    child.stdin.destroy();
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), stopGraceMilliseconds);
    await ended;
    clearTimeout(timer);
  };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    databaseFile,
    ended,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
