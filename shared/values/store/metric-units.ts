import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { staleReadOf } from '../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, type Database, ifAbsent, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { sampleKeys } from '../../kernel/store/keys.ts';
import type { MetricTarget } from '../rules/types.ts';

/** A metric on qubits or on couplings. */
export interface MetricOfKind {
  kind: MetricTarget;
  metric: string;
}

/** The unit of a metric that the catalogue leaves open: that of its first value in the project. Never changed (rule METRIC-15). */
export interface MetricUnitRecord extends MetricOfKind {
  projectId: string;
  unit: string;
}

/** Codec of units of metrics. */
export const metricUnitEntity = defineEntity<MetricUnitRecord>({
  name: 'metric-unit',
  version: 1,
  keys: ({ projectId, kind, metric }) => sampleKeys.unit(projectId, kind, metric),
});

/** By `metricName`. */
export type MetricUnits = ReadonlyMap<string, string>;

export const metricName = ({ kind, metric }: MetricOfKind): string => `${kind} ${metric}`;

/** The units of those of the metrics that have one. */
export async function getMetricUnits(
  db: Database,
  projectId: string,
  metrics: readonly MetricOfKind[],
): Promise<MetricUnits> {
  const items = await batchGetItems(
    db,
    metrics.map(({ kind, metric }) => sampleKeys.unit(projectId, kind, metric)),
  );
  const records = items.flatMap((item) => (item ? [metricUnitEntity.decode(item)] : []));
  return new Map(records.map((record) => [metricName(record), record.unit]));
}

/**
 * Fixes units before their values are written: a unit without a value is harmless.
 * @throws StaleReadError if another writer was first.
 */
export async function claimMetricUnits(db: Database, units: readonly MetricUnitRecord[]): Promise<void> {
  for (const record of units) {
    const { ok } = await writeItem(db, { put: metricUnitEntity.encode(record, 1), condition: ifAbsent });
    if (!ok) throw staleReadOf(`The unit of '${record.metric}'`)();
  }
}
