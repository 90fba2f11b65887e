import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { missingSettings } from '#local/process-memory.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const allocator = { MALLOC_MMAP_THRESHOLD_: '16384', MALLOC_MMAP_MAX_: '16384' };
const all = {
  execArgv: ['--max-semi-space-size=8', '--max-old-space-size=768'],
  env: {
    ...allocator,
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: join(projectRoot, 'dist/compile-cache'),
  },
};

describe('the memory of the service', () => {
  test('a process that was started without settings of its memory lacks all of them, and then none', () => {
    expect(missingSettings({ execArgv: [], env: {} })).toEqual(all);
    expect(missingSettings(all)).toBeUndefined();
  });

  test('memory settings of the operator are kept', () => {
    const set = {
      execArgv: ['--max_semi_space_size=64'],
      env: {
        NODE_OPTIONS: '--enable-source-maps --max-old-space-size=4096',
        MALLOC_ARENA_MAX: '8',
        NODE_COMPILE_CACHE: '/var/cache/fiducial',
      },
    };
    expect(missingSettings(set)).toEqual({ execArgv: [], env: allocator });
  });

  const missing = process.execve ? '' : 'no process of this platform can become another';
  test.skipIf(missing)(
    `the service is compiled and starts with the settings of its memory, and with its own arguments${missing && ` (skipped: ${missing})`}`,
    async () => {
      const say = 'console.log("start",process.execArgv.length,process.env.MALLOC_ARENA_MAX)';
      const { MALLOC_ARENA_MAX: _, MALLOC_MMAP_THRESHOLD_: __, ...env } = process.env;
      const { stdout } = await promisify(execFile)(process.execPath, ['local/main.ts', '--help'], {
        cwd: projectRoot,
        env: { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(say)}` },
      });
      const lines = ['start 0 undefined', 'start 2 2', 'start 2 2', 'Fiducial on one machine.'];
      expect(stdout.split('\n').slice(0, 4)).toEqual(lines);
    },
  );
});
