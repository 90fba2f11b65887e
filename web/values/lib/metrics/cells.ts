import { drawValue, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { spellQuantity } from '#shared/values/rules/cell/quantity.ts';
import { type CellState, type Coverage, coverageOf } from '#shared/values/rules/cell/state.ts';
import type { HeldCell, MetricCell, TargetKind } from '../../../ui/lib/api/wire.ts';
import { ordinal } from '../../../ui/lib/format/words.ts';
import { besideValues } from './beside-values.ts';
import { isMeasuredOnly, measuredOnlyText } from './listed-metrics.ts';

/** The data of one target for a map, a distribution and a table. `drawn` is null without a number. */
export interface MapCell {
  target: string;
  state: CellState;
  drawn: number | null;
  /** Uncertainty in drawn units. */
  spread: number | null;
  calibratedAt: string | null;
  ageSeconds: number | null;
  /** The run that measured it, and its task; null for a value that no run made. */
  executionId: string | null;
  taskId: string | null;
  /** Where the value came from: `import`, `manual`, `task` or `simulator`; null for none. */
  source: string | null;
  /** Place among the targets with a number, the best first; null where neither end is good. */
  rank: number | null;
  /** A value that is not drawn among the others, in words, because of its unit or its number; `drawn` is then null. */
  foreign: string | null;
  /** The metric cannot have the number (rule METRIC-4). */
  isImpossible?: true;
  /** A newer value that the write gate holds, with why, in words; null for none (rule GATE-3). */
  held: string | null;
  /** Why it is held, as the service names it. */
  heldBecause?: string;
  /** The held value in drawn units: the cell is hollow and shows it, and `drawn` still counts (rule MAP-25). */
  hollow?: { drawn: number; spread: number | null; at: string; taskId: string | null };
  /**
   * How many values it was taken from, and the share by which luck alone lifts the best of so many; absent without a
   * view.
   */
  tries?: { n: number; luck: number | null };
  /** The texts to show instead, if the number that is drawn is not a value of the metric. */
  words?: { value: string; figure: string };
}

/** Counts of the states and of values older than a week. */
export interface CellCounts extends Coverage {
  olderThanWeek: number;
  /** Values in a unit of another kind, which are listed and not drawn. */
  foreign: number;
  /** Values that their metric cannot have, which are listed and not drawn. */
  impossible: number;
}

const weekSeconds = 7 * 86400;

/** The content of a cell without data. */
export const unknownCell = {
  drawn: null,
  spread: null,
  calibratedAt: null,
  ageSeconds: null,
  executionId: null,
  taskId: null,
  source: null,
  rank: null,
  foreign: null,
  held: null,
};

/**
 * A cell for every target, in the order of `targets`; one without an answer of the service is missing.
 * @param waiting the held values of the metric.
 */
export function mapCells(
  targets: readonly string[],
  answered: Readonly<Record<string, MetricCell>>,
  display: MetricDisplay,
  waiting: readonly HeldCell[] = [],
): MapCell[] {
  const ofTarget = new Map(waiting.map((value) => [value.qid, value]));
  const cells = targets.map((target): MapCell => {
    const cell = answered[target];
    const held = heldMarks(ofTarget.get(target), display);
    if (!cell) return { ...unknownCell, target, ...held, state: 'missing' };
    const known = {
      ...unknownCell,
      target,
      ...held,
      state: cell.state,
      calibratedAt: cell.calibrated_at,
      ageSeconds: cell.age_seconds,
      executionId: cell.execution_id,
      taskId: cell.task_id,
      source: cell.source,
      tries: { n: cell.n, luck: cell.luck },
    };
    if (cell.value === null) return known;
    const value = drawValue(display, { value: cell.value, error: cell.stddev, unit: cell.unit });
    if (!value.isForeign) return { ...known, drawn: value.drawn, spread: value.spread };
    const foreign = spellQuantity(value.drawn, value.spread, value.unit);
    return { ...known, foreign, ...(value.isImpossible && { isImpossible: true }) };
  });
  return ranked(beside(cells, display), display);
}

function beside(cells: MapCell[], { unit }: MetricDisplay): MapCell[] {
  const places = besideValues(
    cells.map(({ drawn }) => ({ value: drawn })),
    unit,
  );
  return cells.map((cell, n) => ({ ...cell, drawn: places[n]?.value ?? null }));
}

/** A value that waits, and why. */
function heldMarks(
  waiting: HeldCell | undefined,
  display: MetricDisplay,
): Pick<MapCell, 'held' | 'heldBecause' | 'hollow'> {
  if (!waiting) return { held: null };
  const { value, error, unit, because, reason } = waiting;
  const drawn = drawValue(display, { value, error, unit });
  const text = spellQuantity(drawn.drawn, drawn.spread, drawn.isForeign ? drawn.unit : display.unit);
  const isChosen = isMeasuredOnly({ state: 'held', because });
  if (isChosen) return { held: `${text} is ${measuredOnlyText}`, heldBecause: because };
  const { measured_at: at, task_id: taskId } = waiting;
  const hollow = { drawn: drawn.drawn, spread: drawn.spread, at, taskId };
  return { held: `${text} is held: ${reason}`, heldBecause: because, ...(!drawn.isForeign && { hollow }) };
}

function ranked(cells: MapCell[], { better }: MetricDisplay): MapCell[] {
  if (better === 'neither') return cells;
  const values = drawnValues(cells).sort((a, b) => (better === 'higher' ? b - a : a - b));
  // Equal values share the first of their places.
  const places = new Map<number, number>();
  values.forEach((value, index) => {
    if (!places.has(value)) places.set(value, index + 1);
  });
  return cells.map((cell) => (cell.drawn === null ? cell : { ...cell, rank: places.get(cell.drawn) ?? null }));
}

/** Whether a value is the simulator's (rule SIM-1). */
export const isSimulated = ({ source }: Pick<MapCell, 'source'>): boolean => source === 'simulator';

/** Whether all numbers of a layer are the simulator's: then the layer says so once. */
export function isAllSimulated(cells: readonly MapCell[]): boolean {
  const drawn = cells.filter((cell) => cell.drawn !== null);
  return drawn.length > 0 && drawn.every(isSimulated);
}

/** The numbers among cells: neither faulty nor missing ones (rule MAP-5). */
export const drawnValues = (cells: readonly MapCell[]): number[] =>
  cells.flatMap((cell) => (cell.drawn === null ? [] : [cell.drawn]));

export function countCells(cells: readonly MapCell[]): CellCounts {
  return {
    ...coverageOf(cells, cells.length),
    olderThanWeek: cells.filter((cell) => cell.drawn !== null && (cell.ageSeconds ?? 0) > weekSeconds).length,
    foreign: cells.filter((cell) => cell.foreign !== null && !cell.isImpossible).length,
    impossible: cells.filter((cell) => cell.isImpossible).length,
  };
}

/** Coverage in words, with what there is: `0 of 133 fresh (24 h), 133 stale, 54 older than 7 days`. */
export function coverageText(counts: Omit<CellCounts, 'share' | 'foreign' | 'impossible'>, policy: string): string {
  const others = [
    [counts.stale, 'stale'],
    [counts.olderThanWeek, 'older than 7 days'],
    [counts.missing, 'missing'],
    [counts.faulty, 'faulty'],
  ] as const;
  const said = others.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return [`${counts.fresh} of ${counts.total} fresh (${policy})`, ...said].join(', ');
}

/** What a distribution counts: `N = 125 of 133 (6 missing, 2 faulty)` (rule CDF-4). */
export function populationText(counts: CellCounts): string {
  const left = [
    counts.missing > 0 ? `${counts.missing} missing` : '',
    counts.faulty > 0 ? `${counts.faulty} faulty` : '',
    counts.foreign > 0 ? `${counts.foreign} in another unit` : '',
    counts.impossible > 0 ? `${counts.impossible} impossible` : '',
  ].filter(Boolean);
  const present = counts.fresh + counts.stale - counts.foreign - counts.impossible;
  return `N = ${present} of ${counts.total}${left.length > 0 ? ` (${left.join(', ')})` : ''}`;
}

/** A place in words: `112th of 133`; empty without one. */
export const rankText = (cell: MapCell, present: number): string =>
  cell.rank === null ? '' : `${ordinal(cell.rank)} of ${present}`;

/** The label of a target: `Q17`, `coupler 0-1`; a coupling has its id. */
export const targetLabel = (kind: TargetKind, id: string): string =>
  kind === 'qubit' ? `Q${id}` : kind === 'coupling' ? id : `${kind} ${id}`;
