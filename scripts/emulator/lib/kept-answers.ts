import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '#shared/contract/client.ts';
import { isEnded } from '#shared/domain/runs/statuses.ts';

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
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const run = await api.getExecution({ params: { execution_id } });
    if (run.status === 'completed') return execution_id;
    if (isEnded(run.status)) throw new Error(`${execution_id} is ${run.status}: ${run.message}`);
    await sleep(500);
  }
  throw new Error(`${execution_id} does not end`);
}

/** Creates a chip with values, notes, a cool-down, a schedule and a run of a flow. */
export async function makeWork(baseUrl: string, sessionToken: string): Promise<Work> {
  const admin = createClient({ baseUrl, token: () => sessionToken });
  const { project_id } = await admin.createProject({ body: { name: 'kept' } });
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
  const { token } = await api.createApiToken({ body: { name: 'kept' } });
  return { project_id, execution_id, apiToken: token };
}

/** Writes new data without changing existing data. @returns the new run. */
export async function goOn(api: Client): Promise<string> {
  await api.updateCalibrationParameters({
    body: { chip_id, qid: '2', parameters: { t1: { value: 43, unit: 'us' } }, reason: 'measured later' },
  });
  await api.upsertQubitNote({ params: { chip_id, qid: '3' }, body: { content: 'new' } });
  await api.createChip({ body: { chip_id: 'later', topology_id: 'linear-2' } });
  await api.saveFlow({ body: { name: 'later', chip_id, code: codeFor("'2', '3'") } });
  return runFlow(api, 'later');
}

/** Answers by name. */
export type Answers = Map<string, unknown>;

/** Reads everything that a person would look at. A refusal is recorded as its status. */
export async function readAll(api: Client, { execution_id }: Work): Promise<Answers> {
  const of = { chip_id };
  const reads: Record<string, () => Promise<unknown>> = {
    user: () => api.getCurrentUser({}),
    projects: () => api.listProjects({}),
    tokens: () => api.listApiTokens({}),
    chips: () => api.listChips({}),
    chip: () => api.getChip({ params: of }),
    qubits: () => api.listChipQubits({ params: of }),
    metrics: () => api.getChipMetrics({ params: of }),
    history: () => api.getQubitMetricHistory({ params: { chip_id, qid: '0' }, query: { metric: 't1' } }),
    edits: () => api.getManualEdits({ params: { qid: '0' }, query: of }),
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
  const answers: Answers = new Map();
  for (const [name, read] of Object.entries(reads)) {
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
