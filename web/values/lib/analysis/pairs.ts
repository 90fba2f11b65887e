import { splitCouplingId } from '#shared/chips/rules/coupling-id.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { MapCell } from '../metrics/cells.ts';

/** A target with a value of two metrics. */
export interface Pair {
  target: string;
  x: number;
  y: number;
}

/** A metric, and what the chip has of it. */
export interface DrawnCells {
  display: MetricDisplay;
  cells: readonly MapCell[];
}

/** The targets that have both metrics; where one is of qubits and the other of couplings, a coupling with the worse of its ends. */
export function pairsOf(x: DrawnCells, y: DrawnCells): Pair[] {
  const isMixed = x.display.kind !== y.display.kind;
  const targets = (isMixed && x.display.kind === 'qubit' ? y : x).cells.map(({ target }) => target);
  const [ofX, ofY] = [x, y].map((one) => valuesBy(one, isMixed && one.display.kind === 'qubit'));
  return targets.flatMap((target) => {
    const [a, b] = [ofX?.(target), ofY?.(target)];
    return a === undefined || b === undefined ? [] : [{ target, x: a, y: b }];
  });
}

/** The value of a target; of a coupling's qubits the worse, which is the lower one where neither end is good. */
function valuesBy({ display, cells }: DrawnCells, ofEnds: boolean): (target: string) => number | undefined {
  const values = new Map(cells.flatMap(({ target, drawn }) => (drawn === null ? [] : [[target, drawn] as const])));
  if (!ofEnds) return (target) => values.get(target);
  const qids = new Set(cells.map(({ target }) => target));
  const worse = display.better === 'lower' ? Math.max : Math.min;
  return (coupling) => {
    const [ends, ...others] = splitCouplingId(coupling, qids);
    const [one, other] = (ends ?? []).map((qid) => values.get(qid));
    return others.length > 0 || one === undefined || other === undefined ? undefined : worse(one, other);
  };
}
