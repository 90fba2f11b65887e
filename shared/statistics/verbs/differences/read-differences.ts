import { reverseCouplingId } from '../../../chips/rules/coupling-id.ts';
import { byKind } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import { readChip, readTargets } from '../../../chips/verbs/read-chip.ts';
import { getCooldowns } from '../../../cooldowns/store/cooldowns.ts';
import { once } from '../../../kernel/concurrency.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { type MeasuredSpans, readMeasuredSpans } from '../../../values/verbs/range-roll-ups.ts';
import { currentReadings, type HeldReading, heldReadings, type Reading } from '../../../values/verbs/readings.ts';
import { alignSides } from '../../rules/differences/align-sides.ts';
import type { ComparedCell, Difference, MetricShift, UnalignedSide } from '../../rules/differences/compared.ts';
import { judgeDifferences } from '../../rules/differences/judge-differences.ts';
import { Stretches } from '../../rules/differences/stretches.ts';
import { type DifferenceTotals, totalsOf } from '../../rules/differences/totals.ts';
import { mayDiffer, readHistory } from './history.ts';
import { readingsAsOf, type SideValue, sideValues } from './side-values.ts';
import { type FoundSide, findSide, refuseSame, type SideRequest } from './sides.ts';
import { withTaskNames } from './task-names.ts';

/** Which sides are compared, and what of them. */
export interface DifferencesRequest {
  before: SideRequest;
  after: SideRequest;
  /** What is listed and counted; all unless given. Changes are judged over the whole chip (rule DIFF-10). */
  metrics?: readonly string[] | undefined;
  targets?: readonly string[] | undefined;
}

/** What differs between two sides of a chip. */
export interface ChipDifferences {
  chip: ChipRecord;
  before: FoundSide;
  after: FoundSide;
  /** Ranked (rule DIFF-8). */
  differences: Difference[];
  shifts: MetricShift[];
  totals: DifferenceTotals;
}

/**
 * What differs between two sides of a chip, each change judged by its natural fluctuation (rules DIFF-1 to DIFF-9). Three
 * sequential reads: what there is, the sides, and the history of what differs.
 * @throws ServiceError `not-found`, `unknown-reference` and `invalid` for the chip and the sides.
 */
export async function readDifferences(
  ctx: ProjectContext,
  chipId: string,
  request: DifferencesRequest,
): Promise<ChipDifferences> {
  refuseSame(request.before, request.after);
  const [chip, spans, before, after] = await Promise.all([
    readChip(ctx, chipId),
    readMeasuredSpans(ctx.db, ctx.projectId, chipId),
    findSide(ctx, chipId, request.before),
    findSide(ctx, chipId, request.after),
  ]);
  return compareSides(ctx, chipReads(ctx, chip, spans), { ...request, before, after });
}

/** How the newest held value of each series differs from the value that counts, judged as any change of the chip. */
export async function heldDifferences(ctx: ProjectContext, chipId: string): Promise<Difference[]> {
  const [chip, spans] = await Promise.all([readChip(ctx, chipId), readMeasuredSpans(ctx.db, ctx.projectId, chipId)]);
  const through = nowOf(ctx);
  const before = { kind: 'instant', through, countedOnly: true } as const;
  const after = { kind: 'instant', through } as const;
  const { differences } = await compareSides(ctx, chipReads(ctx, chip, spans), { before, after });
  return differences.filter((one) => one.after?.isHeld);
}

/** What several reads of one chip share: each is made once, when it is first asked for. */
export interface ChipReads {
  chip: ChipRecord;
  spans: MeasuredSpans;
  targets: () => ReturnType<typeof readTargets>;
  current: () => Promise<readonly Reading[]>;
  held: () => Promise<readonly HeldReading[]>;
  /** What was newest at an instant. */
  asOf: (instant: string, firstDays?: number) => Promise<readonly Reading[]>;
  cooldowns: () => ReturnType<typeof getCooldowns>;
}

export function chipReads(ctx: ProjectContext, chip: ChipRecord, spans: MeasuredSpans): ChipReads {
  const targets = once(() => readTargets(ctx, chip));
  const current = once(async () =>
    Object.values(await targets())
      .flat()
      .flatMap(currentReadings),
  );
  // What was measured only, by choice, takes part in nothing.
  const held = once(async () =>
    heldReadings(Object.values(await targets()).flat()).filter(({ because }) => because !== 'measured_only'),
  );
  const instants = new Map<string, Promise<readonly Reading[]>>();
  return {
    ...{ chip, spans, targets, current, held },
    asOf: (through, firstDays) => {
      const begun = instants.get(through) ?? readingsAsOf({ ctx, chip, spans }, current, { through, firstDays });
      instants.set(through, begun);
      return begun;
    },
    cooldowns: once(() => getCooldowns(ctx.db, ctx.projectId, chip.cooldownIds ?? [])),
  };
}

/**
 * The differences between two sides of a chip, all read before: first the sides, then the history of the differences.
 * @param request.firstDays see `latestReadings`, for an earlier side that is an instant: its second look runs with the
 * history
 */
export async function compareSides(
  ctx: ProjectContext,
  reads: ChipReads,
  request: Pick<DifferencesRequest, 'metrics' | 'targets'> & {
    before: FoundSide;
    after: FoundSide;
    firstDays?: number;
  },
): Promise<ChipDifferences> {
  const { before, after } = request;
  const reader = { ...reads, ctx };
  const isForward = before.kind === 'instant' && before.through < after.through;
  const [from, to] = [sideValues(reader, before, request.firstDays), sideValues(reader, after)];
  const cells = Promise.all([from, to]).then((sides) => alignSides(cellsOf(...sides)));
  const judged = async () => {
    const [cooldowns, values] = await Promise.all([reads.cooldowns(), to]);
    const stretches = new Stretches(cooldowns);
    const candidates = isForward ? values.filter((one) => one.side.at > before.through && mayDiffer(one)) : undefined;
    const later = before.through > after.through ? before : after;
    const [history, named] = await Promise.all([
      readHistory(reader, { cells, candidates, stretches, later }),
      cells.then((all) => withTaskNames(ctx, all)),
    ]);
    return judgeDifferences(named, history, stretches);
  };
  const [all] = await Promise.all([judged(), cells]);
  const differences = all.differences.filter((one) => isInView(one, request));
  const shifts = all.shifts.filter(({ metric }) => !request.metrics || request.metrics.includes(metric));
  return { chip: reads.chip, before, after, differences, shifts, totals: totalsOf(differences) };
}

function cellsOf(before: readonly SideValue[], after: readonly SideValue[]): UnalignedCell[] {
  const cells: UnalignedCell[] = [];
  // By kind, metric and id: a chip has thousands of cells, and a name put together of all three is dear.
  const known = byKind(() => new Map<string, CellsById>());
  const add = (name: 'before' | 'after', values: readonly SideValue[]) => {
    for (const { metric, target, side } of values) {
      const ofMetric = known[target.kind].get(metric) ?? new Map<string, UnalignedCell>();
      known[target.kind].set(metric, ofMetric);
      let cell = ofMetric.get(target.id);
      if (!cell) {
        cell = { metric, target: { kind: target.kind, id: target.id } };
        ofMetric.set(target.id, cell);
        cells.push(cell);
      }
      cell[name] = side;
    }
  };
  add('before', before);
  add('after', after);
  return cells;
}

type UnalignedCell = ComparedCell<UnalignedSide>;
type CellsById = Map<string, UnalignedCell>;

/** A coupling is meant by its reversed id too. */
const isInView = (
  { metric, target }: Pick<ComparedCell, 'metric' | 'target'>,
  { metrics, targets }: Pick<DifferencesRequest, 'metrics' | 'targets'>,
): boolean =>
  (!metrics || metrics.includes(metric)) &&
  (!targets || targets.includes(target.id) || targets.some((id) => reverseCouplingId(id) === target.id));
