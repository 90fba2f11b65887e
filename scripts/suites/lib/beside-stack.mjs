import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const started = fileURLToPath(import.meta.resolve('../../../test/clients/serve-started.ts'));
const stacks = {
  test: [fileURLToPath(import.meta.resolve('../../../test/clients/serve.ts'))],
  dump: [fileURLToPath(import.meta.resolve('../../../test/clients/serve-dump.ts'))],
  started: [started],
  demo: [started, '--demo'],
};

/**
 * Runs client tests one after another against one stack, which FIDUCIAL_CLIENT_TEST describes.
 * @param programs commands with arguments.
 * @param stack `test` for a stack in one process, `dump` for QDash with a dump and a service that imported it, `started` for the service
 * of `npm start`, `demo` for that with the demo's data.
 * @param settings variables of the stack's environment.
 * @returns whether the stack and all programs succeeded, and the outputs of those that ran.
 */
export async function besideStack({ root, programs, timeoutSeconds, stack: kind = 'test', settings = {} }) {
  const env = { ...process.env, ...settings };
  const stack = spawn(process.execPath, stacks[kind], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(stack, 'close');
  const [described] = await Promise.race([once(createInterface({ input: stack.stdout }), 'line'), ended]);
  if (typeof described !== 'string') return { ok: false, outputs: [] };
  const outputs = [];
  let ok = true;
  for (const [command, ...args] of programs) {
    const run = spawn(command, args, {
      env: { ...process.env, FIDUCIAL_CLIENT_TEST: described, NO_PROXY: '127.0.0.1', PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: timeoutSeconds * 1000,
    });
    let output = '';
    run.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    const [code] = await once(run, 'close');
    ok &&= code === 0;
    outputs.push(output);
  }
  stack.stdin.end();
  const [stackCode] = await ended;
  return { ok: ok && stackCode === 0, outputs };
}
