import type { ProjectContext } from '../../../context.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import { taskCatalogue } from '../../../domain/runs/task-catalogue.ts';
import { muxCount, muxQubits } from '../../../domain/topology/muxes.ts';
import { notFound, notInProject } from '../../../errors.ts';
import { getChip } from '../../../store/chips/chips.ts';
import type { Stored } from '../../../store/dynamodb/codec.ts';
import type { TargetRef } from '../../../store/keys.ts';
import { type LatestResultRecord, listLatest, listLatestWithin } from '../../../store/task-results/latest-results.ts';
import { listTaskDefinitions } from '../../tasks/list-used.ts';
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
 * Muxes of a chip (rule CHIP-7), each with the latest result of every task that is known: the standard ones and those that
 * the project has used. Rows of standard tasks are read beside the chip, so that two round trips are enough; a day, or a
 * task of a worker's own, adds one. @throws ServiceError `not-found`.
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
  const total = muxCount(chip.size);
  const ids = Array.from({ length: total }, (_, muxId) => muxId).slice(page.skip, page.skip + page.limit);
  return { muxes: muxesOf(ids, tasks, rows), total };
}

/** One mux. @throws ServiceError `not-found` for the chip, or a mux that it does not have. */
export async function readMux(ctx: ProjectContext, chipId: string, muxId: number, query: MuxQuery): Promise<Mux> {
  const { db, projectId } = ctx;
  const within = muxQubits(muxId).map((id): TargetRef => ({ kind: 'qubit', id }));
  const { chip, tasks, rows } = await readRows(ctx, chipId, query, (task, date) =>
    listLatestWithin(db, { projectId, chipId, task, date, consistent: query.date !== undefined }, within),
  );
  const count = muxCount(chip.size);
  if (muxId >= count) throw notFound(`Mux ${muxId} not found in chip '${chipId}' with ${count} muxes`);
  const [mux] = muxesOf([muxId], tasks, rows);
  return mux ?? { muxId, detail: new Map() };
}

type ReadTask = (task: string, date?: string) => Promise<Stored<LatestResultRecord>[]>;

/**
 * The chip, the tasks by name, and their latest rows. Of a day, its rows are read behind the latest of all: what leaves
 * those in between has its row by now.
 */
async function readRows(ctx: ProjectContext, chipId: string, { date, task }: MuxQuery, read: ReadTask) {
  const all = async (tasks: readonly string[], day?: string) =>
    (await Promise.all(tasks.map((name) => read(name, day)))).flat();
  const first = task === undefined ? standardTasks : [task];
  const [chip, definitions, latestOfFirst] = await Promise.all([
    getChip(ctx.db, ctx.projectId, chipId),
    task === undefined ? listTaskDefinitions(ctx) : [],
    all(first),
  ]);
  if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
  const own = definitions
    .filter(({ taskType, name }) => taskType === 'qubit' && !standardTasks.includes(name))
    .map(({ name }) => name);
  const tasks = [...first, ...own];
  const latest = [...latestOfFirst, ...(await all(own))];
  const zone = ctx.config.calendarTimeZone;
  const rows =
    date === undefined
      ? latest
      : [...(await all(tasks, date)), ...latest.filter(({ endAt }) => calendarDate(endAt, zone) === date)];
  return { chip, tasks, rows };
}

function muxesOf(ids: readonly number[], tasks: readonly string[], rows: readonly Stored<LatestResultRecord>[]): Mux[] {
  const found = new Map<string, Map<string, DatedResult>>();
  for (const { target, task, result, endAt, taskId } of rows) {
    const ofQubit = found.get(target.id) ?? new Map<string, DatedResult>();
    found.set(target.id, ofQubit.set(task, { ...result, endAt, taskId }));
  }
  return ids.map((muxId) => ({
    muxId,
    detail: new Map(
      muxQubits(muxId).map((qid) => [qid, new Map(tasks.map((task) => [task, found.get(qid)?.get(task)]))]),
    ),
  }));
}
