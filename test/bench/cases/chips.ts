import type { OperationId } from '#shared/api/routes.ts';
import { QUBITS_PER_MUX } from '#shared/chips/rules/topology/muxes.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import {
  chipKeys,
  dayKeys,
  monthOf,
  noteEventKeys,
  noteKeys,
  openSpanKeys,
  projectKeys,
  rollUpKeys,
  runKeys,
  sampleKeys,
  scheduleKeys,
  taskKeys,
  utcDayOf,
} from '#shared/kernel/store/keys.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { type Contribution, headOf, type ReadCase } from '../read-case.ts';
import type { Seeded, SeededChip } from '../seed.ts';

const today = () => calendarDate(new Date().toISOString(), 'Asia/Tokyo');

/** The reads of a chip. @param date the day of the service's clock. */
export function chipCases(
  { projectId, asOf }: Pick<Seeded, 'projectId' | 'asOf'>,
  { chipId, qubits, measured }: SeededChip,
  date = today(),
): ReadCase[] {
  const chip: Contribution = { get: [chipKeys.chip(projectId, chipId)] };
  const allQubits: Contribution = { query: chipKeys.qubits(projectId, chipId) };
  const allCouplings: Contribution = { query: chipKeys.couplings(projectId, chipId) };
  const aQubit: Contribution = { get: [chipKeys.qubit(projectId, chipId, '0')] };
  const unsettled: Contribution = { query: taskKeys.allUnsettled(projectId, chipId) };
  const aCoupling: Contribution = { get: [chipKeys.coupling(projectId, chipId, '0-1')] };
  // The marks say which tasks have measured the metric.
  const marks = (metric: string): Contribution => ({ query: sampleKeys.seriesOf(projectId, chipId, metric) });
  const history = (target: { kind: 'qubit' | 'coupling'; id: string }, metric: string): Contribution => ({
    query: {
      index: 'gsi3',
      pk: sampleKeys.ofTarget(projectId, chipId, metric, target),
      from: '2026-01-01',
      through: '2027',
    },
  });
  const spans: Contribution[] = [
    { query: sampleKeys.allSeries(projectId, chipId) },
    { query: openSpanKeys.all(projectId, chipId) },
  ];
  /** Months and days before an instant from their roll-ups, and its own day from the samples. */
  const rolledUntil = (metric: string): Contribution[] => {
    const { pk } = rollUpKeys.all(projectId, chipId, metric);
    const [month, day] = [monthOf(asOf), utcDayOf(asOf)];
    return [
      { query: { pk, from: rollUpKeys.prefix('month', '0'), through: rollUpKeys.prefix('month', month) } },
      { query: { pk, from: rollUpKeys.prefix('day', month), through: rollUpKeys.prefix('day', day) } },
      {
        query: {
          pk: sampleKeys.month(projectId, chipId, metric, month).pk,
          from: asOf.slice(0, 10),
          through: `${asOf}~`,
        },
      },
    ];
  };
  const asOfThen = [chip, ...spans, allQubits, allCouplings, ...measured.flatMap(rolledUntil)];
  const runsOfChip: Contribution[] = [
    { query: projectKeys.executions(projectId) },
    { query: { index: 'gsi1', pk: runKeys.ofChip(projectId, chipId) }, limit: 1 },
  ];
  const definitions: Contribution = { query: taskKeys.definitions(projectId) };
  const standardTasks = taskCatalogue.filter(({ type }) => type === 'qubit').map(({ name }) => name);
  const latestOnQubits = (task: string): Contribution => ({
    query: { pk: taskKeys.latestOf(projectId, chipId, task).pk, prefix: taskKeys.latestKind('qubit') },
  });
  const [firstOfMux, lastOfMux] = ['0', String(QUBITS_PER_MUX - 1)];
  const latestInMux = (task: string): Contribution => {
    const keyOf = (id: string) => taskKeys.latest(projectId, chipId, task, { kind: 'qubit', id });
    return { query: { pk: keyOf(firstOfMux).pk, from: keyOf(firstOfMux).sk, through: keyOf(lastOfMux).sk } };
  };
  const make = (
    operationId: OperationId,
    contributes: Contribution[],
    more: { note?: string; params?: Record<string, string>; query?: Record<string, string> } = {},
  ): ReadCase => ({
    name: `${operationId}${more.note ? `, ${more.note}` : ''}, ${qubits} qubits`,
    operationId,
    projectId,
    contributes,
    params: { chip_id: chipId, ...more.params },
    ...(more.query ? { query: more.query } : {}),
  });
  const window = { as_of: '2026-03-01', within_days: '60' };
  const edits = sampleKeys.edits(projectId, { kind: 'qubit', id: '0' });
  return [
    make('getChip', [chip, allQubits, allCouplings]),
    make('exportChip', [chip, allQubits, allCouplings]),
    make('exportChipParameters', [chip, allQubits, allCouplings], { query: { format: 'qibolab' } }),
    make('exportChip', asOfThen, { note: 'as of the past', query: { as_of: asOf } }),
    make('getChip', [chip], { note: 'without maps', query: { include: 'none' } }),
    make('getChip', asOfThen, { note: 'as of the past', query: { as_of: asOf } }),
    make('getChipQubit', asOfThen, { note: 'as of the past', params: { qid: '0' }, query: { as_of: asOf } }),
    make('getChipDeletionImpact', [
      chip,
      { get: [chipKeys.statistics(projectId, chipId)] },
      { query: noteKeys.counts(projectId, chipId) },
      { get: [noteKeys.countOfAll(projectId, chipId)] },
    ]),
    make('listChipDays', [
      chip,
      { get: [chipKeys.statistics(projectId, chipId)] },
      { query: dayKeys.openDays(projectId, chipId) },
      { query: dayKeys.chipDays(projectId, chipId) },
    ]),
    make('getChipDay', [chip, allQubits, allCouplings], { note: 'today', params: { date } }),
    make(
      'listQubitDays',
      [chip, aQubit, { query: taskKeys.daysOf(projectId, chipId, { kind: 'qubit', id: '0' }) }, unsettled],
      { params: { qid: '0' } },
    ),
    make(
      'listCouplingDays',
      [chip, aCoupling, { query: taskKeys.daysOf(projectId, chipId, { kind: 'coupling', id: '0-1' }) }, unsettled],
      { params: { coupling_id: '0-1' } },
    ),
    make('listChipMuxes', [chip, definitions, ...standardTasks.map(latestOnQubits)]),
    make('getChipMux', [chip, definitions, ...standardTasks.map(latestInMux)], { params: { mux_id: '0' } }),
    make('listChipQubits', [chip, { ...allQubits, limit: 50 }]),
    make('listChipQubits', [chip, allQubits], { note: 'all', query: { limit: '1024' } }),
    make('listChipCouplings', [chip, { ...allCouplings, limit: 100 }]),
    make('getChipQubit', [chip, aQubit], { params: { qid: '0' } }),
    make('getChipCoupling', [chip, aCoupling], { params: { coupling_id: '0-1' } }),
    make('getManualEdits', [{ query: { index: 'gsi4', pk: edits } }, ...headOf(projectId, 'gsi4', edits)], {
      params: { qid: '0' },
    }),
    make('listHeldMeasurements', [chip, { query: { index: 'gsi2', pk: sampleKeys.allHeld(projectId, chipId) } }], {
      query: { chip_id: chipId },
    }),
    make('getChipMetrics', [chip, allQubits, allCouplings]),
    make('getChipMetricsSummary', [chip, allQubits, allCouplings]),
    make('getAvailableSeedParameters', [chip, allQubits, allCouplings]),
    make('getChipMetricHeatmap', [chip, allQubits, allCouplings], { params: { metric: 't1' } }),
    make('getChipMetrics', [chip, allQubits, allCouplings], { note: 'of one metric', query: { metrics: 't1' } }),
    make('getChipMetrics', [chip, allQubits, allCouplings], { note: 'within a day', query: { within_hours: '24' } }),
    make('getChipMetrics', asOfThen, { note: 'as of the past', query: { as_of: asOf } }),
    make('getChipMetrics', [chip, ...spans, ...measured.flatMap(rolledUntil)], {
      note: 'best of all time until then',
      query: { as_of: asOf, selection_mode: 'best' },
    }),
    make(
      'getChipMedians',
      [
        ...[chip, ...spans],
        ...measured.map((metric): Contribution => {
          const { pk } = rollUpKeys.all(projectId, chipId, metric);
          return { query: { pk, from: rollUpKeys.prefix('month', '0'), through: rollUpKeys.prefix('month', '9') } };
        }),
      ],
      { note: 'of days without values', query: { timezone: 'Asia/Tokyo' } },
    ),
    make('getChipHealth', [chip, allQubits, allCouplings], { query: { couplings: 'true' } }),
    make('getChipHealth', asOfThen, { note: 'as of the past', query: { as_of: asOf } }),
    make('getChipBestPatch', [chip, allQubits, allCouplings], { note: 'of 10', query: { size: '10' } }),
    make('getChipBestPatch', [chip, allQubits, allCouplings], {
      note: 'of 64 at most',
      query: { size: String(Math.min(64, qubits)) },
    }),
    make('getChipDifferences', asOfThen, { note: 'since the past', query: { as_of_before: asOf } }),
    make(
      'getChipOverview',
      [
        ...asOfThen,
        ...runsOfChip,
        { get: [runKeys.queue(projectId)] },
        { query: scheduleKeys.schedules(projectId) },
        { query: { ...noteEventKeys.ofChip(projectId, chipId), from: asOf, through: '~' } },
      ],
      { note: 'since the past', query: { since: asOf } },
    ),
    make(
      'getChipOverview',
      [
        ...[...asOfThen, ...measured.flatMap(rolledUntil), ...runsOfChip],
        { query: dayKeys.chipDays(projectId, chipId) },
        { query: { ...noteEventKeys.ofChip(projectId, chipId), from: '2', through: asOf } },
      ],
      {
        note: 'as of the past',
        query: { since: new Date(Date.parse(asOf) - 86_400_000).toISOString(), as_of: asOf },
      },
    ),
    make('getChipDrift', [
      chip,
      { query: openSpanKeys.all(projectId, chipId) },
      { query: sampleKeys.allDrift(projectId, chipId) },
      { get: [sampleKeys.driftDecisions(projectId, chipId)] },
    ]),
    make('getQubitMetricHistory', [chip, aQubit, marks('t1'), history({ kind: 'qubit', id: '0' }, 't1')], {
      params: { qid: '0' },
      query: { metric: 't1', ...window },
    }),
    make(
      'getCouplingMetricHistory',
      [chip, aCoupling, marks('cz_gate_fidelity'), history({ kind: 'coupling', id: '0-1' }, 'cz_gate_fidelity')],
      {
        params: { coupling_id: '0-1' },
        query: { metric: 'cz_gate_fidelity', ...window },
      },
    ),
  ];
}
