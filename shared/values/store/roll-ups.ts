import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { type RollUpSpan, rollUpKeys, storedTarget, type TargetRef, targetOfStored } from '../../kernel/store/keys.ts';
import type { TargetRollUp } from '../rules/roll-up.ts';

/**
 * A metric over a UTC day or month and one cool-down, of all targets that were measured then
 * (docs/design/streams-and-search.md#metric-roll-ups).
 */
export interface RollUpRecord extends RollUpSpan {
  projectId: string;
  chipId: string;
  metric: string;
  /** By target; see `packTargets`: a thousand qubits in one item. */
  targets: Uint8Array;
  /** Made before there were blocks of days: its aggregates lack them. Never written. */
  lacksBlocks?: boolean | undefined;
  /** Made before days kept what does not merge: a day with more than one value lacks its median. Never written. */
  lacksDays?: boolean | undefined;
}

/** Codec of roll-ups. */
export const rollUpEntity = defineEntity<RollUpRecord>({
  name: 'roll-up',
  version: 3,
  // The last release overlooks blocks and days, and `form`, which it does not write itself.
  released: { version: 1, downgrade: (record) => ({ ...record, form: 3 }) },
  keys: (record) => rollUpKeys.rollUp(record.projectId, record.chipId, record.metric, record),
  upgrades: {
    1: (old) => (old.form === undefined ? { ...old, lacksBlocks: true } : old),
    2: ({ form, ...old }) => (form === undefined ? { ...old, lacksDays: true } : old),
  },
});

export type RolledTargets = { target: TargetRef; rollUp: TargetRollUp }[];

/** Compressed, in the order of the targets' names: equal targets are equal bytes. */
export function packTargets(targets: RolledTargets): Uint8Array {
  const name = ({ kind, id }: TargetRef) => `${kind} ${id}`;
  const stored = targets.map(({ target, rollUp }) => ({ target: storedTarget(target), rollUp }));
  const sorted = stored.sort((a, b) => (name(a.target) < name(b.target) ? -1 : 1));
  // A map of DynamoDB comes back with its fields in any order.
  const rows = sorted.map(({ target: { kind, id }, rollUp }) => ({ target: { kind, id }, rollUp }));
  return deflateRawSync(JSON.stringify(rows));
}

/** The inverse of `packTargets`. */
export function unpackTargets(packed: Uint8Array): RolledTargets {
  const rows: RolledTargets = JSON.parse(inflateRawSync(packed).toString('utf8'));
  for (const row of rows) row.target = targetOfStored(row.target);
  return rows;
}

/** The roll-ups of a metric; with a range those of a kind and its dates, by date and cool-down. */
export async function listRollUps(
  db: Database,
  ref: { projectId: string; chipId: string; metric: string },
  range?: { span: RollUpSpan['span']; from: string; through: string },
): Promise<Stored<RollUpRecord>[]> {
  const { pk } = rollUpKeys.all(ref.projectId, ref.chipId, ref.metric);
  const bounds = range && {
    from: rollUpKeys.prefix(range.span, range.from),
    through: `${rollUpKeys.prefix(range.span, range.through)}~`,
  };
  const items = await queryAll(db, { pk, ...bounds });
  return items.map((item) => rollUpEntity.decode(item));
}
