import { flowOperations } from '#shared/contract/operations/flows.ts';
import { etagOf, readFlow } from '#shared/services/flows/read-flow.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { presentFlow } from './present.ts';

export const getFlow = endpoint(flowOperations.getFlow, async ({ ctx, params }) => {
  const found = await readFlow(ctx, params.name);
  return new Reply(presentFlow(found), { etag: etagOf(found.flow) });
});
