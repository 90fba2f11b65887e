import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const executionsSamples = {
  listExecutions: () => ({}),
  getExecutionLockStatus: () => ({}),
  forceUnlockExecution: () => ({ body: {} }),
  getExecution: ({ executionId }) => ({ params: { execution_id: executionId } }),
  cancelExecution: ({ flowRunId }) => ({ params: { flow_run_id: flowRunId } }),
  getChipDates: ({ chipId }) => ({ params: { chip_id: chipId } }),
} satisfies Partial<SamplesOf<typeof routes>>;
