import { applyMemorySettings } from '#local/process-memory.ts';

/* `npm start`: the whole service on this machine (rule DEPLOY-11). */

// Before anything is imported that takes time, which would be spent twice.
applyMemorySettings();
const { onNpmExit } = await import('#local/on-npm-exit.ts');
const { describeFailure, run } = await import('#local/run.ts');

// What this process writes (values, notes, raw data) nobody but its owner may read (rule DEPLOY-14).
process.umask(0o077);
const stopRequest = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A terminal's Ctrl-C comes twice, from the terminal and from npm: the second changes nothing.
  process.on(signal, () => stopRequest.abort());
}
onNpmExit(process.env, () => stopRequest.abort());

const code = await run(process.argv.slice(2), process.env, stopRequest.signal).catch((error: unknown) => {
  console.error(describeFailure(error, process.env));
  return 1;
});
// All that the stack opened is closed; what a library keeps open must not keep the terminal.
process.exit(code);
