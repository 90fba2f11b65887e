import type { ElementKind, LatticeKind, TargetKind } from '../../chips/rules/target-kinds.ts';
import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { sampleKeys } from '../../kernel/store/keys.ts';
import type { DriftDecisions } from '../../statistics/rules/drift/decisions.ts';
import type { MetricDrift } from '../../statistics/rules/follow-metric.ts';

/**
 * The drift of a metric's series on past days, of a chip within one cool-down: for readers of alerts, in one query of
 * all metrics (docs/drift.md).
 */
export interface DriftRecord {
  projectId: string;
  chipId: string;
  metric: string;
  /** The cool-down that the chip was in when it was made; absent for none. */
  cooldownId?: string | undefined;
  /** How many metrics of the chip shared the alerts that people want of it. */
  sharedBy: number;
  kinds: Partial<Record<LatticeKind, MetricDrift>>;
  /** The same of elements; a field of its own, since earlier versions describe every metric of `kinds`. */
  elementKinds?: Partial<Record<ElementKind, MetricDrift>> | undefined;
}

/** The drift of a metric by every kind of target that has it. */
export const driftByKind = ({ kinds, elementKinds }: Pick<DriftRecord, 'kinds' | 'elementKinds'>) =>
  Object.entries({ ...kinds, ...elementKinds }) as [TargetKind, MetricDrift][];

/** Codec of the drift of a metric. */
export const driftEntity = defineEntity<DriftRecord>({
  name: 'drift',
  version: 1,
  keys: ({ projectId, chipId, metric }) => sampleKeys.drift(projectId, chipId, metric),
  deflated: ['kinds', 'elementKinds'],
});

/** What people decided about the drift of a chip. */
export interface DriftDecisionsRecord extends DriftDecisions {
  projectId: string;
  chipId: string;
}

/** Codec of decisions about drift. */
export const driftDecisionsEntity = defineEntity<DriftDecisionsRecord>({
  name: 'drift-decisions',
  version: 1,
  keys: ({ projectId, chipId }) => sampleKeys.driftDecisions(projectId, chipId),
  deflated: ['mutes', 'acknowledgements'],
});

/** The drift of all metrics of a chip. */
export async function listDrift(db: Database, projectId: string, chipId: string): Promise<Stored<DriftRecord>[]> {
  const items = await queryAll(db, sampleKeys.allDrift(projectId, chipId));
  return items.map((item) => driftEntity.decode(item));
}

export async function getDrift(
  db: Database,
  { projectId, chipId, metric }: { projectId: string; chipId: string; metric: string },
): Promise<Stored<DriftRecord> | undefined> {
  const item = await getItem(db, sampleKeys.drift(projectId, chipId, metric));
  return item && driftEntity.decode(item);
}

export async function getDriftDecisions(
  db: Database,
  projectId: string,
  chipId: string,
): Promise<Stored<DriftDecisionsRecord> | undefined> {
  const item = await getItem(db, sampleKeys.driftDecisions(projectId, chipId));
  return item && driftDecisionsEntity.decode(item);
}
