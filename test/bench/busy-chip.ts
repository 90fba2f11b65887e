import { contextOf } from '#functions/runtime.ts';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { chipEntity, targetEntity } from '#shared/chips/store/chips.ts';
import { newChip } from '#shared/chips/verbs/jobs/create-job.ts';
import { newTarget, targetRefsOf } from '#shared/chips/verbs/targets.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { chipKeys, monthOf, projectKeys, sampleKeys, taskKeys } from '#shared/kernel/store/keys.ts';
import { latestResultEntity, latestResultOf } from '#shared/results/store/latest-results.ts';
import { lastRowOf, type TaskResultRecord, taskResultEntity } from '#shared/results/store/task-results.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { measuredValue } from '#test/support/runs/run-results.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { OpenDay } from './open-day/seed.ts';
import type { Contribution, ReadCase } from './read-case.ts';

const [chipId, topologyId, executionId] = ['c64', 'square-lattice-mux-64', '20260310-000'] as const;
const midnight = Date.parse('2026-03-10T00:00:00.000Z');
const days = 7;
const tasksOfRun = 10;
const standardTasks = taskCatalogue.filter(({ type }) => type === 'qubit').map(({ name }) => name);
const daysBefore = (count: number) => new Date(midnight - count * 86_400_000).toISOString();

/**
 * A chip of 64 qubits with a value of one metric for each of seven days, a run of ten tasks on each qubit, and the latest
 * result of each standard task.
 */
export async function seedBusyChip({ admin, runtime }: TestStack, projectId: string): Promise<void> {
  const topology = generateTopology(topologyId);
  if (!topology) throw new Error(`Topology '${topologyId}' does not exist`);
  const created = '2025-01-01T00:00:00.000Z';
  const chip = newChip({ projectId, chipId, username: admin.username }, topology, created);
  const targets = targetRefsOf(topology);
  const results = standardTasks.flatMap((name, task) =>
    targets.filter(({ kind }) => kind === 'qubit').map(({ id }, n) => resultOf(projectId, name, id, task * 64 + n)),
  );
  const ofRun = results.filter(({ name }) => standardTasks.indexOf(name) < tasksOfRun);
  const [first] = ofRun;
  if (!first) throw new Error('The run has no results');
  const execution = executionRecord({
    ...{ projectId, chipId, executionId, username: admin.username },
    taskCounts: { completed: ofRun.length },
    lastRow: lastRowOf(first),
  });
  await batchWriteItems(
    runtime.db,
    [
      ...[chipEntity.encode(chip, 1), executionEntity.encode(execution, 1)],
      ...targets.map((ref) => targetEntity.encode(newTarget(chip, ref, created), 1)),
      ...ofRun.map((result) => taskResultEntity.encode(result, 1)),
      ...results.map((result) => latestResultEntity.encode(latestOf(result), 1)),
    ].map((put) => ({ put })),
  );
  const task = { task: 'CheckT1', kind: 'qubit', metrics: ['t1'] } as const;
  const ref = { projectId, chipId };
  const day = new OpenDay(contextOf(runtime, 'bench'), ref, { midnight, runsOfDay: 1, tasks: [task] });
  await day.writeDaysBefore(days);
}

function resultOf(projectId: string, name: string, qid: string, index: number): TaskResultRecord {
  return taskResultRecord({
    ...{ projectId, chipId, executionId, name, qid, index, taskId: `${chipId}-${String(index).padStart(6, '0')}` },
    ...{ status: 'completed', outputParameterNames: ['t1'] },
    outputParameters: { t1: measuredValue(40 + (index % 7)) },
    runParameters: { shots: { value: 1024, valueType: 'int', unit: '', description: 'Number of shots' } },
    figurePaths: [`figures/${projectId}/0b6d6b0e-6f6f-4b9a-9c36-000000000000/1-${index}/${name}_${qid}_0.svg`],
    ...{ queuedAt: daysBefore(0), startAt: daysBefore(0), endAt: daysBefore(0), elapsedSeconds: 30 },
  });
}

const latestOf = (result: TaskResultRecord) => ({
  ...{ projectId: result.projectId, chipId, task: result.name, target: { kind: 'qubit' as const, id: result.qid } },
  ...{ endAt: result.endAt ?? '', taskId: result.taskId, result: latestResultOf(result) },
});

/** Reads of many tasks and values at once. */
export function busyChipCases(projectId: string): ReadCase[] {
  const chip: Contribution = { get: [chipKeys.chip(projectId, chipId)] };
  const run: Contribution[] = [
    { get: [projectKeys.execution(projectId, executionId)] },
    { query: { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) } },
  ];
  const samples = new Set(Array.from({ length: days }, (_, n) => monthOf(daysBefore(n + 1))));
  const range = { from: daysBefore(days), through: daysBefore(0) };
  const latest = (task: string): Contribution => ({
    query: { pk: taskKeys.latestOf(projectId, chipId, task).pk, prefix: taskKeys.latestKind('qubit') },
  });
  const make = (operationId: ReadCase['operationId'], note: string, contributes: Contribution[]): ReadCase => ({
    ...{ name: `${operationId}, ${note}`, operationId, projectId, contributes },
  });
  return [
    { ...make('getExecution', 'with 640 tasks', run), params: { execution_id: executionId } },
    {
      ...make('getTimeseriesTaskResults', 'of 64 qubits over 7 days', [
        ...[chip, { query: sampleKeys.seriesOf(projectId, chipId, 't1') }],
        ...[...samples].map((month) => ({
          query: { ...sampleKeys.taskMonth(projectId, chipId, 'CheckT1', month), ...range },
        })),
      ]),
      query: { chip_id: chipId, parameter: 't1', start_at: range.from, end_at: range.through },
    },
    {
      ...make('listChipMuxes', 'with all results of 64 qubits', [
        ...[chip, { query: taskKeys.definitions(projectId) }],
        ...standardTasks.map(latest),
      ]),
      params: { chip_id: chipId },
    },
  ];
}
