import { describeFailure, run } from '#local/run.ts';
import type { FromService } from '#local/supervisor.ts';

/* The service as a process, which `local/main.ts` starts and looks after. */

// What this process writes (values, notes, raw data) nobody but its owner may read (rule DEPLOY-14).
process.umask(0o077);
const stopRequest = new AbortController();
const stop = () => stopRequest.abort();
// A terminal's Ctrl-C reaches this process as well as the one that looks after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// The other process asks for the stop by a message, and has gone when the channel closes.
process.on('message', stop);
process.on('disconnect', stop);

const tell = (message: FromService) =>
  new Promise<void>((resolve) => {
    if (process.send && process.connected) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

const onReady = (url: string) => void tell({ ready: Number(new URL(url).port) });
const ending = await run(process.argv.slice(2), process.env, stopRequest.signal, onReady).catch((error: unknown) => {
  console.error(describeFailure(error, process.env));
  return 'failed' as const;
});
const code = ending === 'stopped' ? 0 : 1;
// Without this message the end is a crash, and the service starts again.
if (ending !== 'engine died') await tell({ ended: code });
// Everything that the stack opened is closed; what a library keeps open must not hold the terminal.
process.exit(code);
