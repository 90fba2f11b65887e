import { getChip } from '../../chips/store/chips.ts';
import { unknownChip } from '../../chips/verbs/read-chip.ts';
import { findLayout } from '../../chips/verbs/read-layout.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { etagMismatch, orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { addHeads, listsOf } from '../../kernel/store/list-heads.ts';
import { backendOf, drives, whoWasSeen } from '../../runs/rules/claim-wait.ts';
import { seenWorkers } from '../../workers/verbs/presence/list-workers.ts';
import { looksManaged } from '../rules/parse-document.ts';
import {
  type FlowRecord,
  type FlowVersionRecord,
  flowEntity,
  flowVersionEntity,
  getFlowOrTombstone,
  getFlowVersion,
  packSource,
} from '../store/flows.ts';
import { planFlow, refusedFlow } from './plan-flow.ts';
import { refuseClaimTimeout } from './prepare-run.ts';
import { etagOf, type FlowSource, sourceOf } from './read-flow.ts';

export interface NewFlow extends Omit<FlowSource, 'persist'> {
  /** As the version before has it where absent: a client that does not know it changes nothing. */
  persist?: boolean | undefined;
  name: string;
  chipId: string;
  description: string;
  /** The name of the flow if absent. */
  functionName?: string | null | undefined;
  tags: readonly string[];
  /** Follows from the source if absent. */
  runner?: FlowRecord['runner'] | null | undefined;
}

/** Under what a save goes ahead. */
export interface SaveConditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** The outcome of a save. `unchanged`: nothing differed, and no version was made. */
export interface SavedFlow {
  flow: FlowRecord;
  outcome: 'created' | 'updated' | 'unchanged';
  /** What a person should know of it, in sentences: it was saved all the same. */
  warnings: string[];
}

/**
 * Saves a flow under its name, with its source as a new version, in one transaction.
 * @throws ServiceError `invalid` for an unknown chip, or with every problem of a managed flow; `conflict` when a condition
 * does not hold.
 */
export async function saveFlow(ctx: ProjectContext, input: NewFlow, conditions: SaveConditions): Promise<SavedFlow> {
  const runner = input.runner ?? (looksManaged(input.code) ? 'managed' : 'worker');
  await refuseFaulty(ctx, input, runner);
  const saved = await write(ctx, input, runner, conditions);
  return { ...saved, warnings: runner === 'worker' ? await workerWarnings(ctx, input) : [] };
}

/** A flow for a backend without a worker may be a mistake, or saved before its worker is there (rule FLOW-7). */
async function workerWarnings(ctx: ProjectContext, { defaultParameters }: NewFlow): Promise<string[]> {
  const backend = backendOf(defaultParameters);
  const workers = await seenWorkers(ctx, ctx.projectId);
  if (workers.some((worker) => drives(worker, backend))) return [];
  const text = whoWasSeen(backend, workers);
  return [`${text[0]?.toUpperCase()}${text.slice(1)}. A run waits for one, and fails if none comes`];
}

function write(
  ctx: ProjectContext,
  input: NewFlow,
  runner: FlowRecord['runner'],
  conditions: SaveConditions,
): Promise<Omit<SavedFlow, 'warnings'>> {
  return retryOnConflict(orRefuse(`Flow '${input.name}'`), async () => {
    const before = await getFlowOrTombstone(ctx.db, ctx.projectId, input.name);
    const existing = before?.deletedAt === undefined ? before : undefined;
    refuseUnmet(input.name, existing, conditions);
    const last = existing && (await getFlowVersion(ctx.db, ctx.projectId, existing.name, existing.version));
    const persists = input.persist ?? last?.persist !== false;
    const { flow, version } = versionOf(ctx, { ...input, persist: persists ? undefined : false }, runner, before);
    // A save that was sent twice, or changed nothing, makes no version.
    if (existing && last && fingerprintOf(last) === fingerprintOf(version))
      return { flow: existing, outcome: 'unchanged' };
    const transaction = new Transaction(ctx.db)
      .put(flowEntity.encode(flow, (before?.rev ?? 0) + 1), before ? ifRevision(before.rev) : ifAbsent, staleRead)
      .put(flowVersionEntity.encode(version, 1), ifAbsent, staleRead);
    addHeads(transaction, { projectId: ctx.projectId, at: flow.updatedAt }, listsOf(flowEntity.keys(flow)));
    await transaction.commit();
    return { flow, outcome: existing ? 'updated' : 'created' };
  });
}

/** What can be said before it is run: the chip is there, and a managed source fits it with the default parameters. */
async function refuseFaulty(ctx: ProjectContext, input: NewFlow, runner: FlowRecord['runner']): Promise<void> {
  const { chipId, defaultParameters: parameters } = input;
  if (runner === 'managed') refuseClaimTimeout(`Flow '${input.name}' is not saved`, input.claimTimeoutSeconds);
  if (runner === 'worker') {
    if (!(await getChip(ctx.db, ctx.projectId, chipId))) throw unknownChip(ctx.projectId, chipId);
    return;
  }
  const layout = await findLayout(ctx, ctx.projectId, chipId);
  if (!layout) throw unknownChip(ctx.projectId, chipId);
  const planned = await planFlow(input, { parameters, path: 'default_parameters', chipId }, async (id) => {
    const other = id === chipId ? layout : await findLayout(ctx, ctx.projectId, id);
    if (!other) throw unknownChip(ctx.projectId, id);
    return other;
  });
  if (planned.problems.length > 0) throw refusedFlow(`Flow '${input.name}' cannot be saved`, planned.problems);
}

function refuseUnmet(name: string, existing: FlowRecord | undefined, { ifMatch, ifNoneMatch }: SaveConditions): void {
  const etag = existing && etagOf(existing);
  if (ifMatch !== undefined && !matches(ifMatch, etag))
    throw etag
      ? etagMismatch(`Flow '${name}'`, etag, ifMatch)
      : conflict(`Flow '${name}' no longer exists; If-Match was ${ifMatch}`, 'etag_mismatch');
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag))
    throw conflict(
      `Flow '${name}' already exists, saved by '${existing?.updatedBy}'; choose another name`,
      'etag_mismatch',
    );
}

/** Whether a list of entity tags, or `*` for any, has the present tag (RFC 9110, 13.1). */
const matches = (condition: string, etag: string | undefined): boolean =>
  etag !== undefined && (condition.trim() === '*' || condition.split(',').some((tag) => tag.trim() === etag));

function versionOf(
  ctx: ProjectContext,
  input: NewFlow & FlowSource,
  runner: FlowRecord['runner'],
  before: FlowRecord | undefined,
): { flow: FlowRecord; version: FlowVersionRecord } {
  const { username } = ctx.actor.user;
  const now = nowOf(ctx);
  const facts = {
    projectId: ctx.projectId,
    name: input.name,
    version: (before?.version ?? 0) + 1,
    runner,
    chipId: input.chipId,
    description: input.description,
    functionName: input.functionName || input.name,
    tags: [...new Set(input.tags)],
  };
  const origin = before?.deletedAt === undefined ? before : undefined;
  return {
    flow: {
      ...facts,
      username: origin?.username ?? username,
      updatedBy: username,
      createdAt: origin?.createdAt ?? now,
      updatedAt: now,
    },
    version: {
      ...facts,
      savedBy: username,
      savedAt: now,
      code: packSource(input.code),
      defaultParameters: JSON.stringify(input.defaultParameters),
      defaultRunParameters: JSON.stringify(input.defaultRunParameters),
      claimTimeoutSeconds: input.claimTimeoutSeconds,
      persist: input.persist,
    },
  };
}

const fingerprintOf = (version: FlowVersionRecord): string => {
  const { runner, chipId, description, functionName, tags } = version;
  return JSON.stringify([runner, chipId, description, functionName, tags, sourceOf(version)]);
};
