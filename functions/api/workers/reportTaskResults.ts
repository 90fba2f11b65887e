import { workerOperations } from '#shared/contract/operations/workers.ts';
import { reportResults } from '#shared/services/workers/report-results.ts';
import { endpoint } from '../../http/endpoint.ts';
import { parseUnderClaim } from '../under-claim.ts';
import { parseResult, presentReported } from './present.ts';

export const reportTaskResults = endpoint(workerOperations.reportTaskResults, async ({ ctx, params, body }) => {
  const report = { ...parseUnderClaim(body), results: body.results.map(parseResult) };
  const { results, stop } = await reportResults(ctx, params.flow_run_id, report);
  return { results: presentReported(body.results, results), stop };
});
