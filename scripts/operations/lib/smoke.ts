import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '#shared/api/client.ts';

/** The service to test, and the account. */
export interface SmokeSettings {
  /** URL of the API, without a trailing slash. */
  baseUrl: string;
  username: string;
  password: string;
  /** Receives a line per step. */
  log: (line: string) => void;
  /** Time limit of a run and of the search for a note. */
  patienceSeconds?: number;
  /** Sends the requests; `fetch` by default. */
  fetch?: typeof fetch;
}

/** A step that failed, or whose clean-up failed; the message names the step. */
export class SmokeFailure extends Error {
  override name = 'SmokeFailure';
}

/** The only project of these tests. Each test restores it, so that there is never a second one. */
export const smokeProject = 'Smoke test';
const chipId = 'smoke';
const flowName = 'smoke';
const pollMilliseconds = 500;

/**
 * Uses a deployment like a person, and removes what it created: after a failure too, and after an earlier test that was
 * killed.
 * @throws SmokeFailure that names the failed step.
 */
export async function smoke(settings: SmokeSettings): Promise<void> {
  const { log } = settings;
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      const done = await work();
      log(`ok   ${what}`);
      return done;
    } catch (error) {
      log(`FAIL ${what}`);
      throw new SmokeFailure(`${what}: ${reasonOf(error)}`);
    }
  };
  const { baseUrl, fetch: send = fetch } = settings;
  let token: string | undefined;
  const outside = createClient({ baseUrl, token: () => token, fetch: send });
  await step('the service is healthy', () => outside.getHealth());
  token = await step('sign in', async () => {
    const { username, password } = settings;
    return (await outside.login({ body: { username, password } })).access_token;
  });
  const projectId = await step('make a project', () => takeProject(outside));
  const api = createClient({ baseUrl, token: () => token, projectId: () => projectId, fetch: send });
  const failures: unknown[] = [];
  const attempt = (work: () => Promise<unknown>) => work().catch((error: unknown) => failures.push(error));
  await attempt(async () => {
    await step('remove what an earlier test left', () => clear(api));
    await use(api, step, settings.patienceSeconds ?? 120);
  });
  await attempt(() =>
    step('remove what was made', async () => {
      await clear(api);
      await outside.deleteProject({ params: { project_id: projectId } });
    }),
  );
  if (failures.length > 0) throw new SmokeFailure(failures.map(reasonOf).join('\n'));
}

type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>;

async function use(api: Client, step: Step, patienceSeconds: number): Promise<void> {
  await step('make a chip', () => api.createChip({ body: { chip_id: chipId, topology_id: 'linear-2' } }));
  await step('set a value, and read it', async () => {
    const parameters = { t1: { value: 42 } };
    await api.updateCalibrationParameters({ body: { chip_id: chipId, qid: '0', parameters } });
    const { data } = await api.getChipQubit({ params: { chip_id: chipId, qid: '0' } });
    requireThat(JSON.stringify(data).includes('42'), 'the value is not there');
  });
  const taskId = await step('run a flow on the simulator', () => runFlow(api, patienceSeconds));
  const word = `smoke${Date.now().toString(36)}`;
  await step('write notes at all levels', () => writeNotes(api, taskId, word));
  await step('find the notes', () =>
    eventually(patienceSeconds, async () => {
      const { events } = await api.searchNoteEvents({ query: { q: word, limit: 100 } });
      return events.length >= 6 ? events : undefined;
    }),
  );
  const document = await step('download the chip and a figure', async () => {
    const file = await textOf(api.exportChip({ params: { chip_id: chipId }, query: { format: 'json' } }));
    const { json_figure_path: paths } = await api.getTaskResult({ params: { task_id: taskId } });
    const figure = await textOf(api.getFigureByPath({ query: { path: paths[0] ?? '' } }));
    requireThat(figure.length > 0, 'the figure is empty');
    return file;
  });
  await step('upload the chip as another', async () => {
    const id = `${chipId}-copy`;
    await api.importChip({ body: { format: 'fiducial', chip_id: id, documents: { chip: document } } });
    const { data } = await api.getChipQubit({ params: { chip_id: id, qid: '0' } });
    requireThat('t1' in data, 'the value did not come with it');
  });
}

async function runFlow(api: Client, patienceSeconds: number): Promise<string> {
  const code = 'stages: [{name: one, tasks: [CheckT1]}]';
  await api.saveFlow({ body: { name: flowName, code, chip_id: chipId } });
  const parameters = { failure_rate: 0, bad_target_rate: 0 };
  const { execution_id } = await api.executeFlow({ params: { name: flowName }, body: { parameters } });
  const ended = await eventually(patienceSeconds, async () => {
    const execution = await api.getExecution({ params: { execution_id } });
    requireThat(execution.status !== 'failed', `the run failed: ${execution.message}`);
    return execution.status === 'completed' ? execution : undefined;
  });
  const task = ended.task.find(({ status }) => status === 'completed');
  if (!task) throw new Error('the run has no completed task');
  return task.task_id;
}

async function writeNotes(api: Client, taskId: string, word: string): Promise<void> {
  const body = { content: `A note of a smoke test, ${word}` };
  const ofQubit = { chip_id: chipId, qid: '0' };
  const ofCoupling = { chip_id: chipId, coupling_id: '0-1' };
  await api.upsertChipNote({ params: { chip_id: chipId }, body });
  await api.upsertQubitNote({ params: ofQubit, body });
  await api.upsertQubitMetricNote({ params: { ...ofQubit, metric_key: 't1' }, body });
  await api.upsertCouplingNote({ params: ofCoupling, body });
  await api.upsertCouplingMetricNote({ params: { ...ofCoupling, metric_key: 'cz_gate_fidelity' }, body });
  await api.upsertTaskNote({ params: { task_id: taskId }, body });
}

/** Returns the test project: the existing one, the one deleted after the last test, or a new one. */
async function takeProject(api: Client): Promise<string> {
  const isOurs = ({ name }: { name: string }) => name === smokeProject;
  const left = (await api.listProjects()).projects.find(isOurs);
  if (left) return left.project_id;
  const deleted = (await api.listProjects({ query: { deleted: true } })).projects.find(isOurs);
  if (deleted) return (await api.restoreProject({ params: { project_id: deleted.project_id } })).project_id;
  const description = 'Made and deleted by npm run smoke';
  return (await api.createProject({ body: { name: smokeProject, description } })).project_id;
}

/** Ends a running run, and deletes flows and chips. */
async function clear(api: Client): Promise<void> {
  const { holder } = await api.getExecutionLockStatus();
  if (holder) await api.cancelExecution({ params: { flow_run_id: holder.flow_run_id } }).catch(ignoreRefusal);
  await eventually(60, async () => ((await api.getExecutionLockStatus()).lock ? undefined : true));
  for (const { name } of (await api.listFlows()).flows) await api.deleteFlow({ params: { name } });
  for (const { chip_id } of (await api.listChips()).chips)
    await api.deleteChip({ params: { chip_id }, query: { force: true } });
}

async function eventually<T>(seconds: number, look: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`not within ${seconds} seconds`);
    await sleep(pollMilliseconds);
  }
}

const textOf = async (file: Promise<unknown>): Promise<string> => ((await file) as Blob).text();

function requireThat(condition: boolean, problem: string): void {
  if (!condition) throw new Error(problem);
}

/** A run may end by itself meanwhile. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiError
    ? `${error.status} ${error.detail}`
    : error instanceof Error
      ? error.message
      : String(error);
