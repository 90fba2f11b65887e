import { executionOperations } from '#shared/contract/operations/executions.ts';
import { listExecutions as list } from '#shared/services/runs/list-executions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentSummary } from './present.ts';

export const listExecutions = endpoint(executionOperations.listExecutions, async ({ ctx, query }) => {
  const { chip_id: chipId, status, flow_name: flowName, start_at: startFrom, cooldown_id: cooldownId } = query;
  const page = await list(ctx, { chipId, status, flowName, startFrom, cooldownId }, query);
  return { executions: page.records.map(presentSummary), ...pageOf(page), complete_until: page.completeUntil };
});
