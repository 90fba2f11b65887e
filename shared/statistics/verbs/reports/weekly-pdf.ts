import { couplingId } from '../../../chips/rules/coupling-id.ts';
import { findTopology } from '../../../chips/verbs/topologies.ts';
import type { ReportedMetric } from '../../../devices/rules/export/pdf/metrics-report.ts';
import { type ReportLine, type ReportSection, weeklyReport } from '../../../devices/rules/export/pdf/weekly-report.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { wallClock, writeDay } from '../../../kernel/rules/calendar.ts';
import { notToCome } from '../../../kernel/rules/time-range.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import { describeValue, metricDisplay } from '../../../values/rules/cell/display.ts';
import { formatShare, formatSigma } from '../../../values/rules/cell/quantity.ts';
import { isGateFidelity } from '../../../values/rules/gate-keys.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';
import { chipMetrics } from '../../../values/verbs/chip-metrics.ts';
import { readMeasuredChip } from '../../../values/verbs/measured-chip.ts';
import { reportedMetrics } from '../../../values/verbs/reported-metrics.ts';
import type { Difference } from '../../rules/differences/compared.ts';
import { levelsText } from '../../rules/drift/levels.ts';
import { metricFor } from '../../rules/health/quantities.ts';
import { type ChipDrift, readDrift } from '../drift/read-drift.ts';
import { type ChipOverview, chipOverview } from '../overview/chip-overview.ts';

const WEEK_MS = 7 * 86_400_000;
/** More notes than a report has room for. */
const MOST_NOTES = 60;

/**
 * A week of a chip as a report to print (rule EXPORT-14).
 * @param options.asOf its end; now unless given.
 * @throws ServiceError `not-found` for the chip.
 */
export async function weeklyPdf(
  ctx: ProjectContext,
  chipId: string,
  { asOf, timeZone }: { asOf: string | undefined; timeZone: string },
): Promise<Uint8Array> {
  const now = nowOf(ctx);
  const until = notToCome(asOf, now);
  const since = new Date(Date.parse(until) - WEEK_MS).toISOString();
  const measured = await readMeasuredChip(ctx, chipId);
  const [overview, metrics, drift] = await Promise.all([
    chipOverview(ctx, measured, { since, asOf, notes: MOST_NOTES }),
    chipMetrics(ctx, chipId, { asOf }),
    until < now ? undefined : readDrift(ctx, chipId),
  ]);
  const { chip } = metrics;
  const topology = chip.topologyId === undefined ? undefined : await findTopology(ctx, ctx.projectId, chip.topologyId);
  const moment = (instant: string) => wallClock(instant, timeZone).slice(0, 16).replace('T', ' ');
  const day = (instant: string) => writeDay(wallClock(instant, timeZone).slice(0, 10));
  return weeklyReport({
    chipId,
    week: `${day(since)} to ${day(until)}`,
    facts: factsOf(overview, `${moment(until)} ${timeZone}`),
    sections: [
      changesSection(overview),
      driftSection(drift),
      runsSection(overview, moment),
      notesSection(overview, moment),
    ],
    maps: mapsOf([
      ...reportedMetrics('qubit', metrics.qubit, metrics.qubitCoverage, chip.qubitCount),
      ...reportedMetrics('coupling', metrics.coupling, metrics.couplingCoverage, chip.couplingCount),
    ]),
    positions: topology?.qubits ?? {},
    couplings: (topology?.couplings ?? []).map(([a, b]) => [couplingId(a, b, topology?.directed ?? false), a, b]),
  });
}

function factsOf({ chip, faulty, held, failed, stale, cooldown }: ChipOverview, at: string): string[] {
  const waiting = held === undefined ? '' : `; held: ${held.length}`;
  const cold = cooldown ? `; cool-down ${cooldown.record.cooldownId}` : '';
  return [
    `As of ${at}. ${chip.qubitCount} qubits, ${chip.couplingCount} couplings${cold}.`,
    `Stale values: ${stale}; faulty: ${faulty.length}${waiting}; tasks whose newest result failed: ${failed.failures.length}.`,
  ];
}

const nameOf = (kind: MetricTarget, id: string): string => (kind === 'qubit' ? `Q${id}` : id);
const displayOf = (kind: MetricTarget, metric: string) => metricDisplay(describeMetric(metric, kind));

function changesSection({ changed, totals }: ChipOverview): ReportSection {
  return {
    title: `Changes (${changed.length})`,
    columns: [
      ['Target', 65],
      ['Metric', 130],
      ['Before', 105],
      ['After', 105],
      ['Change', 60],
      ['Score', 50],
    ],
    lines: changed.map(changeLine),
    total: changed.length,
    empty: `Nothing beyond 3 sigma in ${totals.scored} values.`,
  };
}

function changeLine({ target, metric, before, after, relativeChange, judged }: Difference): ReportLine {
  const display = displayOf(target.kind, metric);
  const written = (side: Difference['before']) => {
    if (!side || side.value === null) return side ? 'faulty' : 'none';
    return describeValue(display, { value: side.value, error: side.error ?? null, unit: side.unit });
  };
  return [
    nameOf(target.kind, target.id),
    display.title,
    written(before),
    `${written(after)}${after?.isHeld ? ' (held)' : ''}`,
    relativeChange === undefined ? '' : formatShare(relativeChange),
    judged ? formatSigma(judged.z) : '',
  ];
}

function driftSection(drift: ChipDrift | undefined): ReportSection {
  const alerts = drift?.alerts.filter(({ state, mute }) => state === 'alert' && !mute) ?? [];
  return {
    title: `Drift (${alerts.length})`,
    columns: [
      ['Target', 65],
      ['Metric', 130],
      ['Level', 180],
      ['Since', 120],
    ],
    lines: alerts.map((alert) => {
      const display = displayOf(alert.kind, alert.metric);
      const target = alert.target === undefined ? 'whole chip' : nameOf(alert.kind, alert.target);
      return [target, display.title, levelsText(alert, display), writeDay(alert.since)];
    }),
    total: alerts.length,
    empty: drift ? 'No active drift alert.' : 'Drift alerts show the present only.',
  };
}

function runsSection({ runs }: ChipOverview, moment: (instant: string) => string): ReportSection {
  return {
    title: `Runs (${runs.runs.length}${runs.all ? '' : ' or more'})`,
    columns: [
      ['Run', 90],
      ['Name', 170],
      ['Status', 70],
      ['Started', 100],
      ['Message', 85],
    ],
    lines: runs.runs.map(({ executionId, name, status, startAt, message }) => [
      ...[executionId, name, status, startAt === undefined ? 'never started' : moment(startAt), message],
    ]),
    total: runs.runs.length,
    empty: 'No run.',
  };
}

function notesSection({ notes }: ChipOverview, moment: (instant: string) => string): ReportSection {
  const written = notes.newest.filter(({ action }) => action === 'upsert');
  return {
    title: `Notes (${notes.total}${notes.countedAll ? '' : ' or more'})`,
    columns: [
      ['Written', 95],
      ['By', 75],
      ['About', 70],
      ['Note', 275],
    ],
    lines: written.map(({ createdAt, actor, scope, targetId, content }) => [
      ...[moment(createdAt), actor, scope.startsWith('qubit') ? `Q${targetId}` : targetId],
      content.replaceAll(/\s+/g, ' '),
    ]),
    total: notes.total - (notes.newest.length - written.length),
    empty: 'No note.',
  };
}

/** The relaxation of the qubits, and the gate that most couplings have. */
function mapsOf(metrics: readonly ReportedMetric[]): ReportedMetric[] {
  const sizeOf = (key: string, kind: MetricTarget) =>
    metrics.find(({ definition }) => definition.key === key && definition.target === kind)?.values.size ?? 0;
  const relaxation = metricFor('relaxation', (kind, metric) => sizeOf(metric, kind)).metric.key;
  const [gate] = metrics
    .filter(({ definition: { key, target } }) => target === 'coupling' && isGateFidelity(key))
    .toSorted((a, b) => b.values.size - a.values.size);
  const qubits = metrics.filter(({ definition: { key, target } }) => target === 'qubit' && key === relaxation);
  return [...qubits, ...(gate ? [gate] : [])].filter(({ values }) => values.size > 0);
}
