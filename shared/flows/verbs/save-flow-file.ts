import type { ProjectContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { flowFilePath } from '../rules/file-paths.ts';
import { getFlow } from '../store/flows.ts';
import { fileOf, unknownFile } from './file-place.ts';
import { etagOf, readFlowVersion } from './read-flow.ts';
import { saveFlow } from './save-flow.ts';

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
