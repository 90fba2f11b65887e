import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { CallInput, Client } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';

type Result = CallInput<Registry['reportTaskResults']>['body']['results'][number];
type Reported = Omit<Result, 'status' | 'start_at' | 'end_at'> & Partial<Pick<Result, 'status'>>;
type Trace = NonNullable<CallInput<Registry['heartbeatRun']>['body']['trace']>;

/** Starts the flow `lab` of a worker on a chip, and claims its run as a worker does. */
export async function claimLabRun(api: Client, chip_id: string, start: { persist?: boolean } = {}) {
  await api.saveFlow({ body: { name: 'lab', chip_id, code: 'def lab(): pass', runner: 'worker' } });
  const { flow_run_id, execution_id } = await api.executeFlow({ params: { name: 'lab' }, body: start });
  const body = { worker: 'lab-1', backends: ['worker'], claim_key: randomUUID(), software: 'test 1' };
  const run = await vi.waitFor(
    async () => {
      const claimed = (await api.claimRun({ body })).run;
      if (claimed?.execution_id !== execution_id) throw new Error(`run ${execution_id} is not offered yet`);
      return claimed;
    },
    { timeout: 300_000 },
  );
  const { fence } = run;
  const params = { flow_run_id };
  return {
    executionId: execution_id,
    sendTrace: (trace: Trace) => api.heartbeatRun({ params, body: { fence, trace } }),
    /** Reports results that ended now, completed unless said otherwise; answers their ids. */
    async report(...results: Reported[]): Promise<string[]> {
      const at = new Date().toISOString();
      const ended = results.map((one) => ({ status: 'completed' as const, start_at: at, end_at: at, ...one }));
      const answer = await api.reportTaskResults({ params, body: { fence, results: ended } });
      return answer.results.map(({ task_id }) => task_id);
    },
    async finish(): Promise<void> {
      await api.finishRun({ params, body: { fence, status: 'completed' } });
      await vi.waitFor(
        async () => {
          if ((await api.getExecutionLockStatus()).lock) throw new Error('the lock is held');
        },
        { timeout: 300_000 },
      );
    },
  };
}
