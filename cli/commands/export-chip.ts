import { writeFile } from 'node:fs/promises';
import type { Client } from '#shared/contract/client.ts';
import type { ExportChipCommand } from '../arguments.ts';
import { openConnection } from '../connection.ts';
import { explain, Failure, reasonOf } from '../failure.ts';

/** The content of an export file, and remarks about it. */
interface ExportedFile {
  text: string;
  remarks: string[];
}

/** Writes a chip to a file or to standard output. Standard error lists what the format cannot express. */
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

async function fileOf(client: Client, { chipId, format, asOf }: ExportChipCommand): Promise<ExportedFile> {
  const params = { chip_id: chipId };
  if (format === 'device-topology') return deviceOf(client, chipId);
  if (format === 'qibolab' || format === 'quam') {
    const found = await client.exportChipParameters({ params, query: { format, as_of: asOf } });
    const remarks = found.left_out.map(
      ({ target_kind, field, reason, targets }) =>
        `Left out: ${field} of ${count(targets.length, target_kind)}: ${reason}.`,
    );
    return { text: pretty(found.document), remarks };
  }
  const file = (await client.exportChip({ params, query: { format, as_of: asOf } })) as unknown as Blob;
  return { text: await file.text(), remarks: [] };
}

/** Returns only the device; the remarks next to it are not part of the format. */
async function deviceOf(client: Client, chip_id: string): Promise<ExportedFile> {
  const { left_out, substituted, simulated_values, ...device } = await client.getDeviceTopology({ body: { chip_id } });
  const remarks = [
    ...left_out.map(({ target_kind, target_id, reason }) => `Left out: ${target_kind} ${target_id}: ${reason}.`),
    ...substituted.map(
      ({ target_kind, target_id, field, value, reason }) =>
        `Not known: ${field} of ${target_kind} ${target_id} (${reason.replaceAll('_', ' ')}); using ${value} instead.`,
    ),
    ...(simulated_values > 0 ? [`${simulated_values} numbers were simulated.`] : []),
  ];
  return { text: pretty(device), remarks };
}

const pretty = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
const count = (number: number, noun: string): string => `${number} ${number === 1 ? noun : `${noun}s`}`;
