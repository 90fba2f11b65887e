import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { completeUntil, justBefore, type Witness } from '../../kernel/rules/complete-until.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { flowKeys } from '../../kernel/store/keys.ts';
import { type IndexedPage, readList } from '../../kernel/verbs/read-list.ts';
import type { FlowTemplate } from '../rules/templates/template.ts';
import { findFlowTemplate } from '../rules/templates/templates.ts';
import {
  decodeVersionRow,
  type FlowRecord,
  type FlowVersionRecord,
  type FlowVersionRow,
  flowEntity,
  getFlow,
  getFlowVersion,
  unpackSource,
} from '../store/flows.ts';
import { unknownFlow } from './unknown-flow.ts';

export interface FlowSource {
  code: string;
  defaultParameters: Record<string, unknown>;
  defaultRunParameters: Record<string, unknown>;
  /** How long a run of a worker's flow waits to be claimed; the usual time where absent. */
  claimTimeoutSeconds?: number | undefined;
  /** Present if values of its runs become current only when a person accepts them. */
  persist?: false | undefined;
}

export interface SourcedFlow {
  flow: Stored<FlowRecord>;
  source: FlowSource;
}

/** Flows of the project, the latest update first. */
export function listFlows(ctx: ProjectContext, page: PageRequest): Promise<IndexedPage<Stored<FlowRecord>>> {
  const range = { index: 'gsi2' as const, pk: flowKeys.ofProject(ctx.projectId), descending: true };
  return readList(ctx, range, page, { decode: (item) => flowEntity.decode(item) });
}

/** A flow of the project with its source. @throws ServiceError `not-found`. */
export async function readFlow(ctx: ProjectContext, name: string): Promise<SourcedFlow> {
  const flow = await getFlow(ctx.db, ctx.projectId, name);
  if (!flow) throw unknownFlow(name, ctx.projectId);
  const { source } = await readFlowVersion(ctx, name, flow.version);
  return { flow, source };
}

/** Versions of a flow, the latest first; the flow tells which is the latest. @throws ServiceError `not-found` for the flow. */
export async function listFlowVersions(
  ctx: ProjectContext,
  name: string,
  page: PageRequest,
): Promise<IndexedPage<FlowVersionRow>> {
  const now = nowOf(ctx);
  const range = { index: 'gsi2' as const, pk: flowKeys.versionsOf(ctx.projectId, name), descending: true };
  const [flow, versions] = await Promise.all([
    getFlow(ctx.db, ctx.projectId, name),
    readPage(ctx.db, range, page, { decode: decodeVersionRow }),
  ]);
  if (!flow) throw unknownFlow(name, ctx.projectId);
  return { ...versions, completeUntil: completeUntil(now, versionWitness(flow, versions.records, page)) };
}

/**
 * Version numbers continue, each saved with its flow; versions after a cursor were saved before those in front of it.
 */
function versionWitness(
  flow: FlowRecord,
  [first]: readonly FlowVersionRow[],
  { skip, cursor }: PageRequest,
): Witness | undefined {
  if (cursor !== undefined || skip >= flow.version) return undefined;
  return {
    isShown: first !== undefined && first.version >= flow.version - skip,
    shownUntil: first?.savedAt ?? justBefore(flow.updatedAt),
  };
}

/** One version with its source, of a deleted flow as well, since runs name it. @throws ServiceError `not-found`. */
export async function readFlowVersion(
  ctx: ProjectContext,
  name: string,
  version: number,
): Promise<{ version: Stored<FlowVersionRecord>; source: FlowSource }> {
  const found = await getFlowVersion(ctx.db, ctx.projectId, name, version);
  if (!found) throw notFound(`Version ${version} of flow '${name}' not found in project '${ctx.projectId}'`);
  return { version: found, source: sourceOf(found) };
}

export const sourceOf = (version: FlowVersionRecord): FlowSource => ({
  code: unpackSource(version.code),
  // What `JSON.stringify` made of maps that the schema had accepted.
  defaultParameters: JSON.parse(version.defaultParameters) as Record<string, unknown>,
  defaultRunParameters: JSON.parse(version.defaultRunParameters) as Record<string, unknown>,
  claimTimeoutSeconds: version.claimTimeoutSeconds,
  persist: version.persist,
});

/** The entity tag of a flow: each save has its own. */
export const etagOf = ({ version }: Pick<FlowRecord, 'version'>): string => `"${version}"`;

/** A template by its id. @throws ServiceError `not-found`. */
export function readTemplate(id: string): FlowTemplate {
  const template = findFlowTemplate(id);
  if (!template) throw notFound(`Flow template '${id}' not found`);
  return template;
}
