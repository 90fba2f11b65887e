import { vi } from 'vitest';
import type { Client } from '#shared/api/client.ts';
import { SOUND } from '#test/support/runs/simulation.ts';

/**
 * Starts the one-qubit check on the chip `qpu-1`, which is made with its flow if they are not there yet. Its tasks are done on
 * sound targets and none fails by chance, unless the parameters ask for that.
 */
export async function startOneQubitCheck(api: Client, parameters: Record<string, unknown>): Promise<string> {
  const { flows } = await api.listFlows();
  if (flows.length === 0) {
    const { code, runner, default_parameters, description } = await api.getFlowTemplate({
      params: { template_id: 'check_one_qubit' },
    });
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-16' } });
    await api.saveFlow({ body: { name: 'check', code, runner, default_parameters, description, chip_id: 'qpu-1' } });
  }
  const body = { parameters: { ...SOUND, ...parameters } };
  return (await api.executeFlow({ params: { name: 'check' }, body })).execution_id;
}

/** A run once it has ended. */
export const runEnded = (api: Client, execution_id: string) =>
  vi.waitFor(
    async () => {
      const execution = await api.getExecution({ params: { execution_id } });
      if (execution.end_at === null) throw new Error(`run ${execution_id} goes on`);
      return execution;
    },
    { timeout: 300_000, interval: 500 },
  );
