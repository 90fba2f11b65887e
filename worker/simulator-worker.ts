import { parseArgs } from 'node:util';
import { ApiError, createClient } from '#shared/api/client.ts';
import { NameTaken, runWorker, type WorkerEvent } from './client/worker.ts';
import { simulateRun } from './simulated-run.ts';

/* `npm run worker`: the simulator as a worker of the service (docs/worker-protocol.md#the-simulator-as-a-worker). */

const help = `The simulator as a worker: executes worker flows whose source is a document of stages.

  npm run worker -- --url http://127.0.0.1:3000/api --name bench-1 [--backend simulator ...]

  --url       address of the API
  --name      name of this worker, the same after a restart
  --backend   backend whose runs it takes; may be repeated (simulator)
  --token     API token of an editor; better in the environment, as FIDUCIAL_TOKEN`;

const print = (line: string): void => {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
};

function lineOf(event: WorkerEvent): string {
  if (event.kind === 'unanswered') return `The service does not answer: ${String(event.error)}`;
  const { execution_id, flow_name, resumed } = event.claim;
  if (event.kind === 'claimed') return `${execution_id}: ${resumed ? 'resumed' : 'claimed'}, flow ${flow_name}`;
  const { status, message, accepted } = event;
  return `${execution_id}: ${status}${accepted ? '' : ' (not accepted)'} ${message}`.trimEnd();
}

/** Works until it is told to stop. @returns the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      name: { type: 'string' },
      backend: { type: 'string', multiple: true, default: ['simulator'] },
      token: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const token = values.token ?? process.env.FIDUCIAL_TOKEN;
  if (values.help || !values.url || !values.name || !token) {
    print(help);
    return values.help ? 0 : 2;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const baseUrl = values.url.replace(/\/+$/, '');
  const api = createClient({ baseUrl, token: () => token });
  try {
    await runWorker({
      baseUrl,
      token,
      worker: values.name,
      backends: values.backend,
      software: 'Fiducial simulator',
      work: (run) => simulateRun(api, run, () => new Date()),
      signal: stop.signal,
      onEvent: (event) => print(lineOf(event)),
    });
    return 0;
  } catch (error) {
    if (error instanceof NameTaken) print(error.message);
    else if (error instanceof ApiError) print(`The service refuses this worker: ${error.detail}`);
    else throw error;
    return 1;
  }
}

process.exitCode = await main();
