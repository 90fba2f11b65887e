import { onNpmExit } from '#local/on-npm-exit.ts';
import { supervise } from '#local/supervisor.ts';

/* `npm start`: keeps the service of this machine running (rules DEPLOY-11 and DEPLOY-36). */

const stopRequest = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Ctrl-C in a terminal arrives twice, from the terminal and from npm; the second has no effect.
  process.on(signal, () => stopRequest.abort());
}
onNpmExit(process.env, () => stopRequest.abort());

process.exit(await supervise(process.argv.slice(2), process.env, stopRequest.signal));
