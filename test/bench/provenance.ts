import { contextOf } from '#functions/runtime.ts';
import type { Client } from '#shared/api/client.ts';
import {
  archivedMonthKeys,
  chipKeys,
  monthOf,
  projectKeys,
  sampleKeys,
  type TargetRef,
  taskKeys,
} from '#shared/kernel/store/keys.ts';
import { entityIdOf } from '#shared/results/rules/provenance/entity-id.ts';
import { surroundings } from '#shared/results/verbs/provenance/known-provenance.ts';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { findTask } from '#shared/runs/rules/task-catalogue.ts';
import { monthPartitions } from '#shared/values/store/sample-reads.ts';
import { listSeries, type SeriesRecord } from '#shared/values/store/series.ts';
import { rangesOfTarget } from '#shared/values/store/version-reads.ts';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import type { Contribution, ReadCase } from './read-case.ts';

/** A project in which tasks started from what others had measured. */
export interface SeededProvenance {
  projectId: string;
  /** The marks of its chips. */
  series: Record<ChipId, SeriesRecord[]>;
}

/** A chip of a built-in topology, and one whose topology an import brought. */
const chips = ['built', 'imported'] as const;
type ChipId = (typeof chips)[number];

/** Each measures one metric of qubit 0, or of a pair with it, from what the one before measured. */
const chain = [
  { task: 'CheckQubitFrequency', metric: 'qubit_frequency', target: '0', from: undefined },
  { task: 'CheckRabi', metric: 'control_amplitude', target: '0', from: 'qubit_frequency' },
  { task: 'CheckT1', metric: 't1', target: '0', from: 'control_amplitude' },
  { task: 'CheckZX90', metric: 'zx_rotation_rate', target: '0-1', from: 'control_qubit_frequency' },
] as const;
/** How often the chain was run: more often than a graph looks back. */
const rounds = 10;
const { perRange } = surroundings;
const units = { qubit_frequency: 'GHz', control_amplitude: 'a.u.', t1: 'us', zx_rotation_rate: 'MHz' };
const unitOf = (metric: string) => units[metric.replace(/^control_(?=qubit)/, '') as keyof typeof units];
const roundValue = (round: number) => measuredValue(1 + round / 100, '');
const kindOf = (target: string) => (target.includes('-') ? 'coupling' : 'qubit');
const taskIdOf = (chipId: string, round: number, step: number) => `${chipId}-${round}-${step}`;

/** Runs the chain on both chips within the last hours, so that its newest values are recent changes. */
export async function seedProvenance(stack: TestStack, client: Client): Promise<SeededProvenance> {
  const { project_id: projectId } = await client.createProject({ body: { name: 'traced' } });
  const headers = { 'x-project-id': projectId };
  await client.createChip({ body: { chip_id: 'built', topology_id: 'square-lattice-mux-16' }, headers });
  const documents = deviceDocuments('square-lattice-mux-16', '2026-01-05T06:00:00Z');
  await client.importChip({ body: { format: 'ibm', chip_id: 'imported', documents }, headers });
  const begin = Date.now() - 2 * 3_600_000;
  for (const [n, chipId] of chips.entries()) {
    const executionId = `20260221-00${n}`;
    const run = { projectId, chipId, executionId, username: stack.admin.username };
    const { fence } = await putRunning(stack.runtime.db, run);
    for (let round = 0; round < rounds; round += 1)
      await writeTaskResults(
        contextOf(stack.runtime, 'bench'),
        { projectId, executionId, fence },
        chain.map((_, step) => updateOf(chipId, begin, round, step)),
      );
  }
  const seriesOf = (chipId: ChipId) => listSeries(stack.runtime.db, projectId, chipId);
  return { projectId, series: { built: await seriesOf('built'), imported: await seriesOf('imported') } };
}

function updateOf(chipId: ChipId, begin: number, round: number, step: number): TaskUpdate {
  const { task, metric, target, from } = chain[step] ?? chain[0];
  const index = round * chain.length + step;
  const type = kindOf(target);
  const planned = plannedTask(index, { taskId: taskIdOf(chipId, round, step), name: task, type, target });
  const instant = (seconds: number) => new Date(begin + (index * 60 + seconds) * 1000).toISOString();
  const outcome = outcomeOf(planned, {
    ...{ startAt: instant(1), endAt: instant(31) },
    inputParameters: from ? { [from]: { ...roundValue(round), unit: unitOf(from) } } : {},
    outputParameters: { [metric]: { ...roundValue(round), unit: unitOf(metric) } },
  });
  return { kind: 'ended', planned, outcome };
}

/** The reads of provenance; those of a version are of the newest and of the oldest one, from which all that is known follows. */
export function provenanceCases(seeded: SeededProvenance): ReadCase[] {
  const { projectId } = seeded;
  const ofProject = (operationId: ReadCase['operationId'], contributes: Contribution[]): ReadCase => ({
    name: `${operationId}, of two chips`,
    operationId,
    projectId,
    contributes: [{ query: chipKeys.chips(projectId) }, ...contributes],
  });
  const months = ['202601', monthOf(new Date().toISOString())];
  return [
    ...chips.flatMap((chipId) => ofChip(seeded, chipId)),
    ofProject(
      'getRecentChanges',
      chips.flatMap((chipId) => standing(seeded, chipId)),
    ),
    ofProject(
      'getProvenanceStats',
      chips.flatMap((chipId) => standing(seeded, chipId)),
    ),
    // Of the chip that was calibrated last.
    ofProject('getDegradationTrends', [
      { query: sampleKeys.allSeries(projectId, 'imported') },
      ...months.flatMap((month) =>
        monthPartitions({ projectId, chipId: 'imported' }, seeded.series.imported, month, metricsOf(seeded)).map(
          (pk): Contribution => ({ query: { pk } }),
        ),
      ),
    ]),
    {
      ...ofProject('getParameterHistory', [
        { get: [chipKeys.chip(projectId, 'imported'), chipKeys.qubit(projectId, 'imported', '0')] },
        { get: [chipKeys.coupling(projectId, 'imported', '0')] },
        { query: sampleKeys.seriesOf(projectId, 'imported', 't1') },
        { query: archivedMonthKeys.ofChip(projectId, 'imported') },
        ...rangesOf(seeded, 'imported', { kind: 'qubit', id: '0' }, 't1').map((query) => ({ query })),
      ]),
      name: 'getParameterHistory, of the chip calibrated last',
      query: { qid: '0', parameter_name: 't1' },
    },
  ];
}

const metricsOf = ({ series }: SeededProvenance) => new Set(series.imported.map(({ metric }) => metric));

/** The ranges that may have a value of a target, or of one of its metrics. */
const rangesOf = ({ projectId, series }: SeededProvenance, chipId: ChipId, target: TargetRef, metric?: string) =>
  rangesOfTarget(
    { projectId, chipId },
    target,
    series[chipId].filter((mark) => metric === undefined || mark.metric === metric),
  )
    .filter(({ task }) => task === undefined || findTask(task)?.type === target.kind)
    .map(({ range }) => range);

const qubit = { kind: 'qubit', id: '0' } as const;
const couplings = ['0-1', '0-2'].map((id) => ({ kind: 'coupling', id }) as const);

/** The values that are on a chip, and those before the newest. */
function standing(seeded: SeededProvenance, chipId: ChipId): Contribution[] {
  const { projectId } = seeded;
  return [
    { query: chipKeys.qubits(projectId, chipId) },
    { query: chipKeys.couplings(projectId, chipId) },
    { query: sampleKeys.allSeries(projectId, chipId) },
    ...chain.flatMap(({ metric, target: id }) =>
      rangesOf(seeded, chipId, { kind: kindOf(id), id }, metric).map((range) => ({
        query: { ...range, descending: true },
        limit: 4,
      })),
    ),
  ];
}

function ofChip(seeded: SeededProvenance, chipId: ChipId): ReadCase[] {
  const { projectId } = seeded;
  /** A version, what its graph is read from on some targets, and how many of the newest or oldest results are in it. */
  const graph = (
    operationId: ReadCase['operationId'],
    of: { round: number; step: number; targets: readonly TargetRef[]; descending: boolean },
  ): ReadCase => {
    const { round, step, targets, descending } = of;
    const { metric } = chain[step] ?? chain[0];
    const result = taskKeys.result(projectId, taskIdOf(chipId, round, step));
    const rounds = Array.from({ length: perRange }, (_, n) => (descending ? round - n : round + n));
    const steps = chain.flatMap(({ target }, n) => (targets.some(({ id }) => id === target) ? [n] : []));
    return {
      name: `${operationId}, of ${chipId === 'built' ? 'a built-in' : 'an imported'} topology`,
      operationId,
      projectId,
      params: { entity_id: entityIdOf({ kind: 'task', chipId, metric, taskId: taskIdOf(chipId, round, step) }) },
      contributes: [
        { get: [result, chipKeys.chip(projectId, chipId)] },
        { query: sampleKeys.allSeries(projectId, chipId) },
        // Which couplings there are is read where an import brought the topology.
        ...(chipId === 'imported' && !descending ? [{ query: projectKeys.topologies(projectId) }] : []),
        ...targets.flatMap((target) =>
          rangesOf(seeded, chipId, target).map((range) => ({ query: { ...range, descending }, limit: perRange })),
        ),
        { get: targets.map((target) => chipKeys.target(projectId, chipId, target)) },
        {
          get: rounds.flatMap((one) => steps.map((other) => taskKeys.result(projectId, taskIdOf(chipId, one, other)))),
        },
      ],
    };
  };
  const before = { round: rounds - 1, step: 2, targets: [qubit], descending: true };
  const after = { round: 0, step: 0, targets: [qubit, ...couplings], descending: false };
  return [
    graph('getProvenanceLineage', before),
    graph('getProvenanceImpact', after),
    graph('getRecalibrationRecommendations', after),
  ];
}
