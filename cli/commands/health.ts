import type { Client } from '#shared/api/client.ts';
import { openConnection } from '../connection.ts';
import { explain } from '../failure.ts';
import { formatTable } from '../terminal.ts';

type QubitHealth = Awaited<ReturnType<Client['getChipHealth']>>['qubits'][string];

/** Shows the health of a chip's qubits: the worst first, unknown ones last. */
export async function health(
  request: { chipId: string; asOf: string | undefined; json: boolean },
  env: Record<string, string | undefined>,
): Promise<void> {
  const { url, client } = await openConnection(env);
  const found = await client
    .getChipHealth({ params: { chip_id: request.chipId }, query: { as_of: request.asOf } })
    .catch((error: unknown) => {
      throw explain(error, url);
    });
  if (request.json) return console.log(JSON.stringify(found, null, 2));
  const rows = Object.entries(found.qubits).sort(([, a], [, b]) => (a.health ?? 2) - (b.health ?? 2));
  console.log(formatTable([heading, ...rows.map(cells)]));
}

const heading = ['QUBIT', 'HEALTH', 'LIMITED BY', 'SHARE', 'KNOWN', 'STALE', 'FAULTY', 'MISSING'];

const cells = ([qid, qubit]: [string, QubitHealth]): string[] => [
  qid,
  number(qubit.health),
  qubit.limited_by ?? '-',
  number(qubit.limiting_share),
  `${qubit.known} of ${qubit.of}`,
  `${qubit.values.filter(({ state }) => state === 'stale').length} of ${qubit.values.length}`,
  qubit.faulty.join(' ') || '-',
  qubit.missing.join(' ') || '-',
];

const number = (value: number | null): string => (value === null ? '-' : value.toFixed(3));
