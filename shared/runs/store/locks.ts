import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { defineEntity, type Entity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Condition, type Database, getItem, ifRevision, queryAll } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { runKeys } from '../../kernel/store/keys.ts';
import type { Claim } from '../rules/claim.ts';
import type { LastExecution } from '../rules/ids.ts';
import type { RunPlan } from '../rules/plan.ts';

/** A run that holds a lock, and since when. */
export interface LockHolder {
  /** The owner: no other execution releases the lock (rule RUN-6). */
  executionId: string;
  flowRunId: string;
  chipId: string;
  username: string;
  acquiredAt: string;
}

/** The locks of a project. It knows the last execution, so that ids are unique in a project. */
export interface LockRecord {
  projectId: string;
  last: LastExecution;
  /** The oldest holder; present while a lock is held. */
  holder?: LockHolder | undefined;
  /** The other holders by chip, where locks are per chip (rule RUN-22); never empty. */
  others?: Record<string, LockHolder> | undefined;
  updatedAt: string;
}

/** The runs that hold a lock, the oldest first. */
export const holdersOf = (lock: Pick<LockRecord, 'holder' | 'others'> | undefined): LockHolder[] =>
  lock?.holder ? [lock.holder, ...Object.values(lock.others ?? {})].sort(byAge) : [];

const byAge = (one: LockHolder, other: LockHolder): number =>
  ageOf(one) < ageOf(other) ? -1 : ageOf(one) > ageOf(other) ? 1 : 0;

const ageOf = ({ acquiredAt, executionId }: LockHolder): string => `${acquiredAt} ${executionId}`;

/** Where `others` has a chip. The id alone may be `__proto__`, which no map holds. */
const entryOf = (chipId: string): string => `#${chipId}`;

/** A lock with these holders. */
function withHolders(lock: LockRecord, holders: readonly LockHolder[]): LockRecord {
  const [holder, ...others] = holders.toSorted(byAge);
  const byChip = Object.fromEntries(others.map((other) => [entryOf(other.chipId), other]));
  return { ...lock, holder, others: others.length > 0 ? byChip : undefined };
}

/** A lock with one more holder. */
export const withHolder = (lock: LockRecord, holder: LockHolder): LockRecord =>
  withHolders(lock, [...holdersOf(lock), holder]);

const lockOf = (version: number) =>
  defineEntity<LockRecord>({
    name: 'lock',
    version,
    keys: ({ projectId, holder }) => ({
      ...runKeys.lock(projectId),
      ...(holder ? { gsi2pk: runKeys.held(projectId), gsi2sk: holder.acquiredAt } : {}),
    }),
    slim: ({ projectId, holder, others }) =>
      holder ? { projectId, ...holder, ...(others && { others: Object.values(others) }) } : { projectId },
    upgrades: { 1: (old) => old },
  });

const [ofOneRun, ofSeveralRuns] = [lockOf(1), lockOf(2)];

/**
 * Codec of locks; those that are held are on the reconciler's list. An item with several holders has version 2: an earlier
 * version of the service, which would overlook all but one, refuses to read it.
 */
export const lockEntity: Entity<LockRecord> = {
  ...ofOneRun,
  encode: (lock, rev) => (lock.others ? ofSeveralRuns : ofOneRun).encode(lock, rev),
  decode: ofSeveralRuns.decode,
};

/** The counter of a chip and day (rule RUN-3): the number of its latest execution. */
export interface CounterRecord {
  projectId: string;
  chipId: string;
  /** `YYYYMMDD`. */
  date: string;
  username: string;
  index: number;
}

export const counterEntity = defineEntity<CounterRecord>({
  name: 'counter',
  version: 1,
  keys: (counter) => runKeys.counter(counter.projectId, counter.chipId, counter.date),
});

/** A step of the state machine that waits for a task token. */
export interface WaitingStep {
  /** `claim`: no worker has taken the run; `worker`: one has. */
  kind: 'claim' | 'worker';
  token: string;
}

/** The origin of a run: stored with it, so that its worker's context is one read. */
export interface RunOrigin {
  chipId: string;
  topologyId: string;
  flowName: string;
  flowVersion: number;
  /** Size of a chip whose targets are not those of its topology, so that they are read with the rest. */
  sizeOfOwnTargets?: number | undefined;
}

/** Leads from a run to its execution, with the fields that its steps need. */
export interface RunPointerRecord {
  projectId: string;
  flowRunId: string;
  executionId: string;
  runner: 'managed' | 'worker';
  createdAt: string;
  /** The plan of a managed run, packed: that of 1,024 qubits is larger than an item may be. */
  plan?: Uint8Array | undefined;
  /** Of a worker's run; absent in one that an earlier version started. */
  origin?: RunOrigin | undefined;
  /** Present while a step of a worker's run waits. */
  waiting?: WaitingStep | undefined;
  /** The latest claim of a worker's run. It stays when the run has ended. */
  claim?: Claim | undefined;
  /** Its worker must stop: the run is being cancelled or ended. Written with the execution that says so. */
  stopping?: true | undefined;
}

export const runPointerEntity = defineEntity<RunPointerRecord>({
  name: 'run',
  version: 1,
  keys: (run) => runKeys.run(run.projectId, run.flowRunId),
});

/** Packs a plan as it is kept: JSON, deflated. */
export const packPlan = (plan: RunPlan): Uint8Array => Uint8Array.from(deflateRawSync(JSON.stringify(plan)));

/** The inverse of `packPlan`. */
export const unpackPlan = (packed: Uint8Array): RunPlan => JSON.parse(inflateRawSync(packed).toString('utf8'));

/** Reads a project's locks; a project that never had a run has none. */
export async function getLock(db: Database, projectId: string): Promise<Stored<LockRecord> | undefined> {
  const item = await getItem(db, runKeys.lock(projectId));
  return item && lockEntity.decode(item);
}

export async function getRunPointer(
  db: Database,
  projectId: string,
  flowRunId: string,
): Promise<Stored<RunPointerRecord> | undefined> {
  const item = await getItem(db, runKeys.run(projectId, flowRunId));
  return item && runPointerEntity.decode(item);
}

/** Marks a worker's run as one whose worker must stop, so that a heartbeat needs to look at the pointer alone. */
export function addStopping(
  transaction: Transaction,
  { projectId, flowRunId }: Pick<RunPointerRecord, 'projectId' | 'flowRunId'>,
  onConflict: () => Error,
): void {
  const exists = { expression: 'attribute_exists(pk)' };
  transaction.update(runKeys.run(projectId, flowRunId), revise({ stopping: true }), exists, onConflict);
}

/** A held lock as the sweep sees it; the index may lag. */
export type HeldLock = LockHolder & { projectId: string };

/** The locks that are held in all projects: the projects with the oldest holder first. */
export async function listHeldLocks(db: Database): Promise<HeldLock[]> {
  const shards = await Promise.all(runKeys.allHeld().map((pk) => queryAll(db, { index: 'gsi2', pk })));
  const rows = shards.flat().map(({ slim }) => slim as HeldLock & { others?: LockHolder[] });
  // A lock that an earlier version wrote is in two partitions while the index takes over its next change.
  const ofProject = new Map(rows.toSorted(byAge).map((row) => [row.projectId, row]));
  return [...ofProject.values()].flatMap(({ others = [], ...holder }) => [
    holder,
    ...others.map((other) => ({ projectId: holder.projectId, ...other })),
  ]);
}

/**
 * Releases the lock that an execution holds in a transaction, unless it was changed since it was read; then `otherwise`
 * (rule RUN-6). Does nothing for one that holds none.
 */
export function releaseLock(
  transaction: Transaction,
  lock: Stored<LockRecord> | undefined,
  executionId: string,
  now: string,
  onConflict: () => Error,
): void {
  const rest = holdersOf(lock).filter((holder) => holder.executionId !== executionId);
  if (!lock || rest.length === holdersOf(lock).length) return;
  if (rest.length > 0) {
    const { rev, ...record } = lock;
    const item = lockEntity.encode(withHolders({ ...record, updatedAt: now }, rest), rev + 1);
    transaction.put(item, ifRevision(rev), onConflict);
    return;
  }
  transaction.update(
    runKeys.lock(lock.projectId),
    revise({ holder: undefined, slim: undefined, gsi2pk: undefined, gsi2sk: undefined, updatedAt: now }),
    {
      expression: '#holder.#owner = :owner AND attribute_not_exists(#others)',
      names: { '#holder': 'holder', '#owner': 'executionId', '#others': 'others' },
      values: { ':owner': executionId },
    },
    onConflict,
  );
}

/** No run holds a lock. */
export const ifUnlocked: Condition = { expression: 'attribute_not_exists(#holder)', names: { '#holder': 'holder' } };

/** No run on this chip holds a lock. */
export const ifChipNotRunning = (chipId: string): Condition => ({
  expression: '(attribute_not_exists(#holder) OR #holder.#chip <> :chip) AND attribute_not_exists(#others.#id)',
  names: { '#holder': 'holder', '#chip': 'chipId', '#others': 'others', '#id': entryOf(chipId) },
  values: { ':chip': chipId },
});
