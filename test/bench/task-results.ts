import { deflateSync } from 'node:zlib';
import { contextOf } from '#functions/runtime.ts';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { chipStatisticsEntity } from '#shared/chips/store/chip-statistics.ts';
import { chipEntity, targetEntity } from '#shared/chips/store/chips.ts';
import { newChip } from '#shared/chips/verbs/jobs/create-job.ts';
import { newTarget, targetRefsOf } from '#shared/chips/verbs/targets.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, type Database, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { Transaction, transactionLimit } from '#shared/kernel/store/dynamodb/transaction.ts';
import {
  archivedMonthKeys,
  chipKeys,
  exportKeys,
  projectKeys,
  sampleKeys,
  type TargetRef,
  taskKeys,
  threadKeys,
  workerKeys,
} from '#shared/kernel/store/keys.ts';
import { entityIdOf } from '#shared/results/rules/provenance/entity-id.ts';
import { archivedMonthEntity } from '#shared/results/store/archived-months.ts';
import {
  isLater,
  type LatestResultRecord,
  latestResultEntity,
  latestResultOf,
} from '#shared/results/store/latest-results.ts';
import { calibrationNoteEntity } from '#shared/results/store/task-registry.ts';
import { lastRowOf, type TaskResultRecord, targetOf, taskResultEntity } from '#shared/results/store/task-results.ts';
import { storeArtifacts } from '#shared/results/verbs/files/store-artifacts.ts';
import { registerUsed } from '#shared/results/verbs/tasks/register-used.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Contribution, type ReadCase, shownHead } from './read-case.ts';

/** A chip with so many task results. */
interface Measured {
  chipId: string;
  results: number;
}

/** What the reads of task results are measured on. */
export interface SeededResults {
  projectId: string;
  /** Who ran them. */
  username: string;
  chips: Measured[];
  figurePath: string;
  rawDataPath: string;
}

/** The larger of the two chips; BENCH_RESULTS=500000 shows that more change nothing, and takes minutes to write. */
const many = Number(process.env.BENCH_RESULTS ?? 10_000);
const chips: Measured[] = [
  { chipId: 'few', results: 1000 },
  { chipId: 'many', results: many },
];
const topologyId = 'square-lattice-mux-16';
const perExecution = 1000;
const archivedMonth = {
  month: '202501',
  state: 'archived' as const,
  parts: [{ name: 'part', rows: 1000, bytes: 1_000_000, isOut: true as const }],
};
/** The newest result; each is a minute older than the one before. */
const newest = Date.UTC(2026, 1, 20);
/** In the service's calendar; the results of the day before are of a day that is over. */
const [day, dayBefore] = ['20260220', '20260219'] as const;
const zone = loadConfig().calendarTimeZone;
const instant = (minutesAgo: number, seconds = 0) =>
  new Date(newest - minutesAgo * 60_000 + seconds * 1000).toISOString();
const executionIdOf = (n: number) => `20260220-${String(Math.floor(n / perExecution)).padStart(3, '0')}`;
const taskIdOf = (chipId: string, n: number) => `${chipId}-${String(n).padStart(6, '0')}`;

/** Writes directly what runs write: thousands of results in batches, not in transactions. */
export async function seedTaskResults(stack: TestStack, projectId: string): Promise<SeededResults> {
  for (const chip of chips) await seedChip(stack, projectId, chip);
  return { projectId, username: stack.admin.username, chips, ...(await seedRest(stack, projectId)) };
}

function resultOf(projectId: string, chipId: string, refs: readonly TargetRef[], n: number): TaskResultRecord {
  const kind = n % 10 === 9 ? 'coupling' : 'qubit';
  const own = refs.filter((ref) => ref.kind === kind);
  const target = own[Math.floor(n / 10) % own.length];
  if (!target) throw new Error(`The chip has no ${kind}`);
  return taskResultRecord({
    projectId,
    chipId,
    executionId: executionIdOf(n),
    taskId: taskIdOf(chipId, n),
    name: kind === 'coupling' ? 'CheckZX90' : n % 10 === 0 ? 'CheckT1' : `Check${n % 10}`,
    taskType: kind,
    qid: target.id,
    index: n % perExecution,
    status: n % 20 === 3 ? 'failed' : 'completed',
    outputParameters: { t1: measuredValue(40 + (n % 7)) },
    outputParameterNames: ['t1'],
    runParameters: { shots: { value: 1024, valueType: 'int', unit: '', description: 'Number of shots' } },
    figurePaths: [`figures/${projectId}/0b6d6b0e-6f6f-4b9a-9c36-000000000000/1-${n % 40}/CheckT1_${target.id}_0.svg`],
    queuedAt: instant(n),
    startAt: instant(n, 1),
    endAt: instant(n, 31),
    elapsedSeconds: 30,
  });
}

async function seedChip({ admin, runtime: { db } }: TestStack, projectId: string, chip: Measured): Promise<void> {
  const { chipId, results } = chip;
  const topology = generateTopology(topologyId);
  if (!topology) throw new Error(`Topology '${topologyId}' does not exist`);
  const created = '2025-01-01T00:00:00.000Z';
  const record = newChip({ projectId, chipId, username: admin.username }, topology, created);
  const refs = targetRefsOf(topology);
  const latest = new Map<string, LatestResultRecord>();
  for (let from = 0; from < results; from += 5000) {
    const part = Array.from({ length: Math.min(5000, results - from) }, (_, n) =>
      resultOf(projectId, chipId, refs, from + n),
    );
    for (const result of part) keepLatest(latest, result);
    await putTogether(
      db,
      part.map((result) => taskResultEntity.encode(result, 1)),
    );
  }
  const executions = Array.from({ length: results / perExecution }, (_, n) =>
    executionRecord({
      projectId,
      chipId,
      executionId: executionIdOf(n * perExecution),
      taskCounts: { completed: 950, failed: 50 },
      lastRow: lastRowOf(resultOf(projectId, chipId, refs, n * perExecution)),
    }),
  );
  const counts = { taskResults: results, completed: results * 0.95, failed: results * 0.05 };
  const statistics = { projectId, chipId, ...counts, writtenAt: instant(0) };
  await batchWriteItems(db, [
    { put: chipEntity.encode(record, 1) },
    ...refs.map((ref) => ({ put: targetEntity.encode(newTarget(record, ref, created), 1) })),
    ...[...latest.values()].map((row) => ({ put: latestResultEntity.encode(row, 1) })),
    ...executions.map((execution) => ({ put: executionEntity.encode(execution, 1) })),
    { put: chipStatisticsEntity.encode(statistics, 1) },
    { put: archivedMonthEntity.encode({ ...archivedMonth, projectId, chipId, chipCreatedAt: record.createdAt }, 1) },
  ]);
}

/** Puts items, many in a transaction: an engine on one disk takes hardly longer for all of them than for one. */
async function putTogether(db: Database, items: readonly Item[]): Promise<void> {
  for (let from = 0; from < items.length; from += transactionLimit) {
    const transaction = new Transaction(db);
    for (const item of items.slice(from, from + transactionLimit)) transaction.put(item);
    await transaction.commit();
  }
}

function keepLatest(latest: Map<string, LatestResultRecord>, result: TaskResultRecord): void {
  const { projectId, chipId, name: task, taskId, endAt = '' } = result;
  const target = targetOf(result);
  if (!target) return;
  const date = calendarDate(endAt, zone);
  for (const of of date === day ? [undefined] : [undefined, date]) {
    const key = [task, target.kind, target.id, of].join(' ');
    const standing = latest.get(key);
    if (standing && !isLater({ endAt, taskId }, standing)) continue;
    latest.set(key, { projectId, chipId, task, target, date: of, endAt, taskId, result: latestResultOf(result) });
  }
}

async function seedRest(stack: TestStack, projectId: string): Promise<{ figurePath: string; rawDataPath: string }> {
  const { runtime, admin } = stack;
  const execution = { projectId, username: admin.username, backend: 'simulator', tags: ['daily', 'cool-down'] };
  const tasks = ['CheckT1', 'CheckT2Echo', 'CheckRabi'].map((name) => ({ name, type: 'qubit' as const }));
  await registerUsed(contextOf(runtime, 'bench'), execution, tasks);
  const note = { projectId, executionId: '20260220-000', taskId: 'master', chipId: 'few', username: admin.username };
  const packedNote = deflateSync(JSON.stringify({ qubit: {}, coupling: {} })).toString('base64');
  await writeItem(runtime.db, {
    put: calibrationNoteEntity.encode({ ...note, timestamp: instant(0), packedNote }, 1),
  });
  const { objects } = runtime.ports;
  if (!objects) throw new Error('The stack keeps no objects');
  const outcome = outcomeOf(plannedTask(0), {
    figures: [{ name: 'CheckT1_0.svg', contentType: 'image/svg+xml', body: '<svg/>' }],
    rawData: [{ name: 'CheckT1_0_raw.csv', contentType: 'text/csv', body: 'delay,signal\n' }],
  });
  const paths = await storeArtifacts(objects, { projectId, flowRunId: 'run', fence: 1 }, 'bench', [outcome]);
  const { figurePaths = [], rawDataPaths = [] } = paths.get(outcome.taskId) ?? {};
  return { figurePath: figurePaths[0] ?? '', rawDataPath: rawDataPaths[0] ?? '' };
}

/** The reads of task results and of what belongs to them; `archiveId` is an archive of the figure, `exportId` an export of rows. */
export function taskResultCases(seeded: SeededResults, archiveId: string, exportId: string): ReadCase[] {
  const { projectId, username } = seeded;
  const plain = (operationId: ReadCase['operationId'], contributes: Contribution[], query = {}): ReadCase => ({
    name: operationId,
    operationId,
    projectId,
    contributes,
    query,
  });
  const months = ['202601', '202602'].map(
    (month): Contribution => ({
      query: sampleKeys.month(projectId, 'c133', 't1', month),
    }),
  );
  return [
    ...seeded.chips.flatMap((chip) => ofChip(projectId, chip)),
    plain(
      'getTimeseriesTaskResults',
      [{ get: [chipKeys.chip(projectId, 'c133')] }, { query: sampleKeys.seriesOf(projectId, 'c133', 't1') }, ...months],
      {
        chip_id: 'c133',
        parameter: 't1',
        start_at: '2026-01-01',
        end_at: '2026-02-28',
      },
    ),
    plain('listTasks', [{ query: taskKeys.definitions(projectId) }, { query: workerKeys.workers(projectId) }]),
    plain('listTags', [{ query: taskKeys.tags(projectId) }]),
    plain('listBackends', [{ query: taskKeys.backends(projectId) }]),
    plain('listTaskInfo', [], { backend: 'simulator' }),
    plain('listTaskKnowledge', [
      { query: taskKeys.definitions(projectId) },
      { query: taskKeys.documents(projectId) },
      { query: threadKeys.allKnowledgeOfTasks(projectId) },
    ]),
    ...(['getTaskKnowledge', 'getTaskKnowledgeMarkdown'] as const).map((operationId) => ({
      ...plain(operationId, [
        {
          get: [
            taskKeys.definition(projectId, 'CheckT1'),
            taskKeys.document(projectId, 'CheckT1'),
            taskKeys.documentText(projectId, 'CheckT1'),
          ],
        },
        ...(operationId === 'getTaskKnowledge'
          ? [{ query: threadKeys.allKnowledgeOfTask(projectId, 'CheckT1'), limit: 20 }]
          : []),
      ]),
      params: { task_name: 'CheckT1' },
    })),
    plain('getCalibrationNote', [
      { query: { index: 'gsi1', pk: taskKeys.calibrationNotesOf(projectId, username) }, limit: 1 },
    ]),
    plain('getFigureByPath', [], { path: seeded.figurePath }),
    plain('downloadFile', [], { path: seeded.rawDataPath }),
    { ...plain('getFigureArchive', []), params: { archive_id: archiveId } },
    plain('listArchivedMonths', [{ query: archivedMonthKeys.all(projectId) }, { query: chipKeys.chips(projectId) }]),
    {
      ...plain('getArchivedMonth', [
        { get: [chipKeys.chip(projectId, 'few'), archivedMonthKeys.month(projectId, 'few', archivedMonth.month)] },
      ]),
      params: { chip_id: 'few', month: archivedMonth.month },
    },
    plain('listExports', [{ query: exportKeys.all(projectId) }]),
    {
      ...plain('getExport', [{ get: [exportKeys.export(projectId, exportId)] }]),
      params: { export_id: exportId },
    },
    plain('getFileLink', [], { path: seeded.rawDataPath }),
  ];
}

function ofChip(projectId: string, { chipId, results }: Measured): ReadCase[] {
  const chip: Contribution = { get: [chipKeys.chip(projectId, chipId)] };
  const statistics: Contribution = { get: [chipKeys.statistics(projectId, chipId)] };
  // The newest hour and a half holds more than a page.
  const rows: Contribution = {
    query: { index: 'gsi4', pk: taskKeys.ofChip(projectId, chipId), from: instant(90), descending: true },
    limit: 50,
  };
  const ofExecution: Contribution = {
    query: { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionIdOf(0)), descending: true },
    limit: 50,
  };
  const lastRow: Contribution = { ...ofExecution, limit: 1 };
  const latest = (task: string, kind: TargetRef['kind'], date?: string): Contribution => ({
    query: { pk: taskKeys.latestOf(projectId, chipId, task, date).pk, prefix: taskKeys.latestKind(kind) },
  });
  /** The newest four results of the first task on the first target of a kind. */
  const history = (kind: TargetRef['kind']): Contribution => ({
    get: Array.from({ length: 1000 }, (_, n) => n)
      .filter((n) => (n % 10 === 9) === (kind === 'coupling') && (kind === 'coupling' || n % 10 === 0))
      .filter((n) => Math.floor(n / 10) % (kind === 'coupling' ? 24 : 16) === 0)
      .slice(0, 4)
      .map((n) => taskKeys.result(projectId, taskIdOf(chipId, n))),
  });
  const make = (
    operationId: ReadCase['operationId'],
    contributes: Contribution[],
    more: { note?: string; params?: Record<string, string>; query: Record<string, string> },
  ): ReadCase => ({
    name: `${operationId}${more.note ? `, ${more.note}` : ''}, of ${results.toLocaleString('en')} results`,
    operationId,
    projectId,
    contributes,
    ...(more.params ? { params: more.params } : {}),
    query: more.query,
  });
  const ofTarget = (kind: TargetRef['kind'], id: string, task: string): Contribution => ({
    get: [
      kind === 'qubit' ? chipKeys.qubit(projectId, chipId, id) : chipKeys.coupling(projectId, chipId, id),
      taskKeys.latest(projectId, chipId, task, { kind, id }),
    ],
  });
  const archived: Contribution = { query: archivedMonthKeys.ofChip(projectId, chipId) };
  const t1 = { chip_id: chipId, task: 'CheckT1' };
  const zx = { chip_id: chipId, task: 'CheckZX90' };
  return [
    make('listTaskResults', [chip, statistics, rows, shownHead('gsi4', taskKeys.ofChip(projectId, chipId))], {
      note: '50 of a chip',
      query: { chip_id: chipId },
    }),
    make('listTaskResults', [{ get: [projectKeys.execution(projectId, executionIdOf(0))] }, ofExecution, lastRow], {
      note: '50 of an execution',
      query: { execution_id: executionIdOf(0) },
    }),
    make('getLatestQubitTaskResults', [chip, latest('CheckT1', 'qubit')], { query: t1 }),
    make('getLatestCouplingTaskResults', [chip, latest('CheckZX90', 'coupling')], { query: zx }),
    make('getHistoricalQubitTaskResults', [chip, latest('CheckT1', 'qubit')], { query: { ...t1, date: day } }),
    make('getHistoricalCouplingTaskResults', [chip, latest('CheckZX90', 'coupling')], {
      query: { ...zx, date: day },
    }),
    make('getHistoricalQubitTaskResults', [chip, latest('CheckT1', 'qubit', dayBefore)], {
      note: 'of a day that is over',
      query: { ...t1, date: dayBefore },
    }),
    make('getQubitTaskHistory', [chip, ofTarget('qubit', '0', t1.task), history('qubit'), archived], {
      params: { qid: '0' },
      query: { ...t1, limit: '4' },
    }),
    make('getCouplingTaskHistory', [chip, ofTarget('coupling', '0-1', zx.task), history('coupling'), archived], {
      params: { coupling_id: '0-1' },
      query: { ...zx, limit: '4' },
    }),
    make(
      'getTaskResult',
      [
        { get: [taskKeys.result(projectId, taskIdOf(chipId, 0))] },
        { query: taskKeys.reExecutions(projectId, taskIdOf(chipId, 0)) },
      ],
      {
        params: { task_id: taskIdOf(chipId, 0) },
        query: {},
      },
    ),
    ...provenanceCases(projectId, chipId, make),
    make('compareExecutions', comparedWith(projectId), {
      params: {},
      query: { execution_id_before: executionIdOf(0), execution_id_after: executionIdOf(0) },
    }),
  ];
}

/** Of the newest value of qubit 0; graphs are of another project (test/bench/provenance.ts). */
function provenanceCases(
  projectId: string,
  chipId: string,
  make: (
    operationId: ReadCase['operationId'],
    contributes: Contribution[],
    more: { params?: Record<string, string>; query: Record<string, string> },
  ) => ReadCase,
): ReadCase[] {
  const taskId = taskIdOf(chipId, 0);
  const chip = chipKeys.chip(projectId, chipId);
  return [
    make(
      'getParameterHistory',
      [
        { get: [chip, chipKeys.qubit(projectId, chipId, '0'), chipKeys.coupling(projectId, chipId, '0')] },
        { query: sampleKeys.seriesOf(projectId, chipId, 't1') },
        { query: archivedMonthKeys.ofChip(projectId, chipId) },
      ],
      { query: { chip_id: chipId, qid: '0', parameter_name: 't1' } },
    ),
    make('getProvenanceEntity', [{ get: [taskKeys.result(projectId, taskId), chip] }], {
      params: { entity_id: entityIdOf({ kind: 'task', chipId, metric: 't1', taskId }) },
      query: {},
    }),
  ];
}

/** The rows of an execution, which both chips share here, and those of its results that completed: read for either side. */
function comparedWith(projectId: string): Contribution[] {
  const executionId = executionIdOf(0);
  const completed = Array.from({ length: perExecution }, (_, n) => n).filter((n) => n % 20 !== 3);
  const one: Contribution[] = [
    { get: [projectKeys.execution(projectId, executionId)] },
    { query: { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) } },
    { get: chips.flatMap(({ chipId }) => completed.map((n) => taskKeys.result(projectId, taskIdOf(chipId, n)))) },
  ];
  return [...one, ...one];
}
