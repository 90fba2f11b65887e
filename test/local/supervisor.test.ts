import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pauseAfter, supervise } from '#local/supervisor.ts';

const ready = (port: number) => `process.send({ ready: ${port} }, () => `;
/** Programs that stand for the service. */
const programs = {
  killed: `${ready(3100)}process.kill(process.pid, 'SIGKILL'))`,
  throws: `${ready(3100)}{ throw new Error('nothing caught this') })`,
  outOfMemory: `${ready(3100)}{ const all = []; for (;;) all.push(new Array(100000).fill(0)); })`,
  endsItself: `${ready(3100)}process.send({ ended: 0 }, () => process.exit(0)))`,
  engineDied: `${ready(3100)}process.exit(1))`,
  failsToStart: 'process.send({ ended: 1 }, () => process.exit(1))',
  crashesAtStart: 'throw new Error("no start")',
  waits: `process.on('message', () => process.send({ ended: 0 }, () => process.exit(0))); ${ready(3100)}0)`,
};

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((text: string) => void logged.push(text));
});
afterEach(() => vi.restoreAllMocks());

/** Looks after one program after the other. @returns the exit code, and how each was started. */
async function looksAfter(names: (keyof typeof programs)[], args: string[] = []) {
  const stop = new AbortController();
  const starts: { args: readonly string[]; port: string | undefined }[] = [];
  const start = (given: readonly string[], env: Readonly<Record<string, string | undefined>>) => {
    const name = names[starts.length] ?? 'endsItself';
    starts.push({ args: given, port: env.PORT });
    const flags = name === 'outOfMemory' ? ['--max-old-space-size=20'] : [];
    const child = spawn(process.execPath, [...flags, '-e', programs[name]], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (name === 'waits') child.on('message', (message: object) => 'ready' in message && stop.abort());
    return child;
  };
  const code = await supervise(args, { PORT: '0' }, stop.signal, { start, pause: () => 0 });
  return { code, starts };
}

test.each(['killed', 'throws', 'outOfMemory', 'engineDied'] as const)(
  'a service that is %s after it was ready is started again on its port, with a word in the log',
  async (crash) => {
    const { code, starts } = await looksAfter([crash, 'endsItself'], ['--demo', '--reset']);
    // What is to be done once is not done again: a reset would delete what the crash has left.
    expect(starts).toEqual([
      { args: ['--demo', '--reset'], port: '0' },
      { args: [], port: '3100' },
    ]);
    expect(code).toBe(0);
    expect(logged).toEqual([expect.stringMatching(/crashed \((signal|code) \w+\).*starts again.*crash 1 in a row/)]);
  },
);

test.each([
  ['endsItself', 0],
  ['failsToStart', 1],
  ['crashesAtStart', 1],
  ['waits', 0],
] as const)('a service is not started again after the end %s, and its exit code %i is told', async (end, expected) => {
  const { code, starts } = await looksAfter([end]);
  expect([code, starts.length, logged]).toEqual([expected, 1, []]);
});

test('a service that fails to start after a crash is not started again', async () => {
  const { code, starts } = await looksAfter(['killed', 'failsToStart']);
  expect([code, starts.length]).toEqual([1, 2]);
});

test('the pause before a start doubles with each crash in a row, up to a minute', () => {
  expect([1, 2, 3, 6, 7, 50].map(pauseAfter)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
});

test('a stop that is asked for while the service is down ends the pause', async () => {
  const stop = new AbortController();
  const start = () =>
    spawn(process.execPath, ['-e', programs.killed], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const pause = () => {
    setImmediate(() => stop.abort());
    return 3_600_000;
  };
  expect(await supervise([], {}, stop.signal, { start, pause })).toBe(0);
});
