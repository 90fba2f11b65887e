import { gunzipSync, gzipSync } from 'node:zlib';
import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Condition, type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { flowKeys } from '../../kernel/store/keys.ts';

/** What a flow and each of its versions say of themselves. */
interface FlowFacts {
  projectId: string;
  name: string;
  version: number;
  runner: 'managed' | 'worker';
  chipId: string;
  description: string;
  /** Entry point of the source. */
  functionName: string;
  tags: string[];
}

/** A flow. Its source is in the version that it names. */
export interface FlowRecord extends FlowFacts {
  /** Who made it first. */
  username: string;
  updatedBy: string;
  createdAt: string;
  updatedAt: string;
  /** From then on it does not exist; the record stays, so that its version numbers continue. */
  deletedAt?: string | undefined;
}

/** Codec of flows. A deleted one is in no index. */
export const flowEntity = defineEntity<FlowRecord>({
  name: 'flow',
  version: 1,
  packed: true,
  keys: ({ projectId, name, updatedAt, deletedAt }) => ({
    ...flowKeys.flow(projectId, name),
    ...(deletedAt === undefined
      ? { gsi2pk: flowKeys.ofProject(projectId), gsi2sk: flowKeys.byUpdate(updatedAt, name) }
      : {}),
  }),
});

export interface FlowVersionRow extends FlowFacts {
  savedBy: string;
  savedAt: string;
}

/** One version of a flow, which never changes: everything that a run of it needs. */
export interface FlowVersionRecord extends FlowVersionRow {
  /** The source, compressed. */
  code: Uint8Array;
  /** JSON text: whatever depth and keys a parameter has, DynamoDB could not store all of them as maps. */
  defaultParameters: string;
  defaultRunParameters: string;
  /** How long a run of a worker's flow waits to be claimed; the usual time where absent. */
  claimTimeoutSeconds?: number | undefined;
  /** Present if values of its runs become current only when a person accepts them. */
  persist?: false | undefined;
}

/** Codec of versions; their list does not carry the source. */
export const flowVersionEntity = defineEntity<FlowVersionRecord>({
  name: 'flow-version',
  version: 1,
  keys: ({ projectId, name, version }) => {
    const key = flowKeys.version(projectId, name, version);
    return { ...key, gsi2pk: flowKeys.versionsOf(projectId, name), gsi2sk: key.sk };
  },
  slim: ({
    code: _code,
    defaultParameters: _parameters,
    defaultRunParameters: _run,
    claimTimeoutSeconds: _wait,
    persist: _persist,
    ...row
  }) => row,
});

/** Every flow that a project ever had, the deleted ones included. */
export async function listFlowsOfAllTime(db: Database, projectId: string): Promise<FlowRecord[]> {
  return (await queryAll(db, flowKeys.flows(projectId))).map((item) => flowEntity.decode(item));
}

/** The flow is there; a deleted one leaves its record, whose attributes are in `slim`. */
export const ifFlowStands: Condition = {
  expression: 'attribute_exists(pk) AND attribute_not_exists(slim.deletedAt)',
};

/** The present flow; undefined for a deleted one. */
export async function getFlow(db: Database, projectId: string, name: string): Promise<Stored<FlowRecord> | undefined> {
  const flow = await getFlowOrTombstone(db, projectId, name);
  return flow?.deletedAt === undefined ? flow : undefined;
}

/** The present flow, or the tombstone of a deleted one. */
export async function getFlowOrTombstone(
  db: Database,
  projectId: string,
  name: string,
): Promise<Stored<FlowRecord> | undefined> {
  const item = await getItem(db, flowKeys.flow(projectId, name));
  return item && flowEntity.decode(item);
}

export async function getFlowVersion(
  db: Database,
  projectId: string,
  name: string,
  version: number,
): Promise<Stored<FlowVersionRecord> | undefined> {
  const item = await getItem(db, flowKeys.version(projectId, name, version));
  return item && flowVersionEntity.decode(item);
}

/** The row of a list of versions from an item of its index. */
export const decodeVersionRow = (item: Item): FlowVersionRow => item.slim as FlowVersionRow;

/** Source as it is stored: a page of YAML takes a few hundred bytes, the largest source a fraction of an item. */
export const packSource = (code: string): Uint8Array => gzipSync(code);

/** The inverse of `packSource`. */
export const unpackSource = (packed: Uint8Array): string => gunzipSync(packed).toString('utf8');
