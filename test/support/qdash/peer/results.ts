import type { Doc } from '../dump/fields.ts';
import { numberIn, PeerError, type PeerRead, type PeerRoute, required } from './database.ts';
import { byLatest, elapsed, instant, noteOf, order, pageOf, plain, withoutNulls, zulu } from './shapes.ts';

/* Executions and task results. */

const whole = Number.MAX_SAFE_INTEGER;

const runOf = ({ db, projectId }: PeerRead, executionId: unknown): Doc | undefined =>
  db.first('execution_history', { project_id: projectId, execution_id: executionId });

/** The account of a document's user, which early documents name by the name alone. */
const userIdOf = (doc: Doc): unknown => doc.user_id ?? null;

const times = (doc: Doc) => ({
  ...{ start_at: zulu(doc.start_at), end_at: zulu(doc.end_at), elapsed_time: elapsed(doc.elapsed_time) },
});

const listExecutions: PeerRoute = ({ db, projectId, query }) => {
  const chip_id = required(query, 'chip_id');
  const skip = numberIn(query, 'skip', 0, 0, whole);
  const limit = numberIn(query, 'limit', 20, 1, 100);
  const docs = db.find('execution_history', { project_id: projectId, chip_id }).toSorted(byLatest('start_at'));
  const executions = pageOf(docs, skip, limit).map((doc) => ({
    ...{ name: `${doc.name}-${doc.execution_id}`, execution_id: doc.execution_id, status: doc.status },
    ...{ user_id: userIdOf(doc), username: doc.username, ...times(doc), tags: doc.tags, note: plain(doc.note) },
  }));
  return { executions, total: null, skip, limit };
};

/** A task in a run, in a history or as the latest of its target. */
const taskAnswer = (doc: Doc): Doc => ({
  ...{ task_id: doc.task_id, qid: doc.qid, name: doc.name, upstream_id: doc.upstream_id, status: doc.status },
  ...{ message: doc.message, input_parameters: plain(doc.input_parameters) },
  ...{ output_parameters: plain(doc.output_parameters), output_parameter_names: doc.output_parameter_names },
  ...{ run_parameters: plain(doc.run_parameters), note: plain(doc.note), figure_path: doc.figure_path },
  ...{ json_figure_path: doc.json_figure_path, raw_data_path: doc.raw_data_path, ...times(doc) },
  ...{ task_type: doc.task_type, default_view: true },
});

const getExecution: PeerRoute = (read) => {
  const doc = runOf(read, read.params.id);
  if (!doc) throw new PeerError(404, `Execution ${read.params.id} not found`);
  const tasks = read.db
    .find('task_result_history', { project_id: read.projectId, execution_id: read.params.id })
    .toSorted((a, b) => order(a.start_at) - order(b.start_at));
  return {
    ...{ name: `${doc.name}-${doc.execution_id}`, status: doc.status, flow_name: doc.name, user_id: userIdOf(doc) },
    ...{ username: doc.username, ...times(doc), note: plain(doc.note), tags: doc.tags, chip_id: doc.chip_id },
    task: tasks.map((task) => ({ user_id: userIdOf(task), username: task.username, ...taskAnswer(task) })),
  };
};

const getTaskResult: PeerRoute = (read) => {
  const { db, projectId, params } = read;
  const doc = db.first('task_result_history', { project_id: projectId, task_id: params.id });
  if (!doc) throw new PeerError(404, `Task result ${params.id} not found`);
  const again = db.find('task_result_history', { project_id: projectId, source_task_id: params.id });
  return {
    ...{ task_id: doc.task_id, task_name: doc.name, qid: doc.qid, chip_id: doc.chip_id, status: doc.status },
    ...{ execution_id: doc.execution_id, flow_name: runOf(read, doc.execution_id)?.name ?? '' },
    ...{ user_id: userIdOf(doc), username: doc.username, figure_path: doc.figure_path },
    ...{ json_figure_path: doc.json_figure_path, input_parameters: plain(doc.input_parameters) },
    ...{ output_parameters: plain(doc.output_parameters), run_parameters: plain(doc.run_parameters) },
    ...{ tags: doc.tags, message: doc.message, stack_trace: doc.stack_trace, source_task_id: doc.source_task_id },
    re_executions: again.map((one) => ({
      ...{ task_id: one.task_id, task_name: one.name, qid: one.qid, status: one.status },
      start_at: zulu(one.start_at),
    })),
    ...times(doc),
    ai_review_note: noteOf(doc.ai_review_note),
  };
};

const listTaskResults: PeerRoute = ({ db, projectId, query }) => {
  const skip = numberIn(query, 'skip', 0, 0, whole);
  const limit = numberIn(query, 'limit', 50, 1, 100);
  const text = (name: string) => query.get(name) ?? undefined;
  const [from, to] = [instant(text('start_from')), instant(text('start_to'))];
  const contains = text('message_contains')?.toLowerCase();
  const found = db
    .find('task_result_history', {
      ...{ project_id: projectId, chip_id: text('chip_id'), name: text('task_name'), qid: text('qid') },
      ...{ execution_id: text('execution_id'), username: text('username') },
    })
    .filter(
      (doc) =>
        (!from || order(doc.start_at) >= from.getTime()) &&
        (!to || order(doc.start_at) <= to.getTime()) &&
        (contains === undefined || String(doc.message).toLowerCase().includes(contains)),
    );
  const counts = Map.groupBy(found, ({ status }) => String(status));
  const docs = found
    .filter(({ status }) => text('status') === undefined || status === text('status'))
    .toSorted((a, b) => order(b.start_at) - order(a.start_at) || (String(a.task_id) < String(b.task_id) ? -1 : 1));
  const items = pageOf(docs, skip, limit).map((doc) => ({
    ...{ task_id: doc.task_id, task_name: doc.name, qid: doc.qid, chip_id: doc.chip_id, status: doc.status },
    ...{ execution_id: doc.execution_id, user_id: userIdOf(doc), username: doc.username, message: doc.message },
    ...{ has_stack_trace: doc.stack_trace !== '', source_task_id: doc.source_task_id, ...times(doc) },
    ai_review_status: (doc.ai_review as Doc).status,
  }));
  const status_counts = Object.fromEntries([...counts].map(([status, rows]) => [status, rows.length]));
  return { items, total: docs.length, skip, limit, status_counts };
};

/** QDash fails for a chip that it does not have. */
function checkChip({ db, projectId, query }: PeerRead): string {
  const chip_id = required(query, 'chip_id');
  if (!db.first('chip', { project_id: projectId, chip_id })) throw new PeerError(500, 'Internal Server Error');
  return chip_id;
}

const listedTask = (doc: Doc): Doc => withoutNulls({ ...taskAnswer(doc), execution_id: doc.execution_id });

const latestOf =
  (kind: 'qubit' | 'coupling'): PeerRoute =>
  (read) => {
    const { db, projectId, query } = read;
    const chip_id = checkChip(read);
    const task = required(query, 'task');
    const ids = new Set(db.find(kind, { project_id: projectId, chip_id }).map(({ qid }) => String(qid)));
    const docs = db
      .find('task_result_history', { project_id: projectId, chip_id, name: task })
      .toSorted(byLatest('end_at'));
    const latest = [...ids].map((id) => {
      const doc = docs.find(({ qid }) => qid === id);
      return [id, doc ? listedTask(doc) : { name: task, status: 'pending', default_view: kind === 'qubit' }];
    });
    return { task_name: task, result: Object.fromEntries(latest) };
  };

const historyOf: PeerRoute = (read) => {
  const chip_id = checkChip(read);
  const name = required(read.query, 'task');
  const docs = read.db
    .find('task_result_history', { project_id: read.projectId, chip_id, name, qid: read.params.id })
    .toSorted(byLatest('end_at'));
  return { name, data: Object.fromEntries(docs.map((doc) => [doc.task_id, listedTask(doc)])) };
};

const timeseries: PeerRoute = ({ db, projectId, query }) => {
  const parameter = required(query, 'parameter');
  const [from, to] = [order(required(query, 'start_at')), order(required(query, 'end_at'))];
  const [tag, qid] = [query.get('tag'), query.get('qid') ?? undefined];
  const docs = db
    .find('task_result_history', { project_id: projectId, chip_id: required(query, 'chip_id'), qid })
    .filter(
      (doc) =>
        order(doc.start_at) >= from &&
        order(doc.start_at) <= to &&
        (tag === null || (doc.tags as string[]).includes(tag)) &&
        Object.hasOwn(doc.output_parameters as Doc, parameter),
    )
    .toSorted((a, b) => order(a.start_at) - order(b.start_at));
  const data: Record<string, unknown[]> = {};
  for (const doc of docs) {
    data[String(doc.qid)] ??= [];
    data[String(doc.qid)]?.push(plain((doc.output_parameters as Doc)[parameter]));
  }
  return { data };
};

const getTaskNote: PeerRoute = ({ db, projectId, params }) => {
  const doc = db.first('task_result_history', { project_id: projectId, task_id: params.id });
  if (!doc) throw new PeerError(404, 'Task result not found');
  const note = noteOf(doc.user_note);
  if (note.updated_at === null) throw new PeerError(404, 'Task note not set');
  return note;
};

export const resultRoutes: Record<string, PeerRoute> = {
  '/executions': listExecutions,
  '/executions/{id}': getExecution,
  '/tasks/{id}/result': getTaskResult,
  '/task-results': listTaskResults,
  '/task-results/qubits/latest': latestOf('qubit'),
  '/task-results/couplings/latest': latestOf('coupling'),
  '/task-results/qubits/{id}/history': historyOf,
  '/task-results/couplings/{id}/history': historyOf,
  '/task-results/timeseries': timeseries,
  '/task-results/{id}/note': getTaskNote,
};
