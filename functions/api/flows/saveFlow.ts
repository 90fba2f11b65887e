import { flowOperations } from '#shared/contract/operations/flows.ts';
import { flowFilePath } from '#shared/domain/flows/file-paths.ts';
import { etagOf } from '#shared/services/flows/read-flow.ts';
import { saveFlow as save } from '#shared/services/flows/save-flow.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';

export const saveFlow = endpoint(flowOperations.saveFlow, async ({ ctx, headers, body }) => {
  const input = {
    name: body.name,
    code: body.code,
    chipId: body.chip_id,
    description: body.description,
    functionName: body.flow_function_name,
    defaultParameters: body.default_parameters ?? {},
    defaultRunParameters: body.default_run_parameters ?? {},
    claimTimeoutSeconds: body.claim_timeout_seconds ?? undefined,
    persist: body.persist ?? undefined,
    tags: body.tags,
    runner: body.runner,
  };
  const conditions = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
  const { flow, outcome, warnings } = await save(ctx, input, conditions);
  const { name, runner, version, updatedAt: updated_at } = flow;
  const message = `Flow '${name}' ${outcome === 'unchanged' ? 'is unchanged' : `${outcome} successfully`}`;
  const etag = etagOf(flow);
  const response = { name, file_path: flowFilePath(flow), message, runner, version, updated_at, etag, warnings };
  return new Reply(response, { etag, status: outcome === 'created' ? 201 : 200 });
});
