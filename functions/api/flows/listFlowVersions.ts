import { flowOperations } from '#shared/contract/operations/flows.ts';
import * as read from '#shared/services/flows/read-flow.ts';
import { endpoint } from '../../http/endpoint.ts';
import { indexedPageOf } from '../page.ts';
import { presentVersionRow } from './present.ts';

export const listFlowVersions = endpoint(flowOperations.listFlowVersions, async ({ ctx, params, query }) => {
  const page = await read.listFlowVersions(ctx, params.name, query);
  return { versions: page.records.map(presentVersionRow), ...indexedPageOf(page) };
});
