import type { OperationId } from '#shared/api/routes.ts';
import type { QueryRange } from '#shared/kernel/store/dynamodb/database.ts';
import {
  chipKeys,
  cooldownKeys,
  flowKeys,
  projectKeys,
  runKeys,
  scheduleKeys,
  taskKeys,
  workerKeys,
} from '#shared/kernel/store/keys.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { type Contribution, headOf, type ReadCase } from '../read-case.ts';

export function executionCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
): ReadCase[] {
  const list = (note: string, contributes: Contribution[], query: Record<string, string>): ReadCase => ({
    ...make('listExecutions', contributes),
    name: `listExecutions, ${note}`,
    query,
  });
  const executionId = '20260201-000';
  const { flowRunId } = executionRecord({ projectId, executionId });
  // The newest, by the table and by the index, and the last change by a run of the past: up to when the list is complete.
  const newestBy = (range: QueryRange): Contribution[] => [
    { query: range },
    { get: [runKeys.pastHead(projectId, range.pk)] },
    { query: { ...projectKeys.executions(projectId), descending: true }, limit: 1 },
    { query: { ...range, descending: true }, limit: 1 },
  ];
  const ofChip = newestBy({ index: 'gsi1', pk: runKeys.ofChip(projectId, 'chip-0') });
  const completed = newestBy({ index: 'gsi2', pk: runKeys.ofStatus(projectId, 'completed') });
  return [
    list('of a chip', ofChip, { chip_id: 'chip-0' }),
    list('completed', completed, { status: 'completed' }),
    {
      ...make('getExecution', [
        { get: [projectKeys.execution(projectId, executionId)] },
        { query: { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) } },
      ]),
      params: { execution_id: executionId },
    },
    {
      ...make('getExecution', [{ get: [projectKeys.execution(projectId, executionId)] }]),
      name: 'getExecution, unchanged',
      params: { execution_id: executionId },
      isKnown: true,
    },
    {
      ...make('getExecutionSnapshot', [{ get: [projectKeys.execution(projectId, executionId)] }]),
      params: { execution_id: executionId },
    },
    {
      ...make('getRepeatableTasks', [
        { get: [projectKeys.execution(projectId, executionId)] },
        { get: [runKeys.run(projectId, flowRunId)] },
        { query: { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) } },
      ]),
      params: { execution_id: executionId },
      query: { which: 'failed' },
    },
    make('getExecutionLockStatus', [{ get: [runKeys.lock(projectId)] }]),
    { ...make('listWorkers', [{ query: workerKeys.workers(projectId) }]), name: 'listWorkers, 20' },
    {
      ...make('getRunContext', [
        { get: [runKeys.run(projectId, flowRunId)] },
        { get: [projectKeys.execution(projectId, executionId)] },
        { get: [chipKeys.chip(projectId, 'chip-0'), flowKeys.version(projectId, 'check', 1)] },
        { query: { ...chipKeys.qubits(projectId, 'chip-0'), consistent: true }, limit: 64 },
      ]),
      params: { flow_run_id: flowRunId },
    },
    {
      ...make('listRunLog', [
        { get: [projectKeys.execution(projectId, executionId)] },
        { query: runKeys.logs(projectId, executionId), limit: 20 },
      ]),
      name: 'listRunLog, 200 of 400 lines',
      params: { execution_id: executionId },
    },
    {
      ...make('getChipDates', [
        { get: [chipKeys.chip(projectId, 'chip-0')] },
        { query: runKeys.counters(projectId, 'chip-0') },
      ]),
      params: { chip_id: 'chip-0' },
    },
  ];
}

export function cooldownCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
  cooldownIds: readonly string[],
): ReadCase[] {
  const items = cooldownIds.map((id) => cooldownKeys.cooldown(projectId, id));
  const list = (note: string, contributes: Contribution[], query: Record<string, string> = {}): ReadCase => ({
    ...make('listCooldowns', contributes),
    name: `listCooldowns, ${note}`,
    query,
  });
  const chip = chipKeys.chip(projectId, 'chip-0');
  const headed = (index: 'gsi2' | 'gsi3', pk: string): Contribution[] => [
    { query: { index, pk } },
    ...headOf(projectId, index, pk),
  ];
  return [
    list('20 of 30', headed('gsi2', cooldownKeys.ofProject(projectId))),
    list('ongoing', headed('gsi3', cooldownKeys.ongoing(projectId)), { ongoing: 'true' }),
    list('of a chip', [{ get: [chip] }, { get: items }], { chip_id: 'chip-0' }),
    {
      ...make('listCooldownWiringEvents', [
        { get: items.slice(0, 1) },
        { query: cooldownKeys.wiringEvents(projectId, cooldownIds[0] ?? '') },
      ]),
      params: { cooldown_id: cooldownIds[0] ?? '' },
    },
    {
      ...make('getCooldownWiringEvent', [
        { get: [...items.slice(0, 1), cooldownKeys.wiringEvent(projectId, cooldownIds[0] ?? '', 1)] },
      ]),
      params: { cooldown_id: cooldownIds[0] ?? '', event_id: '1' },
    },
    {
      ...make('getCooldown', [{ get: items.slice(0, 1) }]),
      params: { cooldown_id: cooldownIds[0] ?? '' },
    },
  ];
}

export function flowCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
): ReadCase[] {
  const name = 'flow_29';
  const flow: Contribution = { get: [flowKeys.flow(projectId, name)] };
  const versions = { index: 'gsi2' as const, pk: flowKeys.versionsOf(projectId, name), descending: true };
  const version = (n: number): Contribution => ({ get: [flowKeys.version(projectId, name, n)] });
  return [
    make('listFlows', [
      { query: { index: 'gsi2', pk: flowKeys.ofProject(projectId) } },
      ...headOf(projectId, 'gsi2', flowKeys.ofProject(projectId)),
    ]),
    { ...make('getFlow', [flow, version(30)]), params: { name } },
    // The total is exact, so every version contributes to the first page.
    {
      ...make('listFlowVersions', [flow, { query: versions }]),
      name: 'listFlowVersions, 20 of 30',
      params: { name },
    },
    { ...make('getFlowVersion', [version(1)]), params: { name, version: '1' } },
    make('getFileTree', [{ query: flowKeys.flows(projectId) }]),
    make('getGitStatus', [{ query: flowKeys.flows(projectId) }]),
    make('listFlowHelperFiles', [{ query: flowKeys.flows(projectId) }]),
    { ...make('getFlowHelperFile', [flow, version(30)]), params: { filename: `${name}.yaml` } },
    { ...make('getFileContent', [version(1)]), query: { path: `flows/${name}/v1.yaml` } },
    {
      ...make('downloadZipFile', [flow, ...Array.from({ length: 20 }, (_, n) => version(11 + n))]),
      query: { path: `flows/${name}` },
    },
    ...(['listTaskFileBackends', 'getBackendConfig', 'getTaskFileSettings'] as const).map((id) => make(id, [])),
    { ...make('getTaskFileTree', []), query: { backend: 'simulator' } },
    { ...make('getTaskFileContent', []), query: { path: 'simulator/1q_coarse/CheckT1.yaml' } },
  ];
}

export function scheduleCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
  scheduleId: string,
): ReadCase[] {
  const all: Contribution = { query: scheduleKeys.schedules(projectId) };
  const own: Contribution = { get: [scheduleKeys.schedule(projectId, scheduleId)] };
  const params = { schedule_id: scheduleId };
  return [
    make('listAllFlowSchedules', [all]),
    {
      ...make('listFlowSchedules', [all, { get: [flowKeys.flow(projectId, 'flow_29')] }]),
      params: { name: 'flow_29' },
    },
    { ...make('getFlowSchedule', [own]), params },
    { ...make('listScheduleFirings', [own, { query: scheduleKeys.firings(projectId, scheduleId) }]), params },
    make('getRunQueue', [{ get: [runKeys.queue(projectId), runKeys.lock(projectId), projectKeys.project(projectId)] }]),
  ];
}
