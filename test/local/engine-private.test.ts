import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { listensAt } from '#test/support/stack/listening.ts';
import { eventually, processesWith, projectRoot } from '#test/support/stack/processes.ts';
import type { FromRunServer } from '#test/support/stack/run-server.ts';

const skipped = missingEngine || (process.platform === 'linux' ? '' : 'only Linux says who listens');

/** An account that has no right of its own. */
const nobody = { uid: 65_534, gid: 65_534 };

describe.skipIf(skipped)(`the database engine of a service${skipped && ` (skipped: ${skipped})`}`, () => {
  let directory: string;
  let child: ChildProcess;
  let databaseFile: string;
  /** The service, its engine and whatever else it has started. */
  let processes: number[];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fiducial-private-'));
    const file = join(projectRoot, 'test/support/stack/run-server.ts');
    child = fork(file, [directory], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [message] = (await once(child, 'message')) as [FromRunServer];
    if (!('ready' in message)) throw new Error(`not ready: ${JSON.stringify(message)}`);
    databaseFile = message.ready.databaseFile;
    processes = processesWith(directory);
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await eventually(() => processesWith(directory).length === 0);
    await rm(directory, { recursive: true });
  });

  test('the service listens at the port of its API alone, and its engine nowhere', () => {
    const engines = processesWith(`--db-path ${databaseFile}`);
    expect(engines).toHaveLength(1);
    expect(listensAt(engines)).toEqual([]);
    expect(listensAt(processes)).toEqual([expect.stringMatching(/^port \d+$/)]);
  });

  test('a page of another origin can ask no port of the service for the table', async () => {
    const ports = listensAt(processes).map((place) => Number(place.replace('port ', '')));
    for (const port of ports) {
      const address = `http://127.0.0.1:${port}/`;
      const origin = 'http://page.example';
      const preflight = await fetch(address, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-amz-target',
        },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      const scan = await fetch(address, {
        method: 'POST',
        headers: {
          origin,
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'DynamoDB_20120810.Scan',
          'x-amz-date': '20260101T000000Z',
          authorization:
            'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none',
        },
        body: JSON.stringify({ TableName: 'fiducial' }),
      });
      expect(scan.status).toBeGreaterThanOrEqual(400);
      expect(scan.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('another account can open neither the table nor the pipes of the engine', async (context) => {
    if (process.getuid?.() !== 0) context.skip('only root may act as another account');
    const [engine] = processesWith(`--db-path ${databaseFile}`);
    const paths = [databaseFile, `${databaseFile}-wal`, `/proc/${engine}/fd/0`, `/proc/${engine}/fd/1`];
    // A shell is everywhere; Node may be where only its owner looks.
    const script = 'for path; do (: < "$path") 2>/dev/null && echo "$path is open"; done; true';
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script, 'sh', ...paths], { ...nobody, cwd: '/' });
    expect(stdout).toBe('');
    const own = await promisify(execFile)('/bin/sh', ['-c', script, 'sh', ...paths], { cwd: '/' });
    expect(own.stdout, 'the files are there').toContain(`${databaseFile} is open`);
  });
});
