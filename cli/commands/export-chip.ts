import { writeFile } from 'node:fs/promises';
import type { Client } from '#shared/api/client.ts';
import { leftOutText } from '#shared/devices/rules/export/left-out-text.ts';
import type { ExportChipCommand } from '../arguments.ts';
import { openConnection } from '../connection.ts';
import { explain, Failure, reasonOf } from '../failure.ts';

/** The content of an export file, and remarks about it. */
interface ExportedFile {
  text: string;
  remarks: string[];
}

/** Writes a chip or a part of it to a file or to standard output. Standard error lists what the file does not have. */
export async function exportChip(request: ExportChipCommand, env: Record<string, string | undefined>): Promise<void> {
  const { url, client } = await openConnection(env);
  const { text, remarks } = await fileOf(client, request).catch((error: unknown) => {
    throw explain(error, url);
  });
  for (const remark of remarks) console.error(remark);
  if (request.output === undefined) process.stdout.write(text);
  else
    await writeFile(request.output, text).catch((error: unknown) => {
      throw new Failure(`${request.output} cannot be written: ${reasonOf(error)}`);
    });
}

async function fileOf(client: Client, request: ExportChipCommand): Promise<ExportedFile> {
  const { chipId, format, asOf } = request;
  const params = { chip_id: chipId };
  if (format === 'yaml' || format === 'json') {
    const file = (await client.exportChip({ params, query: { format, as_of: asOf } })) as unknown as Blob;
    return { text: await file.text(), remarks: [] };
  }
  const { withinHours: within_hours, patchSize: size, qubits } = request;
  const patch =
    size === undefined
      ? undefined
      : await client.getChipBestPatch({ params, query: { size, as_of: asOf, within_hours } });
  const wanted = patch?.qubits ?? qubits;
  const found = await client.exportChipParameters({
    params,
    query: { format, as_of: asOf, within_hours, ...(wanted && { qubits: wanted }) },
  });
  const { left_out, values, simulated_values, text, document } = found;
  const stale = values.filter(({ state }) => state === 'stale').length;
  return {
    text: text ?? `${JSON.stringify(document, null, 2)}\n`,
    remarks: [
      ...left_out.map(({ target_kind: kind, ...rest }) => `Left out: ${leftOutText({ kind, ...rest })}.`),
      ...(stale > 0 ? [`${stale} of ${values.length} values are stale.`] : []),
      ...(simulated_values > 0 ? [`${simulated_values} values were simulated.`] : []),
    ],
  };
}
