import { targetName } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { taskResultEntity } from '../../../results/store/task-results.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import { median } from '../../../values/rules/statistics.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';
import { sealQuantity } from '../../../values/rules/units/quantity.ts';
import { latestReadings } from '../../../values/verbs/latest-readings.ts';
import { type MeasuredDays, measuredDays } from '../../../values/verbs/measured-days.ts';
import type { MeasuredSpans } from '../../../values/verbs/range-roll-ups.ts';
import { currentReadings, type HeldReading, type Reading } from '../../../values/verbs/readings.ts';
import { pointsOfDays } from '../../rules/day-summary.ts';
import type { UnalignedSide } from '../../rules/differences/compared.ts';
import { singleValue as rangeValueOf } from '../../rules/range-value.ts';
import { scaleOf } from '../../rules/scale.ts';
import type { FoundSide } from './sides.ts';

/** What a side has of a metric on a target. */
export interface SideValue {
  metric: string;
  target: { kind: MetricTarget; id: string };
  side: UnalignedSide;
}

/** What sides are read by. */
export interface SideReader {
  ctx: ProjectContext;
  chip: ChipRecord;
  spans: MeasuredSpans;
  /** What was newest at an instant (see `latestReadings`): read once, however many sides need it. */
  asOf: (instant: string, firstDays?: number) => Promise<readonly Reading[]>;
  /** What waits to be accepted and is newer than what counts. */
  held: () => Promise<readonly HeldReading[]>;
}

/** The values of a side (rule DIFF-2), in one read; with `firstDays` (see `latestReadings`) in two. */
export async function sideValues(reader: SideReader, side: FoundSide, firstDays?: number): Promise<SideValue[]> {
  switch (side.kind) {
    case 'instant': {
      const [readings, held] = await Promise.all([reader.asOf(side.through, firstDays), reader.held()]);
      const waiting = side.countedOnly ? [] : held.filter(({ at }) => at <= side.through);
      return withHeld(readings.map(singleValue), waiting.map(heldValue));
    }
    case 'day':
      return side.day.targets.flatMap((one) => currentReadings({ ...one, ...one.target })).map(singleValue);
    case 'execution': {
      const { executionId } = side.execution;
      const [values, held] = await Promise.all([
        windowsOf(reader, { ...side, executionId }),
        heldOfRun(reader, executionId, side),
      ]);
      return withHeld(values, held.map(heldValue));
    }
    case 'cooldown':
      return windowsOf(reader, side);
  }
}

/** What was newest at an instant (rule METRIC-9). */
export const readingsAsOf = (
  { ctx, chip, spans }: Omit<SideReader, 'asOf' | 'held'>,
  current: () => Promise<readonly Reading[]>,
  range: { through: string; firstDays: number | undefined },
): Promise<readonly Reading[]> => latestReadings({ db: ctx.db, chip, spans: async () => spans, current }, range);

function singleValue({ metric, target, quantity, isFaulty, at, source, executionId, taskId, n }: Reading): SideValue {
  const side = { quantity, isFaulty, at, source, executionId, taskId, n, days: [at.slice(0, 10)] };
  return { metric, target, side };
}

/** A held value is a single value of its time, and is named as held (rule DIFF-12). */
function heldValue({ metric, target, value, unit, error, at, taskId }: HeldReading): SideValue {
  const quantity = sealQuantity({ value, unit, ...(error === undefined ? {} : { error }) });
  const origin = { source: undefined, executionId: undefined, taskId };
  return {
    metric,
    target,
    side: { ...origin, quantity, isFaulty: false, at, n: 1, days: [at.slice(0, 10)], isHeld: true },
  };
}

/** Values in which each held one takes the place of what is older. */
function withHeld(values: readonly SideValue[], held: readonly SideValue[]): SideValue[] {
  if (held.length === 0) return [...values];
  const newest = new Map(values.map((one) => [seriesName(one), one]));
  for (const one of held) {
    const counted = newest.get(seriesName(one));
    if (!counted || counted.side.at < one.side.at) newest.set(seriesName(one), one);
  }
  return [...newest.values()];
}

/** A series of a chip: its target and its metric. */
export const seriesName = ({ metric, target }: Pick<SideValue, 'metric' | 'target'>): string =>
  `${targetName(target)} ${metric}`;

/** The held values that a run measured. */
async function heldOfRun(
  { ctx, held }: SideReader,
  executionId: string,
  { from, through }: { from: string; through: string },
): Promise<HeldReading[]> {
  const within = (await held()).flatMap((one) =>
    one.taskId !== undefined && one.at >= from && one.at <= through ? [{ one, taskId: one.taskId }] : [],
  );
  const keys = within.map(({ taskId }) => taskKeys.result(ctx.projectId, taskId));
  const items = await batchGetItems(ctx.db, keys);
  return within.flatMap(({ one }, n) => {
    const item = items[n];
    return item && taskResultEntity.decode(item).executionId === executionId ? [one] : [];
  });
}

async function windowsOf(
  { ctx, chip, spans }: SideReader,
  { from, through, executionId }: { from: string; through: string; executionId?: string },
): Promise<SideValue[]> {
  const all = new Set(spans.series.map(({ metric }) => metric));
  const measured = await measuredDays(ctx.db, chip, spans, { from, through, metrics: all, executionId });
  return measured.map(windowValue);
}

/** A window is stood for by the median of its day points; a single value in it, or none that is usable, by the newest. */
function windowValue({ metric, target, days, newest }: MeasuredDays): SideValue {
  const definition = describeMetric(metric, target.kind);
  const scale = scaleOf(definition);
  const points = pointsOfDays(days);
  const isNegative = points.at(-1)?.isNegative === true;
  const counted = points.filter((point) => (point.isNegative === true) === isNegative);
  const y = median(counted.map((point) => point.y));
  const n = counted.reduce((total, point) => total + point.n, 0);
  const { side } = singleValue({ metric, target, ...rangeValueOf(newest), n });
  const own = { ...side, days: days.map(([day]) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`) };
  // The newest of a window may be a faulty mark: what was measured before it stands for the window still.
  if (y === undefined) return { metric, target, side: own };
  const window = { y, points: counted.length };
  if (n === 1 && !side.isFaulty) return { metric, target, side: { ...own, window } };
  const value = scale.fromScale(y) * (isNegative ? -1 : 1);
  const quantity = sealQuantity({ value, unit: definition.storedUnit });
  const middle = { quantity, isFaulty: false, taskId: undefined };
  return { metric, target, side: { ...own, ...middle, window, n } };
}
