import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readMeasuringRuns } from '#shared/services/provenance/recent.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getRecentExecutions = endpoint(provenanceOperations.getRecentExecutions, async ({ ctx, query }) => {
  const runs = await readMeasuringRuns(ctx, query.limit);
  const executions = runs.map(({ executionId, startAt, createdAt, chipId }) => ({
    execution_id: executionId,
    valid_from: startAt ?? createdAt,
    chip_id: chipId,
  }));
  return { executions };
});
