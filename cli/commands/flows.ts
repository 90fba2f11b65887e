import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client } from '#shared/api/client.ts';
import type { FlowCommand } from '../arguments.ts';
import { type Connection, openConnection } from '../connection.ts';
import { explain, Failure } from '../failure.ts';
import { pageUrl } from '../page-url.ts';
import { createProgress, formatTable } from '../terminal.ts';

type Env = Record<string, string | undefined>;

/** Lists, saves or runs flows. */
export function flows(command: FlowCommand, env: Env): Promise<void> {
  switch (command.action) {
    case 'list':
      return listFlows(command, env);
    case 'save':
      return saveFlow(command, env);
    case 'run':
      return runFlow(command, env);
  }
}

async function listFlows(request: { json: boolean }, env: Env): Promise<void> {
  const { url, client } = await openConnection(env);
  const response = await client.listFlows({ query: { limit: 500 } }).catch(rethrowExplained(url));
  if (request.json) return console.log(JSON.stringify(response, null, 2));
  const rows = response.flows.map((flow) => [
    flow.name,
    flow.runner,
    flow.chip_id,
    String(flow.version),
    flow.updated_by,
    flow.updated_at,
  ]);
  const heading = ['FLOW', 'RUNNER', 'CHIP', 'VERSION', 'SAVED BY', 'SAVED'];
  console.log(rows.length === 0 ? 'The project has no flows.' : formatTable([heading, ...rows]));
}

/** Saves a file as a flow, named after the file by default. */
async function saveFlow(
  request: { file: string; chipId: string; flowName: string | undefined; json: boolean },
  env: Env,
): Promise<void> {
  const code = await readFile(request.file, 'utf8').catch((error: unknown) => {
    throw new Failure(`${request.file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const name = request.flowName ?? basename(request.file).replace(/\.[^.]*$/, '');
  const connection = await openConnection(env);
  const { url, client } = connection;
  const saved = await client.saveFlow({ body: { name, chip_id: request.chipId, code } }).catch((error: unknown) => {
    throw explainSource(error, request.file, url);
  });
  if (request.json) return console.log(JSON.stringify(saved, null, 2));
  const page = await pageUrl(connection, `/flows/${encodeURIComponent(name)}`, () =>
    client.getFlow({ params: { name } }),
  );
  console.log(`${saved.message}: version ${saved.version}, ${saved.runner}.\n${page}`);
  for (const warning of saved.warnings) console.error(warning);
}

/** Starts a run of a flow. On request it waits for the end, and fails if the run did not complete. */
async function runFlow(
  request: { flowName: string; parameters: Record<string, unknown>; wait: boolean; json: boolean },
  env: Env,
): Promise<void> {
  const { url, client } = await openConnection(env);
  const started = await client
    .executeFlow({
      params: { name: request.flowName },
      body: { parameters: request.parameters },
      // All attempts share a key, so a repeat after a lost response finds the run that it started.
      headers: { 'idempotency-key': randomUUID() },
    })
    .catch(rethrowExplained(url));
  const { execution_id: executionId, flow_run_url: run } = started;
  // The service may be called by another address than the one that it names.
  const page = `${url}${URL.canParse(run) ? new URL(run).pathname : run}`;
  if (!request.wait) {
    return console.log(request.json ? JSON.stringify(started, null, 2) : `${started.message}: ${executionId}\n${page}`);
  }
  const ended = await waitFor({ url, client }, executionId);
  console.log(
    request.json
      ? JSON.stringify(ended, null, 2)
      : `Run '${executionId}' is ${ended.status}${ended.message ? `: ${ended.message}` : ''}\n${page}`,
  );
  if (ended.status !== 'completed') throw new Failure(`Run '${executionId}' did not complete.`);
}

const pollMilliseconds = 1000;

async function waitFor({ url, client }: Pick<Connection, 'url' | 'client'>, execution_id: string) {
  const progress = createProgress();
  progress.step(`Waiting for run '${execution_id}'`);
  try {
    for (;;) {
      const execution = await readRun(client, execution_id).catch(rethrowExplained(url));
      if (['completed', 'failed', 'cancelled'].includes(execution.status)) return execution;
      await sleep(pollMilliseconds);
    }
  } finally {
    progress.end();
  }
}

const readRun = (client: Client, execution_id: string) =>
  client.getExecution({ params: { execution_id }, query: { include: 'none' } });

const rethrowExplained =
  (url: string) =>
  (error: unknown): never => {
    throw explain(error, url);
  };

/** Explains a refused source: each problem with its line and the file name. */
function explainSource(error: unknown, file: string, url: string): Failure {
  const problems = error instanceof ApiError && error.status === 400 ? error.errors : [];
  if (problems.length === 0) return explain(error, url);
  return new Failure(`${file} was not saved:\n${problems.map(({ message }) => `  ${message}`).join('\n')}`);
}
