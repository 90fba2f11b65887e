import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const parentOf = (pid: number) => /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

/** What a process that was started under another one says: that npm is gone, or nothing until it is told to end. */
async function saidUnder(startedUnder: string): Promise<unknown> {
  const module = new URL('../../local/on-npm-exit.ts', import.meta.url).href;
  const code = `import { onNpmExit } from '${module}';
    onNpmExit(process.env, () => process.send('gone'));
    setImmediate(() => setImmediate(() => process.send('still watching')));
    process.on('message', () => process.exit());`;
  const child = fork('', [], {
    execArgv: ['--input-type=module', '--eval', code],
    env: { ...process.env, npm_lifecycle_event: 'start', FIDUCIAL_STARTED_UNDER: startedUnder },
  });
  const [said] = await once(child, 'message');
  child.send('end');
  await once(child, 'exit');
  return said;
}

it.runIf(process.platform === 'linux')(
  'a start whose npm ended before it was watched learns that at once',
  async () => {
    expect(await saidUnder('4194305')).toBe('gone');
    expect(await saidUnder(String(process.pid))).toBe('still watching');
    expect(await saidUnder(parentOf(process.pid))).toBe('still watching');
  },
);
