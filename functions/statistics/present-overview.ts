import type { TaskRow } from '#shared/results/store/task-results.ts';
import type { TaskStatus } from '#shared/runs/rules/statuses.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import {
  overviewExpired,
  overviewFailure,
  overviewHeld,
  overviewRun,
} from '#shared/statistics/contract/schemas/overview.ts';
import type { Expired } from '#shared/statistics/rules/overview/expired.ts';
import type { ChipOverview } from '#shared/statistics/verbs/overview/chip-overview.ts';
import type { ComingRun } from '#shared/statistics/verbs/overview/next-run.ts';
import { gateWords } from '#shared/values/rules/gate-mark.ts';
import { heldIdText } from '#shared/values/rules/held-id.ts';
import { openQuantity } from '#shared/values/rules/units/quantity.ts';
import type { HeldReading, Reading } from '#shared/values/verbs/readings.ts';
import { present } from '../http/present.ts';
import { presentNoteEvent } from '../notes/present.ts';
import { presentDifference, presentShift, presentTotals } from './present-differences.ts';

/** The overview of a chip on the wire: each list is cut at the limit and carries its total count. */
export function presentOverview(found: ChipOverview, { since, limit }: { since: string; limit: number }) {
  const { chip, cooldown, runs, failed, notes } = found;
  const listed = <T, U>(all: readonly T[], present: (one: T) => U) => ({
    total: all.length,
    items: all.slice(0, limit).map(present),
  });
  return {
    chip_id: chip.chipId,
    since,
    as_of: found.asOf,
    qubit_count: chip.qubitCount,
    coupling_count: chip.couplingCount,
    last_calibrated_at: chip.lastCalibratedAt ?? null,
    cooldown: cooldown
      ? {
          cooldown_id: cooldown.record.cooldownId,
          started_at: cooldown.record.startedAt,
          cryo_id: cooldown.record.cryoId,
          cryo_name: cooldown.cryostat?.name || null,
        }
      : null,
    changed: {
      ...listed(found.changed, presentDifference),
      totals: presentTotals(found.totals),
      shifts: found.shifts.map(presentShift),
    },
    failed: { ...listed(failed.failures, presentFailure), counted_all: failed.all },
    expired: {
      ...listed(found.expired, presentExpired),
      stale_total: found.stale,
      by_metric: found.expiredByMetric,
    },
    to_measure: found.toMeasure,
    faulty: {
      ...listed(found.faulty, ({ target, metric, at }) => ({ ...presentTarget({ target, metric }), marked_at: at })),
      by_metric: found.faultyByMetric,
    },
    held: found.held
      ? {
          ...listed(found.held, presentHeldValue),
          measured_only: found.held.filter(({ because }) => because === 'measured_only').length,
        }
      : null,
    runs: {
      ...listed(runs.runs, presentRun),
      counted_all: runs.all,
      failed: runs.runs.filter(({ status }) => status === 'failed').length,
      tasks: tasksOf(runs.runs),
      last: runs.last ? presentRun(runs.last) : null,
      next: found.next ? presentNext(found.next) : null,
    },
    notes: { total: notes.total, items: notes.newest.map(presentNoteEvent), counted_all: notes.countedAll },
    complete_until: failed.completeUntil,
  };
}

const presentTarget = ({ target, metric }: Pick<Reading, 'target' | 'metric'>) => ({
  kind: target.kind,
  target_id: target.id,
  metric,
});

const presentFailure = (row: TaskRow) =>
  present(overviewFailure, row, { task_name: row.name, target_id: row.qid, ended_at: row.endAt });

function presentExpired({ reading, expiredMs }: Expired<Reading>) {
  const { value, unit, error } = openQuantity(reading.quantity);
  return present(
    overviewExpired,
    { ...reading, unit, error },
    {
      ...presentTarget(reading),
      // Faulty marks do not expire, so this is a value.
      value: value as number,
      measured_at: reading.at,
      expired_at: new Date(expiredMs).toISOString(),
    },
  );
}

const presentHeldValue = (held: HeldReading) =>
  present(overviewHeld, held, {
    ...presentTarget(held),
    id: heldIdText(heldIdOf(held)),
    measured_at: held.at,
    reason: gateWords(held.because),
  });

const heldIdOf = ({ taskId, sampleId = '', at, metric, target: { kind, id } }: HeldReading) =>
  taskId === undefined ? { sampleId, at, metric, kind, target: id } : { taskId };

const presentRun = (run: ExecutionRecord) => present(overviewRun, run, { tasks: run.taskCounts });

function tasksOf(runs: readonly ExecutionRecord[]) {
  const sum: Partial<Record<TaskStatus, number>> = {};
  for (const { taskCounts } of runs)
    for (const [status, count] of Object.entries(taskCounts) as [TaskStatus, number][])
      sum[status] = (sum[status] ?? 0) + count;
  return sum;
}

const presentNext = (next: ComingRun) => ({
  kind: next.kind,
  flow_name: next.flowName,
  username: next.username,
  at: next.kind === 'scheduled' ? next.at : null,
  schedule_id: next.kind === 'scheduled' ? next.scheduleId : null,
});
