import { nowOf } from '#shared/context.ts';
import { executionOperations } from '#shared/contract/operations/executions.ts';
import { listExecutions as list } from '#shared/services/runs/list-executions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { pageOf } from '../page.ts';
import { presentListed } from './present.ts';

export const listExecutions = endpoint(executionOperations.listExecutions, async ({ ctx, query }) => {
  const { chip_id: chipId, flow_name: flowName, start_at: startFrom, cooldown_id: cooldownId, ...others } = query;
  const { status, username } = others;
  const begun = nowOf(ctx);
  const page = await list(ctx, { chipId, status, flowName, startFrom, cooldownId, username }, query);
  const answer = { executions: page.records.map(presentListed), ...pageOf(page), complete_until: page.completeUntil };
  return new Reply(answer, { untagged: page.completeUntil < begun });
});
