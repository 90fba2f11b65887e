import { flowOperations } from '#shared/contract/operations/flows.ts';
import { readFlowVersion } from '#shared/services/flows/read-flow.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentVersion } from './present.ts';

export const getFlowVersion = endpoint(flowOperations.getFlowVersion, async ({ ctx, params }) =>
  presentVersion(await readFlowVersion(ctx, params.name, params.version)),
);
