import type { executionsRoutes } from '#shared/contract/routes/executions.ts';
import type { SamplesOf } from './sample.ts';

export const executionsSamples: SamplesOf<typeof executionsRoutes> = {
  listExecutions: () => ({}),
  getExecutionLockStatus: () => ({}),
  forceUnlockExecution: () => ({ body: {} }),
  getExecution: ({ executionId }) => ({ params: { execution_id: executionId } }),
  cancelExecution: ({ flowRunId }) => ({ params: { flow_run_id: flowRunId } }),
  getChipDates: ({ chipId }) => ({ params: { chip_id: chipId } }),
};
