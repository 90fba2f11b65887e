import { createHash } from 'node:crypto';
import { flowFilePath, flowFolder } from '#shared/flows/rules/file-paths.ts';
import {
  type FlowRecord,
  type FlowVersionRecord,
  flowVersionEntity,
  getFlow,
  listFlowsOfAllTime,
  unpackSource,
} from '#shared/flows/store/flows.ts';
import { etagOf, readFlow, readFlowVersion } from '#shared/flows/verbs/read-flow.ts';
import { saveFlow } from '#shared/flows/verbs/save-flow.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { conflict, invalid, notFound, ServiceError, unknownReference } from '#shared/kernel/errors.ts';
import { batchGetItems } from '#shared/kernel/store/dynamodb/database.ts';
import { flowKeys } from '#shared/kernel/store/keys.ts';
import { packOf } from '#shared/results/verbs/files/pack.ts';
import type { FileNode } from '../rules/file-tree.ts';
import { flowOfHelper, helperName, parseFlowPath, versionsShown } from '../rules/flow-paths.ts';

/** The text of a file, and when it was saved. */
export interface FlowFile {
  path: string;
  name: string;
  content: string;
  savedAt: string;
}

/** The newest save of a project, and a digest that every save changes. */
export interface FilesStatus {
  digest: string;
  newest: Pick<FlowRecord, 'name' | 'version' | 'updatedBy' | 'updatedAt'> | undefined;
}

/** Most bytes of sources, and most of them, that one archive holds: it is an answer. */
const archiveLimitBytes = 4_000_000;
const archiveLimit = 200;

/** The present flows by name, from the table itself: a flow that was just saved is included. */
async function flowsNow({ db, projectId }: ProjectContext): Promise<FlowRecord[]> {
  return (await listFlowsOfAllTime(db, projectId)).filter(({ deletedAt }) => deletedAt === undefined);
}

const folderOf = (flow: FlowRecord): FileNode => ({
  name: flow.name,
  path: `${flowFolder}/${flow.name}`,
  children: versionsShown(flow.version).map((version) => {
    const path = flowFilePath({ ...flow, version });
    return { name: path.slice(path.lastIndexOf('/') + 1), path };
  }),
});

/** The folders of all flows with their versions (rule FLOW-8). */
export async function flowTree(ctx: ProjectContext): Promise<FileNode[]> {
  return [{ name: flowFolder, path: flowFolder, children: (await flowsNow(ctx)).map(folderOf) }];
}

/** Names of the sources of all present flows. */
export const listHelpers = async (ctx: ProjectContext): Promise<string[]> => (await flowsNow(ctx)).map(helperName);

/** The present source of a flow. @throws ServiceError `not-found`. */
export async function readHelper(ctx: ProjectContext, filename: string): Promise<string> {
  const name = flowOfHelper(filename);
  if (name === undefined) throw notFound(`File '${filename}' not found among the sources of the flows`);
  return (await readFlow(ctx, name)).source.code;
}

/** The file of a version. @throws ServiceError `unknown-reference`; `invalid` for a folder. */
export async function readFlowFile(ctx: ProjectContext, path: string): Promise<FlowFile> {
  const { flow, version } = fileOf(path);
  const found = await readFlowVersion(ctx, flow, version).catch((error: unknown) => {
    throw error instanceof ServiceError && error.kind === 'not-found' ? unknownFile(path) : error;
  });
  return presentVersion(found.version, found.source.code);
}

/**
 * An archive of a file, of a flow's folder, or of all present flows.
 * @throws ServiceError `unknown-reference`; `request_too_broad` for more than an archive holds.
 */
export async function zipFlowFiles(ctx: ProjectContext, path: string): Promise<{ name: string; bytes: Uint8Array }> {
  const place = parseFlowPath(path);
  if (!place) throw unknownFile(path);
  const flows = await flowsOf(ctx, place.flow, path);
  const wanted = flows.flatMap(({ name, version }) => {
    const versions = place.flow === undefined ? [version] : place.version ? [place.version] : versionsShown(version);
    return versions.map((one) => flowKeys.version(ctx.projectId, name, one));
  });
  if (wanted.length > archiveLimit) throw tooLarge(path);
  const versions = (await batchGetItems(ctx.db, wanted)).flatMap((item) =>
    item ? [flowVersionEntity.decode(item)] : [],
  );
  if (place.flow !== undefined && versions.length === 0) throw unknownFile(path);
  const files = new Map<string, Uint8Array>();
  let left = archiveLimitBytes;
  for (const version of versions) {
    const bytes = Buffer.from(unpackSource(version.code));
    left -= bytes.length;
    if (left < 0) throw tooLarge(path);
    files.set(flowFilePath(version).slice(flowFolder.length + 1), bytes);
  }
  return { name: `${place.flow ?? flowFolder}.zip`, bytes: packOf(files) };
}

/** The counterpart of a repository's last commit: the last save, and a digest of the present contents. */
export async function filesStatus(ctx: ProjectContext): Promise<FilesStatus> {
  const flows = await flowsNow(ctx);
  const digest = createHash('sha256').update(JSON.stringify(flows.map(({ name, version }) => [name, version])));
  const [newest] = flows.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  return { digest: digest.digest('hex').slice(0, 8), newest };
}

async function flowsOf(ctx: ProjectContext, name: string | undefined, path: string): Promise<FlowRecord[]> {
  if (name === undefined) return flowsNow(ctx);
  const flow = await getFlow(ctx.db, ctx.projectId, name);
  if (!flow) throw unknownFile(path);
  return [flow];
}

function presentVersion(version: FlowVersionRecord, content: string): FlowFile {
  const path = flowFilePath(version);
  return { path, name: path.slice(path.lastIndexOf('/') + 1), content, savedAt: version.savedAt };
}

const tooLarge = (path: string): ServiceError =>
  new ServiceError(
    'request_too_broad',
    `'${path}' has more than ${archiveLimit} sources, or more than ${archiveLimitBytes / 1_000_000} MB of them; ask for one flow, or one version`,
  );

/** The flow and version that a path names. @throws ServiceError. */
function fileOf(path: string): { flow: string; version: number } {
  const place = parseFlowPath(path);
  if (!place) throw unknownFile(path);
  if (place.flow === undefined || place.version === undefined) throw invalid(`'${path}' is a folder, not a file`);
  return { flow: place.flow, version: place.version };
}

/** It is named in a query or a body. */
const unknownFile = (path: string): ServiceError => unknownReference(`File '${path}' not found`);

/**
 * Saves a file as a new version of its flow, over the newest one (rule FLOW-8).
 * @returns the new file's path, or the same if nothing has changed.
 * @throws ServiceError `unknown-reference` for the flow; `conflict` for another version than the newest; `invalid` as a
 * save.
 */
export async function saveFlowFile(ctx: ProjectContext, path: string, code: string): Promise<string> {
  const { flow: name, version } = fileOf(path);
  const flow = await getFlow(ctx.db, ctx.projectId, name);
  if (!flow) throw unknownFile(path);
  if (version !== flow.version)
    throw conflict(`'${path}' is not the newest version of flow '${name}', which is ${flow.version}`);
  const { source } = await readFlowVersion(ctx, name, version);
  const { chipId, description, functionName, tags, runner } = flow;
  const input = { ...source, code, name, chipId, description, functionName, tags, runner };
  const saved = await saveFlow(ctx, input, { ifMatch: etagOf(flow) });
  return flowFilePath(saved.flow);
}
