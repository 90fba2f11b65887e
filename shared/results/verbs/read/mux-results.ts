import { readoutLinesOf } from '../../../chips/rules/topology/muxes.ts';
import { getChip } from '../../../chips/store/chips.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { notFound, notInProject } from '../../../kernel/errors.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import type { LatticeRef } from '../../../kernel/store/keys.ts';
import { taskCatalogue } from '../../../runs/rules/task-catalogue.ts';
import { type LatestResultRecord, listLatest, listLatestWithin } from '../../store/latest-results.ts';
import { listUsedTasks } from '../tasks/list-used.ts';
import type { DatedResult } from './latest-results.ts';

/** One mux: qid -> task name -> its latest result; undefined where the task has none (rule QDASH-10). */
export interface Mux {
  muxId: number;
  detail: Map<string, Map<string, DatedResult | undefined>>;
}

/** Which results of a mux are wanted. */
export interface MuxQuery {
  /** `YYYYMMDD` in the calendar of the service: the latest of that day; absent for the latest of all. */
  date?: string | undefined;
  /** One task alone. */
  task?: string | undefined;
}

/** A page of muxes, and how many the chip has. */
export interface MuxPage {
  muxes: Mux[];
  total: number;
}

const standardTasks = taskCatalogue.filter(({ type }) => type === 'qubit').map(({ name }) => name);

/**
 * Muxes of a chip (rule CHIP-7), each with the latest result of every known task: the standard ones and those that the
 * project has used. Rows of standard tasks are read concurrently with the chip, so that two round trips are enough; a
 * day, or a task of a worker's own, adds one. @throws ServiceError `not-found`.
 */
export async function listMuxes(
  ctx: ProjectContext,
  chipId: string,
  query: MuxQuery,
  page: { skip: number; limit: number },
): Promise<MuxPage> {
  const { db, projectId } = ctx;
  const { chip, tasks, rows } = await readRows(ctx, chipId, query, (task, date) =>
    listLatest(db, { projectId, chipId, task, date, consistent: query.date !== undefined }, 'qubit'),
  );
  const lines = readoutLinesOf(chip).map((qids, muxId) => ({ muxId, qids }));
  return { muxes: muxesOf(lines.slice(page.skip, page.skip + page.limit), tasks, rows), total: lines.length };
}

/**
 * One mux. Which qubits it has is read before their results. @throws ServiceError `not-found` for the chip, or a mux that it
 * does not have.
 */
export async function readMux(ctx: ProjectContext, chipId: string, muxId: number, query: MuxQuery): Promise<Mux> {
  const { db, projectId } = ctx;
  const [chip, definitions] = await Promise.all([
    getChip(db, projectId, chipId),
    query.task === undefined ? listUsedTasks(ctx) : [],
  ]);
  if (!chip) throw notInProject('Chip', chipId, projectId);
  const lines = readoutLinesOf(chip);
  const qids = lines[muxId];
  if (!qids) throw notFound(`Mux ${muxId} not found in chip '${chipId}' with ${lines.length} muxes`);
  const within = qids.map((id): LatticeRef => ({ kind: 'qubit', id }));
  const tasks = query.task === undefined ? [...standardTasks, ...ownOf(definitions)] : [query.task];
  const read = inTasks((task, date) =>
    listLatestWithin(db, { projectId, chipId, task, date, consistent: query.date !== undefined }, within),
  );
  const rows = await ofDay(ctx, query.date, await read(tasks), () => read(tasks, query.date));
  const [mux] = muxesOf([{ muxId, qids }], tasks, rows);
  return mux ?? { muxId, detail: new Map() };
}

type ReadTask = (task: string, date?: string) => Promise<Rows>;
type Rows = Stored<LatestResultRecord>[];

/** The chip, the tasks by name, and their latest rows. */
async function readRows(ctx: ProjectContext, chipId: string, { date, task }: MuxQuery, readTask: ReadTask) {
  const read = inTasks(readTask);
  const first = task === undefined ? standardTasks : [task];
  const [chip, definitions, latestOfFirst] = await Promise.all([
    getChip(ctx.db, ctx.projectId, chipId),
    task === undefined ? listUsedTasks(ctx) : [],
    read(first),
  ]);
  if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
  const own = ownOf(definitions);
  const tasks = [...first, ...own];
  const latest = [...latestOfFirst, ...(await read(own))];
  return { chip, tasks, rows: await ofDay(ctx, date, latest, () => read(tasks, date)) };
}

/** Reads several tasks concurrently. */
const inTasks =
  (read: ReadTask) =>
  async (tasks: readonly string[], date?: string): Promise<Rows> =>
    (await Promise.all(tasks.map((name) => read(name, date)))).flat();

/** The tasks on qubits that only this project uses. */
const ownOf = (definitions: readonly { taskType: string; name: string }[]): string[] =>
  definitions
    .filter(({ taskType, name }) => taskType === 'qubit' && !standardTasks.includes(name))
    .map(({ name }) => name);

/**
 * Of a day, its rows are read behind the latest of all: what leaves those in between has its row by now.
 */
async function ofDay(
  { config }: ProjectContext,
  date: string | undefined,
  latest: Rows,
  readDay: () => Promise<Rows>,
): Promise<Rows> {
  if (date === undefined) return latest;
  const day = await readDay();
  return [...day, ...latest.filter(({ endAt }) => calendarDate(endAt, config.calendarTimeZone) === date)];
}

interface ReadoutLine {
  muxId: number;
  qids: readonly string[];
}

function muxesOf(
  lines: readonly ReadoutLine[],
  tasks: readonly string[],
  rows: readonly Stored<LatestResultRecord>[],
): Mux[] {
  const found = new Map<string, Map<string, DatedResult>>();
  for (const { target, task, result, endAt, taskId } of rows) {
    const ofQubit = found.get(target.id) ?? new Map<string, DatedResult>();
    found.set(target.id, ofQubit.set(task, { ...result, endAt, taskId }));
  }
  return lines.map(({ muxId, qids }) => ({
    muxId,
    detail: new Map(qids.map((qid) => [qid, new Map(tasks.map((task) => [task, found.get(qid)?.get(task)]))])),
  }));
}
