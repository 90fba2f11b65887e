import { flowOperations } from '#shared/contract/operations/flows.ts';
import * as read from '#shared/services/flows/read-flow.ts';
import { endpoint } from '../../http/endpoint.ts';
import { indexedPageOf } from '../page.ts';
import { presentFlowSummary } from './present.ts';

export const listFlows = endpoint(flowOperations.listFlows, async ({ ctx, query }) => {
  const page = await read.listFlows(ctx, query);
  return { flows: page.records.map(presentFlowSummary), ...indexedPageOf(page) };
});
