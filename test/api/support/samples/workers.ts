import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

/** Raw data of a task that is about to be uploaded. */
const sampleFile = {
  task: 'CheckT1',
  task_type: 'qubit' as const,
  qid: '0',
  name: 'decay.csv',
  kind: 'raw' as const,
  content_type: 'text/csv',
  size_bytes: 12,
};

export const workersSamples = {
  listWorkers: () => ({}),
  announceWorker: ({ fresh }) => ({ body: { worker: fresh, backends: ['lab'] } }),
  claimRun: ({ fresh }) => ({
    body: { worker: fresh, backends: ['worker'], claim_key: '5d3a1f0e-58f4-4b51-9a55-6c1b6a1f0001' },
  }),
  beginPastRun: ({ chipId }) => ({
    body: {
      ...{ run_key: '6e4b2f1f-69a5-4c62-8b66-7d7c2b7f1112', flow_name: 'morning', chip_id: chipId },
      ...{ start_at: '2025-02-20T09:00:00Z', end_at: '2025-02-20T09:30:00Z' },
    },
  }),
  heartbeatRun: ({ workerRunId, workerFence: fence }) => ({ params: { flow_run_id: workerRunId }, body: { fence } }),
  getRunContext: ({ workerRunId }) => ({ params: { flow_run_id: workerRunId } }),
  reportTaskResults: ({ workerRunId, workerFence: fence }) => ({
    params: { flow_run_id: workerRunId },
    body: { fence, results: [{ task: 'CheckT1', task_type: 'qubit', qid: '0', status: 'scheduled' }] },
  }),
  createUploads: ({ workerRunId, workerFence: fence }) => ({
    params: { flow_run_id: workerRunId },
    body: { fence, files: [sampleFile] },
  }),
  appendRunLog: ({ workerRunId, workerFence: fence }) => ({
    params: { flow_run_id: workerRunId },
    body: { fence, sequence: 0, lines: [{ at: '2025-03-01T12:00:00Z', level: 'info', text: 'cold' }] },
  }),
  finishRun: ({ workerRunId, workerFence: fence }) => ({
    params: { flow_run_id: workerRunId },
    body: { fence, status: 'completed' },
  }),
  listRunLog: ({ executionId }) => ({ params: { execution_id: executionId } }),
  queueFlow: ({ flowName }) => ({ params: { name: flowName }, body: {} }),
  getRunQueue: () => ({}),
  queueTask: ({ chipId }) => ({ body: { task_name: 'CheckT1', chip_id: chipId, parameters: { qids: ['0'] } } }),
  updateQueuedRun: () => ({ body: { flow_run_id: '7d3f2c1a-9b61-5f0e-8a55-2f6d0c9b1e42', position: 1 } }),
  deleteQueuedRun: () => ({}),
} satisfies Partial<SamplesOf<typeof routes>>;
