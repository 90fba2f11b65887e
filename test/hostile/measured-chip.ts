import type { Client } from '#shared/api/client.ts';
import { deviceDocuments } from '#test/support/devices/made-device.ts';

const dayMilliseconds = 86_400_000;
/** Days ago on which everything was measured. */
const days = [28, 21, 14, 10, 7, 5, 3, 1];

/** A chip of 133 qubits whose values were measured eight times within a month, each time a little different. */
export async function measuredChip(api: Client, chipId: string): Promise<void> {
  for (const [n, ago] of days.entries()) {
    const date = new Date(Date.now() - ago * dayMilliseconds).toISOString();
    const documents = deviceDocuments('heavy-hex-133', date) as {
      conf: object;
      props: { qubits: { value: number }[][] };
    };
    for (const [qid, parameters] of documents.props.qubits.entries())
      for (const parameter of parameters) parameter.value *= 1 + 0.03 * Math.sin(qid + 3 * n);
    await api.importChip({ body: { format: 'ibm', chip_id: chipId, documents } });
  }
}
