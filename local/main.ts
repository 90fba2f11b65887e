import { flushCompileCache } from 'node:module';
import { onNpmExit } from '#local/on-npm-exit.ts';
import { compileService, supervise } from '#local/supervisor.ts';

/* `npm start`: keeps the service of this machine running (rules DEPLOY-11 and DEPLOY-36). */

const stopRequest = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Ctrl-C in a terminal arrives twice, from the terminal and from npm; the second has no effect.
  process.on(signal, () => stopRequest.abort());
}
onNpmExit(process.env, () => stopRequest.abort());

await compileService(process.env, stopRequest.signal);
// This process lives long, and another one may start meanwhile.
flushCompileCache();
process.exit(await supervise(process.argv.slice(2), process.env, stopRequest.signal));
