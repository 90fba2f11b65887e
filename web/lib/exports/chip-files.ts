import { api, type ResponseBody } from '../api/api.ts';
import type { Past } from '../api/past.ts';

/** What a chip can be downloaded as, and how a person reads it. */
export const chipFileFormats = {
  yaml: 'YAML, with everything that an import takes back',
  json: 'JSON, the same',
  'device-topology': 'OQTOPUS device topology',
  qibolab: 'qibolab calibration',
  quam: 'QuAM state',
  'samples-csv': 'Samples as CSV',
  'samples-parquet': 'Samples as Parquet',
  'task_results-csv': 'Task results as CSV',
  'task_results-parquet': 'Task results as Parquet',
} as const;

export type ChipFileFormat = keyof typeof chipFileFormats;

/** A file, and in sentences what it does not carry. */
export interface ChipFile {
  fileName: string;
  blob: Blob;
  remarks: string[];
}

/** For a format that is made as a job: the content and the file format. */
export function jobOf(
  format: ChipFileFormat,
): { kind: 'samples' | 'task_results'; format: 'csv' | 'parquet' } | undefined {
  const [, kind, as] = /^(samples|task_results)-(csv|parquet)$/.exec(format) ?? [];
  return kind && as ? ({ kind, format: as } as ReturnType<typeof jobOf>) : undefined;
}

/** Formats that tell of a chip as of an instant. */
export const formatsOfPast: readonly ChipFileFormat[] = ['yaml', 'json', 'qibolab', 'quam'];

/** A chip as a file of a format that is answered at once; of a past time if the format is among `formatsOfPast`. */
export async function chipFile(
  chipId: string,
  format: ChipFileFormat,
  past?: Pick<Past, 'at' | 'asOf'>,
): Promise<ChipFile> {
  const query = { as_of: past?.asOf };
  const params = { chip_id: chipId };
  if (format === 'device-topology') return deviceFile(await api.getDeviceTopology({ body: { chip_id: chipId } }));
  if (format === 'qibolab' || format === 'quam') {
    const found = await api.exportChipParameters({ params, query: { ...query, format } });
    const remarks = found.left_out.map(
      ({ field, target_kind, targets, reason }) => `${field} of ${targets.length} ${target_kind}s: ${reason}`,
    );
    return { fileName: found.filename, blob: jsonBlob(found.document), remarks };
  }
  const as = format === 'json' ? 'json' : 'yaml';
  const blob = (await api.exportChip({ params, query: { ...query, format: as } })) as unknown as Blob;
  const name = past ? `${chipId}-${past.at.slice(0, 10)}` : chipId;
  return { fileName: `${name}.${as}`, blob, remarks: [] };
}

/** The device alone, without the remarks about it, which are not part of the format. */
function deviceFile({
  left_out,
  substituted,
  simulated_values,
  ...device
}: ResponseBody<'getDeviceTopology'>): ChipFile {
  const remarks = [
    ...left_out.map(({ target_kind, target_id, reason }) => `${target_kind} ${target_id}: ${reason}`),
    ...(substituted.length > 0
      ? [`${substituted.length} numbers are unknown or older than a day; the defaults of QDash replace them`]
      : []),
    ...(simulated_values > 0 ? [`${simulated_values} numbers were simulated`] : []),
  ];
  return { fileName: 'device_topology.json', blob: jsonBlob(device), remarks };
}

const jsonBlob = (document: unknown): Blob =>
  new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' });
