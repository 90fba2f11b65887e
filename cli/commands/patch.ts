import type { Client } from '#shared/api/client.ts';
import { pythonList } from '#shared/devices/rules/export/compiler/format-names.ts';
import { openConnection } from '../connection.ts';
import { explain } from '../failure.ts';

type Patch = Awaited<ReturnType<Client['getChipBestPatch']>>;

/** Finds the best connected patch of a chip. The list goes to standard output, its basis to standard error. */
export async function patch(
  request: { chipId: string; size: number; exclude: string[]; asOf: string | undefined; json: boolean },
  env: Record<string, string | undefined>,
): Promise<void> {
  const { url, client } = await openConnection(env);
  const { size, exclude, asOf } = request;
  const found = await client
    .getChipBestPatch({
      params: { chip_id: request.chipId },
      query: { size, as_of: asOf, ...(exclude.length > 0 ? { exclude } : {}) },
    })
    .catch((error: unknown) => {
      throw explain(error, url);
    });
  if (request.json) return console.log(JSON.stringify(found, null, 2));
  console.log(pythonList(found.qubits));
  console.error(describePatch(found));
}

function describePatch(found: Patch): string {
  const stale = found.values.filter(({ state }) => state === 'stale').length;
  const search = found.search_finished ? 'approximate' : `approximate, ended after ${found.most_steps} steps`;
  const { qubits, couplings } = found.left_out;
  return [
    `Score ${found.score.toFixed(4)}, ${found.exact ? 'exact' : search}.`,
    `Couplings: ${found.couplings.join(' ') || 'none'}`,
    `${stale} of ${found.values.length} values are stale.`,
    `Left out: ${qubits.length} qubits, ${couplings.length} couplings.`,
  ].join('\n');
}
