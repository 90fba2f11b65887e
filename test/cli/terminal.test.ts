import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTestStack } from '#test/support/stack/stack.ts';
import { cliScript } from './run-cli.ts';

/** Gives a program a terminal; of util-linux, which a system may lack. */
const terminalProgram = 'script';
const hasTerminal = process.platform === 'linux' && spawnSync(terminalProgram, ['--version']).status === 0;

describe.skipIf(!hasTerminal)('login on a terminal (needs util-linux)', () => {
  test('login on a terminal asks for name and password, and does not show the password', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'fiducial-terminal-'));
    const stack = await startTestStack();
    try {
      const child = spawn(terminalProgram, ['-qec', `'${process.execPath}' '${cliScript}' login`, '/dev/null'], {
        env: { PATH: process.env.PATH, TERM: 'xterm', FIDUCIAL_URL: stack.url, XDG_CONFIG_HOME: directory },
      });
      let shown = '';
      const answers = new Map([
        ['Name at', stack.admin.username],
        ['Password:', stack.admin.password],
      ]);
      child.stdout.on('data', (chunk) => {
        shown += chunk;
        for (const [question, answer] of answers) {
          if (!shown.includes(question)) continue;
          answers.delete(question);
          child.stdin.write(`${answer}\r`);
        }
      });
      const [code] = await once(child, 'close');
      expect(shown).toContain(`Signed in at ${stack.url} as '${stack.admin.username}'`);
      expect(shown).not.toContain(stack.admin.password);
      expect(code).toBe(0);
    } finally {
      await stack.stop();
      await rm(directory, { recursive: true });
    }
  });
});
