import { splitCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { compareTargets } from '../../../chips/lib/map/target-order.ts';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import type { Difference } from './queries.ts';

/** A difference among the others of its comparison. */
export const differenceKey = ({
  kind,
  target_id: id,
  metric,
}: Pick<Difference, 'kind' | 'target_id' | 'metric'>): string => `${kind} ${id} ${metric}`;

/** A qubit or coupling of ticked rows. */
export interface TickedTarget {
  kind: Difference['kind'];
  id: string;
}

/** The targets of differences, each once, as they are ordered. */
export const targetsOf = (differences: readonly Difference[]): TickedTarget[] => [
  ...new Map(
    differences.map(({ kind, target_id: id }) => [`${kind} ${id}`, { kind, id }] satisfies [string, TickedTarget]),
  ).values(),
];

/** The qubits that a run must take to measure these targets: of a coupling both; no task measures an element. */
export const qubitsToMeasure = (targets: readonly TickedTarget[]): string[] =>
  [...new Set(targets.flatMap(qubitsOf))].sort(compareTargets);

function qubitsOf({ kind, id }: TickedTarget): readonly string[] {
  if (kind === 'qubit') return [id];
  return kind === 'coupling' ? (splitCouplingId(id)[0] ?? []) : [];
}

/** The task results that brought the values after; a median, an import and a person's value have none. */
export const resultsAfter = (differences: readonly Difference[]): string[] => [
  ...new Set(differences.flatMap(({ after }) => after?.task_id ?? [])),
];

/** Some targets in words: `Q3, Q17, 0-1 and 4 more`. */
export function targetsText(targets: readonly TickedTarget[], most = 6): string {
  const names = targets.slice(0, most).map(({ kind, id }) => targetLabel(kind, id));
  return names.join(', ') + (targets.length > most ? ` and ${targets.length - most} more` : '');
}
