import type { Client } from '#shared/contract/client.ts';

/** Starts the one-qubit check on the chip `qpu-1`, which is made with its flow if they are not there yet. */
export async function startOneQubitCheck(api: Client, parameters: Record<string, unknown>): Promise<string> {
  const { flows } = await api.listFlows();
  if (flows.length === 0) {
    const { code, runner, default_parameters, description } = await api.getFlowTemplate({
      params: { template_id: 'check_one_qubit' },
    });
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-16' } });
    await api.saveFlow({ body: { name: 'check', code, runner, default_parameters, description, chip_id: 'qpu-1' } });
  }
  return (await api.executeFlow({ params: { name: 'check' }, body: { parameters } })).execution_id;
}
