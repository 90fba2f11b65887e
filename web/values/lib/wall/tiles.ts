import type { TaskStatus } from '#shared/runs/rules/statuses.ts';
import { compareTargets } from '../../../chips/lib/map/target-order.ts';
import type { WallOrder } from './orders.ts';

/** A value that a task measured, in its stored unit. */
export interface MeasuredValue {
  value: number;
  error: number;
  unit: string;
}

/** A result from a list of latest results or from the tasks of a run; unknown fields are absent. */
export interface WallResult {
  task_id?: string | undefined;
  execution_id?: string | undefined;
  status: TaskStatus;
  message?: string | undefined;
  figure_path?: readonly string[] | undefined;
  r2?: number | null | undefined;
  end_at?: string | null | undefined;
  output_parameters?: Readonly<Record<string, MeasuredValue>> | undefined;
  excluded?: boolean | undefined;
}

/** One result of the wall: a figure with what was read from it. */
export interface WallTile {
  taskId: string;
  executionId: string;
  target: string;
  status: TaskStatus;
  message: string;
  figures: readonly string[];
  r2: number | null;
  endAt: string;
  outputs: Readonly<Record<string, MeasuredValue>>;
  isExcluded: boolean;
}

/** The tile of a result that completed or failed; undefined for a target that has none. */
export function tileOf(target: string, result: WallResult, executionId = result.execution_id): WallTile | undefined {
  const { task_id: taskId, status } = result;
  if (taskId === undefined || executionId === undefined || (status !== 'completed' && status !== 'failed'))
    return undefined;
  return {
    taskId,
    executionId,
    target,
    status,
    message: result.message ?? '',
    figures: result.figure_path ?? [],
    r2: result.r2 ?? null,
    endAt: result.end_at ?? '',
    outputs: result.output_parameters ?? {},
    isExcluded: result.excluded ?? false,
  };
}

/** How bad a fit is: a failure without R² before all, what completed without one last. */
const fitOf = ({ r2, status }: WallTile): number =>
  r2 ?? (status === 'failed' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);

/** Tiles in an order: the worst fit first, by position on the chip, or the oldest first. */
export function sortTiles(tiles: readonly WallTile[], order: WallOrder, lattice: ReadonlyMap<string, number>) {
  const place = ({ target }: WallTile) => lattice.get(target) ?? lattice.size;
  const byTarget = (a: WallTile, b: WallTile) => place(a) - place(b) || compareTargets(a.target, b.target);
  const compare: Record<WallOrder, (a: WallTile, b: WallTile) => number> = {
    worst: (a, b) => compareNumbers(fitOf(a), fitOf(b)) || byTarget(a, b),
    lattice: byTarget,
    age: (a, b) => a.endAt.localeCompare(b.endAt) || byTarget(a, b),
  };
  return [...tiles].sort(compare[order]);
}

/** Two infinities differ by NaN. */
const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a - b);
