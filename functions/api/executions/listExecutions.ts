import { executionOperations } from '#shared/contract/operations/executions.ts';
import { listExecutions as list } from '#shared/services/runs/list-executions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentListed } from './present.ts';

export const listExecutions = endpoint(executionOperations.listExecutions, async ({ ctx, query }) => {
  const { chip_id: chipId, flow_name: flowName, start_at: startFrom, cooldown_id: cooldownId, ...others } = query;
  const { status, username } = others;
  const page = await list(ctx, { chipId, status, flowName, startFrom, cooldownId, username }, query);
  return { executions: page.records.map(presentListed), ...pageOf(page), complete_until: page.completeUntil };
});
