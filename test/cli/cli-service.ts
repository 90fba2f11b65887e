import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createClient } from '#shared/api/client.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { runCli } from './run-cli.ts';

export let stack: TestStack;
/** For what one test keeps and reads. */
export let directory: string;
export let env: Record<string, string>;

/** Gives a file a service, and each of its tests a folder without a login. */
export function onService(): void {
  beforeAll(async () => {
    stack = await startTestStack();
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fiducial-cli-'));
    env = { FIDUCIAL_URL: stack.url, XDG_CONFIG_HOME: directory };
  });
  afterEach(() => rm(directory, { recursive: true }));
}

/** Signs in as the administrator by the command line. */
export const signIn = (url = stack.url, run = runCli) =>
  run(
    ['login', '--username', stack.admin.username, '--password-stdin'],
    { ...env, FIDUCIAL_URL: url },
    { input: `${stack.admin.password}\n` },
  );

export async function adminClient() {
  const { access_token: token } = await createClient({ baseUrl: `${stack.url}/api` }).login({ body: stack.admin });
  return createClient({ baseUrl: `${stack.url}/api`, token: () => token });
}

/** The files of a device of five qubits, changed as a test needs. */
export async function deviceFiles(change: (device: ReturnType<typeof oldDevice>) => void = () => undefined) {
  const device = oldDevice();
  change(device);
  return writeFiles(device);
}

export async function writeFiles(device: { conf: object; props: object }) {
  const files = { conf: join(directory, 'a.json'), props: join(directory, 'b.json') };
  await writeFile(files.conf, JSON.stringify(device.conf));
  await writeFile(files.props, JSON.stringify(device.props));
  return files;
}

export const importArgs = (chipId: string, ...files: string[]) => [
  'import',
  '--from',
  'ibm',
  '--chip',
  chipId,
  ...files,
];
