import { drawValue, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { spellQuantity } from '#shared/values/rules/cell/quantity.ts';
import { layerOf, type MapLayer } from '../../chips/lib/map/layers.ts';
import type { MapColours } from '../../chips/lib/map/ramps.ts';
import type { RunTask } from '../../ui/lib/api/wire.ts';
import { type MapCell, unknownCell } from '../../values/lib/metrics/cells.ts';

/** What a task of a run measured of one value on the targets of a map: that run's values, whichever are current by now. */
export function runLayer(
  results: readonly RunTask[],
  display: MetricDisplay,
  targets: readonly string[],
  colours: MapColours,
): MapLayer {
  // Of a task that is there twice on a target the last that ran, and any before none.
  const inOrder = [...results].sort((a, b) => Number(hasRun(a)) - Number(hasRun(b)));
  const byTarget = new Map(inOrder.map((task) => [task.qid, task]));
  const cells = targets.map((target) => cellOf(target, byTarget.get(target), display));
  return layerOf(display, cells, colours);
}

const hasRun = ({ status }: RunTask): boolean => status === 'completed' || status === 'failed';

function cellOf(target: string, task: RunTask | undefined, display: MetricDisplay): MapCell {
  if (!task) return { ...unknownCell, target, state: 'missing', words: { value: 'not part of the run', figure: '' } };
  const known = { ...unknownCell, target, taskId: task.task_id, calibratedAt: task.end_at };
  const value = task.output_parameters?.[display.key];
  if (task.status !== 'completed' || typeof value?.value !== 'number') {
    const state = task.status === 'failed' ? 'faulty' : 'missing';
    return { ...known, state, words: { value: [task.status, task.message].filter(Boolean).join(': '), figure: '' } };
  }
  const drawn = drawValue(display, { value: value.value, error: value.error, unit: value.unit });
  if (drawn.isForeign)
    return { ...known, state: 'fresh', foreign: spellQuantity(drawn.drawn, drawn.spread, drawn.unit) };
  return { ...known, state: 'fresh', drawn: drawn.drawn, spread: drawn.spread };
}
