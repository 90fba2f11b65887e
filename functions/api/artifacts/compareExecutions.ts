import { artifactOperations } from '#shared/contract/operations/artifacts.ts';
import { compareExecutions as compare } from '#shared/services/comparison/compare-executions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withObjects } from '../../ports/objects.ts';
import { presentComparison } from './present.ts';

export const compareExecutions = endpoint(artifactOperations.compareExecutions, async ({ ctx, query }) => {
  const ids = { before: query.execution_id_before, after: query.execution_id_after };
  return presentComparison(await compare(withObjects(ctx), ids, { qid: query.qid, task: query.task_name }));
});
