import type { Client } from '#shared/api/client.ts';
import { openConnection } from '../connection.ts';
import { explain } from '../failure.ts';
import { formatTable } from '../terminal.ts';

type ChipRow = Awaited<ReturnType<Client['listChips']>>['chips'][number];

/** Lists all chips of the project. */
export async function chips(request: { json: boolean }, env: Record<string, string | undefined>): Promise<void> {
  const { url, client } = await openConnection(env);
  const rows = await allChips(client).catch((error: unknown) => {
    throw explain(error, url);
  });
  if (request.json) console.log(JSON.stringify({ chips: rows }, null, 2));
  else console.log(rows.length === 0 ? 'The project has no chips.' : formatTable([heading, ...rows.map(cells)]));
}

const heading = ['CHIP', 'QUBITS', 'COUPLINGS', 'TOPOLOGY', 'LAST CALIBRATED'];

const cells = (chip: ChipRow): string[] => [
  chip.chip_id,
  String(chip.qubit_count),
  String(chip.coupling_count),
  chip.topology_id ?? '-',
  chip.last_calibrated_at ?? 'never',
];

async function allChips(client: Client): Promise<ChipRow[]> {
  const rows: ChipRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listChips({ query: { limit: 100, cursor } });
    rows.push(...page.chips);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
