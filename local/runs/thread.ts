import { parentPort, workerData } from 'node:worker_threads';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { collectWhenQuiet } from '#local/collect-when-quiet.ts';
import { isEmbedded } from '#local/engine/access.ts';
import { accessInThread } from '#local/engine/channel.ts';
import { localClient } from '#local/engine/client.ts';
import { stepBack } from '#local/engine/step-back.ts';
import { RequestsInFlight } from '#local/requests-in-flight.ts';
import { loadSteps, runsInProcess } from '#local/runs/flow-runs.ts';
import type { FromRunsThread, RunsThreadData, ToRunsThread } from '#local/runs/messages.ts';
import { diskObjects } from '#shared/kernel/objects/disk.ts';
import { countUnits } from '#shared/kernel/store/dynamodb/count-units.ts';
import { noSecrets } from '#shared/people/store/secret-source.ts';
import type { Orchestrator } from '#shared/runs/orchestration/port.ts';

/* The thread that executes runs, so that a working slice blocks no API request. */

const { access, config, objectsFolder, sliceSeconds, requests } = workerData as RunsThreadData;
const engine = accessInThread(access);
const client = localClient(engine, { isFinal: true });
countUnits(client, { reportsWrites: !isEmbedded(engine) });
const calls = stepBack(client, new RequestsInFlight(requests));
let prepared = 0;
collectWhenQuiet(() => calls() + prepared);

const send = (message: FromRunsThread) => parentPort?.postMessage(message);
const runs = runsInProcess({
  sliceSeconds,
  workerWindowSeconds: config.workerWindowSeconds,
  onEnded: (ended) => send({ kind: 'ended', ended }),
  onError: (error) =>
    send({ kind: 'error', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
});

// The stack starts runs for steps and knows their states. The tokens that steps end are in this thread.
const orchestrator: Orchestrator = { ...runs, start: async (input) => send({ kind: 'start', input }) };
const ports = { objects: diskObjects(objectsFolder), orchestrator };
const changesRevisions = !isEmbedded(engine);
provideRuntime(createRuntime(config, { client, secrets: noSecrets, ports, changesRevisions }));

async function handleMessage(message: ToRunsThread): Promise<void> {
  if (message.kind === 'prepare') {
    await loadSteps();
    prepared += 1;
    return;
  }
  if (message.kind === 'start') return runs.start(message.input);
  if (message.kind === 'fail-token') return runs.failToken(message.token, message.error, message.cause);
  if (message.kind === 'complete-token') return runs.completeToken(message.token, message.output);
  if (message.kind === 'heartbeat') return runs.heartbeat(message.token);
  await runs.close();
  client.destroy();
  send({ kind: 'closed' });
}

parentPort?.on('message', (message: ToRunsThread) => void handleMessage(message));
