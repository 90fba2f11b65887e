import { flowOperations } from '#shared/contract/operations/flows.ts';
import { reExecute } from '#shared/services/flows/re-execute.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentStartedRun } from '../started-run.ts';

export const reExecuteFromSnapshot = endpoint(
  flowOperations.reExecuteFromSnapshot,
  async ({ ctx, params, headers, body }) => {
    const run = await reExecute(orchestrated(ctx), {
      executionId: params.execution_id,
      flowName: body.flow_name ?? undefined,
      overrides: body.parameter_overrides ?? {},
      sameVersion: body.from_snapshot_version ?? true,
      requestKey: headers['idempotency-key'],
    });
    return presentStartedRun(ctx, run);
  },
);
