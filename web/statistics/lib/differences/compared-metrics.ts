import type { Difference } from './queries.ts';

/** A metric of qubits or couplings. */
export type ComparedMetric = Pick<Difference, 'kind' | 'metric'>;

/** A metric as the URL has it: `qubit t1`. */
export const metricName = ({ kind, metric }: ComparedMetric): string => `${kind} ${metric}`;

/**
 * The compared metrics, the one with most changes beyond 3 σ first, then by the number of scores; metrics without a
 * score only if no metric has one.
 * @param differences the most significant first
 */
export function comparedMetrics(differences: readonly Difference[]): ComparedMetric[] {
  const scored = differences.filter(({ score }) => score !== null);
  const ofMetric = Map.groupBy(scored.length > 0 ? scored : differences, metricName);
  const counted = [...ofMetric.values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ first, all: own.length, notable: own.filter(isNotable).length }] : [];
  });
  return counted.toSorted((a, b) => b.notable - a.notable || b.all - a.all).map(({ first }) => first);
}

const isNotable = ({ score }: Difference): boolean => score?.verdict === 'notable';
