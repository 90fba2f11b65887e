import type { CellFigures } from '#shared/values/rules/cell/cell-figures.ts';
import { type MetricDisplay, meetsGoal } from '#shared/values/rules/cell/display.ts';
import { formatQuantity, spellQuantity } from '#shared/values/rules/cell/quantity.ts';
import { formatAge, formatInstant } from '../../../ui/lib/format/time.ts';
import { isSimulated, type MapCell, rankText, targetLabel } from './cells.ts';
import { triesText } from './tries.ts';

/** What a tooltip says of a cell, line by line; a line that does not apply is empty (rule MAP-8). */
export interface CellText {
  label: string;
  value: string;
  rank: string;
  age: string;
  run: string;
  goal: string;
  tries: string;
}

/**
 * Words for one cell.
 * @param present how many targets have a number, for the rank
 */
export function cellText(cell: MapCell, display: MetricDisplay, present: number, timeZone: string): CellText {
  const measured = cell.calibratedAt ? formatInstant(cell.calibratedAt, timeZone) : '';
  const age = cell.ageSeconds === null ? '' : `${formatAge(cell.ageSeconds)} old, ${measured}`;
  return {
    label: targetLabel(display.kind, cell.target),
    value: valueText(cell, display),
    rank: rankText(cell, present),
    age,
    run: originText(cell),
    goal: cell.drawn === null ? '' : goalText(display, cell.drawn),
    tries: triesText(cell),
  };
}

/** The run that measured or simulated a value, else how it came. */
function originText(cell: MapCell): string {
  const { executionId, source } = cell;
  if (executionId) return `${isSimulated(cell) ? 'simulated' : 'measured'} by ${executionId}`;
  if (source === 'import') return 'imported';
  return source === 'manual' ? 'set by hand' : '';
}

function valueText(cell: MapCell, display: MetricDisplay): string {
  if (cell.words) return cell.words.value;
  if (cell.drawn !== null) {
    const counted = spellQuantity(cell.drawn, cell.spread, display.unit);
    return cell.hollow ? `${counted} counts until the held value is accepted` : counted;
  }
  if (cell.foreign !== null && cell.isImpossible) return `${cell.foreign}, not drawn: the metric cannot have it`;
  if (cell.foreign !== null) return `${cell.foreign}, not drawn: not in ${display.unit || 'the unit of this metric'}`;
  return cell.state === 'faulty' ? 'reported as faulty' : 'not measured';
}

function goalText(display: MetricDisplay, drawn: number): string {
  const meets = meetsGoal(display, drawn);
  if (meets === undefined || display.goal === undefined) return '';
  return `${meets ? 'meets' : 'misses'} the goal of ${formatQuantity(display.goal, null, display.unit)}`;
}

/** One sentence for a screen reader, with a held value before the one that counts, and what else is to be said of the target. */
export const cellSentence = (
  text: CellText,
  display: MetricDisplay,
  state: MapCell['state'] | undefined,
  { detail, held }: { detail?: string | undefined; held?: string | null | undefined } = {},
): string =>
  [
    text.label,
    held,
    `${display.title} ${text.value}`,
    detail,
    text.rank && `rank ${text.rank}`,
    state,
    text.age && `measured ${text.age}`,
    text.run,
    text.goal,
    text.tries,
  ]
    .filter(Boolean)
    .join(', ');

/** What a cell of a map shows: the digits of a held value or of what counts, as its layer writes them, without the unit (rule MAP-7). */
export function cellFigure(cell: MapCell, figures: CellFigures): string {
  if (cell.words) return cell.words.figure;
  const shown = cell.hollow?.drawn ?? cell.drawn;
  return shown === null ? '' : figures.write(shown);
}
