import type { MetricTarget } from '../../../values/rules/types.ts';

interface Marked {
  metric: string;
  target: { kind: MetricTarget; id: string };
  isFaulty: boolean;
}

/** How many targets of a metric are faulty. */
export interface FaultyOfMetric {
  kind: MetricTarget;
  metric: string;
  count: number;
  /** Targets with a value or a faulty mark. */
  of: number;
}

/**
 * Faulty marks, those of metrics that mostly have values first: a gate that every coupling reports as faulty is not in use
 * (rule OVERVIEW-10).
 */
export function faultyInOrder<R extends Marked>(
  readings: readonly R[],
): { faulty: R[]; faultyByMetric: FaultyOfMetric[] } {
  const groups = [...Map.groupBy(readings, ({ metric, target }) => `${target.kind} ${metric}`).values()];
  const found = groups.flatMap((own) => {
    const faulty = own.filter(({ isFaulty }) => isFaulty);
    const [first] = faulty;
    return first ? [{ faulty, kind: first.target.kind, metric: first.metric, of: own.length }] : [];
  });
  const share = ({ faulty, of }: (typeof found)[number]) => faulty.length / of;
  found.sort((a, b) => share(a) - share(b) || (a.metric < b.metric ? -1 : 1));
  return {
    faulty: found.flatMap(({ faulty }) => faulty),
    faultyByMetric: found.map(({ faulty, ...one }) => ({ ...one, count: faulty.length })),
  };
}
