import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '#shared/api/client.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import type { Act } from './traffic.ts';

const chip_id = 'kept';
const flow = 'check';
const codeFor = (qubits: string) =>
  `stages:\n  - name: check\n    tasks: [CheckT1, CheckT2Echo]\n    targets: { qubits: [${qubits}] }\n`;

/** A user's work in a project, created with operations that every release has. */
export interface Work {
  project_id: string;
  execution_id: string;
  /** An API token, which outlives a session. */
  apiToken: string;
}

/** Returns a client of a user in a project. */
export const clientOf = (baseUrl: string, token: string, project_id: string): Client =>
  createClient({ baseUrl, token: () => token, projectId: () => project_id });

async function runFlow(api: Client, name: string): Promise<string> {
  const { execution_id } = await api.executeFlow({ params: { name }, body: {} });
  await ended(api, execution_id);
  return execution_id;
}

/** Waits until a run is over. @throws Error unless it completes. */
async function ended(api: Client, execution_id: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const run = await api.getExecution({ params: { execution_id } });
    if (run.status === 'completed') return;
    if (isEnded(run.status)) throw new Error(`${execution_id} is ${run.status}: ${run.message}`);
    await sleep(500);
  }
  throw new Error(`${execution_id} does not end`);
}

/** Creates a chip with values, notes, a cool-down, a schedule and a run of a flow. */
export async function makeWork(baseUrl: string, sessionToken: string, name = 'kept'): Promise<Work> {
  const admin = createClient({ baseUrl, token: () => sessionToken });
  const { project_id } = await admin.createProject({ body: { name } });
  const api = clientOf(baseUrl, sessionToken, project_id);
  await api.createChip({ body: { chip_id, topology_id: 'linear-4' } });
  for (const value of [41, 42])
    await api.updateCalibrationParameters({
      body: { chip_id, qid: '0', parameters: { t1: { value, unit: 'us' } }, reason: 'measured' },
    });
  await api.upsertQubitNote({ params: { chip_id, qid: '1' }, body: { content: 'drifts' } });
  await api.upsertChipNote({ params: { chip_id }, body: { content: 'the second of its wafer' } });
  await api.createCryostat({ body: { cryo_id: 'fridge' } });
  await api.saveFlow({ body: { name: flow, chip_id, code: codeFor("'0', '1'") } });
  const execution_id = await runFlow(api, flow);
  await api.scheduleFlow({ params: { name: flow }, body: { cron: '30 6 1 1 *', timezone: 'Europe/Berlin' } });
  const { token } = await api.createApiToken({ body: { name } });
  return { project_id, execution_id, apiToken: token };
}

/** Writes new data on a chip of its own, without changing existing data. @returns the new run. */
export async function goOn(api: Client, name: string): Promise<string> {
  await api.createChip({ body: { chip_id: name, topology_id: 'linear-4' } });
  await api.updateCalibrationParameters({
    body: { chip_id: name, qid: '2', parameters: { t1: { value: 43, unit: 'us' } }, reason: 'measured later' },
  });
  await api.upsertQubitNote({ params: { chip_id: name, qid: '3' }, body: { content: 'new' } });
  await api.saveFlow({ body: { name, chip_id: name, code: codeFor("'2', '3'") } });
  return runFlow(api, name);
}

/**
 * Acts of people at work in a project of their own, on operations that every release has: reads of all that earlier acts
 * wrote, writes over them, and runs that measure the same qubits again and again.
 */
export async function actsIn(baseUrl: string, sessionToken: string): Promise<Readonly<Record<string, Act>>> {
  const { project_id, execution_id } = await makeWork(baseUrl, sessionToken, 'busy');
  const api = clientOf(baseUrl, sessionToken, project_id);
  const of = { chip_id };
  const parameters = (round: number) => ({ t1: { value: 40 + (round % 9), unit: 'us' } });
  let latest = execution_id;
  return {
    ...readsOf(api, { execution_id }),
    'set a value': (round) =>
      api.updateCalibrationParameters({
        body: { chip_id, qid: '0', parameters: parameters(round), reason: 'measured again' },
      }),
    'note on a qubit': (round) =>
      api.upsertQubitNote({ params: { ...of, qid: '1' }, body: { content: `round ${round}` } }),
    'start a run': async () => {
      latest = (await api.executeFlow({ params: { name: flow }, body: {} })).execution_id;
    },
    'queue a run': () => api.queueFlow({ params: { name: flow }, body: {} }),
    'read the latest run': () => api.getExecution({ params: { execution_id: latest } }),
    'read its results': () => api.listTaskResults({ query: { ...of, execution_id: latest } }),
    'read a result': async () => {
      const { items } = await api.listTaskResults({ query: { ...of, execution_id: latest } });
      const [first] = items;
      if (first) await api.getTaskResult({ params: { task_id: first.task_id } });
    },
    queue: () => api.getRunQueue({}),
    'lock status': () => api.getExecutionLockStatus({}),
    'history of a task': () => api.getQubitTaskHistory({ params: { qid: '0' }, query: { ...of, task: 'CheckT1' } }),
  };
}

/** Answers by name. */
export type Answers = Map<string, unknown>;

/** Reads of everything that a person would look at. */
function readsOf(api: Client, { execution_id }: Pick<Work, 'execution_id'>): Record<string, () => Promise<unknown>> {
  const of = { chip_id };
  return {
    user: () => api.getCurrentUser({}),
    projects: () => api.listProjects({}),
    tokens: () => api.listApiTokens({}),
    chips: () => api.listChips({}),
    chip: () => api.getChip({ params: of }),
    qubits: () => api.listChipQubits({ params: of }),
    metrics: () => api.getChipMetrics({ params: of }),
    history: () => api.getQubitMetricHistory({ params: { chip_id, qid: '0' }, query: { metric: 't1' } }),
    'notes of the chip': () => api.getChipNotesSummary({ params: of }),
    'events of notes': () => api.listChipNoteEvents({ params: of }),
    cryostats: () => api.listCryostats({}),
    flow: () => api.getFlow({ params: { name: flow } }),
    'versions of the flow': () => api.listFlowVersions({ params: { name: flow } }),
    schedules: () => api.listAllFlowSchedules({}),
    runs: () => api.listExecutions({ query: of }),
    run: () => api.getExecution({ params: { execution_id } }),
    'snapshot of the run': () => api.getExecutionSnapshot({ params: { execution_id } }),
    results: () => api.listTaskResults({ query: { ...of, execution_id } }),
    'latest results': () => api.getLatestQubitTaskResults({ query: { ...of, task: 'CheckT1' } }),
  };
}

/** Reads all of it. A refusal is recorded as its status. */
export async function readAll(api: Client, work: Work): Promise<Answers> {
  const answers: Answers = new Map();
  for (const [name, read] of Object.entries(readsOf(api, work))) {
    const answer = await read().catch((error: unknown) => {
      if (error instanceof ApiError) return { refused: error.status, detail: error.detail };
      throw error;
    });
    answers.set(name, JSON.parse(JSON.stringify(answer)));
  }
  return answers;
}

export const isRefused = (answer: unknown, status: number): boolean =>
  (answer as { refused?: number } | undefined)?.refused === status;

/** Fields that differ on every read. */
const ofTheMoment = new Set([
  'complete_until',
  'as_of',
  'age_seconds',
  'last_accessed_at',
  'last_seen_at',
  'last_used_at',
]);

/** Fields that a later run changes. */
const ofTheLatest = new Set(['last_calibrated_at']);

/** Whether data may have been written between two reads, so that counts may grow and empty fields may be filled. */
export interface Compared {
  isGrown: boolean;
}

/** The paths at which an answer lacks or contradicts part of an earlier one. Additions do not count as differences. */
export function differences(before: unknown, after: unknown, how: Compared, path = ''): string[] {
  if (how.isGrown && (before === null || (typeof before === 'number' && /(total|count)$/.test(path)))) return [];
  if (Array.isArray(before)) return before.flatMap((one, n) => lacking(one, n, after, how, path));
  if (typeof before === 'object' && before !== null)
    return Object.entries(before)
      .filter(([key]) => !ofTheMoment.has(key) && !(how.isGrown && ofTheLatest.has(key)))
      .flatMap(([key, value]) =>
        differences(value, (after as Record<string, unknown> | null | undefined)?.[key], how, `${path}.${key}`),
      );
  return before === after ? [] : [`${path}: ${JSON.stringify(before)}, now ${JSON.stringify(after)}`];
}

/** An entry of a list must have the same position, or any position if the list has grown. */
function lacking(one: unknown, n: number, after: unknown, how: Compared, path: string): string[] {
  const list = Array.isArray(after) ? after : [];
  const isFound = how.isGrown && list.some((other) => differences(one, other, how).length === 0);
  return isFound ? [] : differences(one, list[n], how, `${path}[${n}]`);
}
