import { spawn } from 'node:child_process';

/*
 * `node guard-process.ts COMMAND...`: runs a command and ends it when stdin closes. Only the parent process holds stdin
 * open. For systems without a shell that can do this.
 */

const [program = '', ...args] = process.argv.slice(2);
const engine = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true });
engine.once('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
engine.once('exit', (code) => process.exit(code ?? 1));
process.stdin.resume();
for (const event of ['end', 'error', 'close'] as const) process.stdin.once(event, () => engine.kill());
