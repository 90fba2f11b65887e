import type { FromService } from '#local/supervisor.ts';

/* The process of the service, which `local/main.ts` starts and supervises; with `--compile-only`, what is loaded later. */

if (process.argv[2] === '--compile-only') {
  const { compileAll } = await import('#local/compile.ts');
  await compileAll();
  process.exit(0);
}

// Only the owner may read what this process writes: values, notes, raw data (rule DEPLOY-14).
process.umask(0o077);
const stopRequest = new AbortController();
const stop = () => stopRequest.abort();
// Ctrl-C in a terminal reaches this process and its supervisor.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// The supervisor requests a stop by message. A closed channel means that it has ended.
process.on('message', stop);
process.on('disconnect', stop);

const tell = (message: FromService) =>
  new Promise<void>((resolve) => {
    if (process.send && process.connected) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

const { describeFailure, run } = await import('#local/run.ts');
const onReady = (url: string) => void tell({ ready: Number(new URL(url).port) });
const ending = await run(process.argv.slice(2), process.env, stopRequest.signal, onReady).catch((error: unknown) => {
  console.error(describeFailure(error, process.env));
  return 'failed' as const;
});
const code = ending === 'stopped' ? 0 : 1;
// Without this message the supervisor sees a crash and restarts the service.
if (ending !== 'engine died') await tell({ ended: code });
// Everything of ours is closed; open handles of a library must not block the terminal.
process.exit(code);
