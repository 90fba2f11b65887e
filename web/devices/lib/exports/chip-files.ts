import { api } from '../../../ui/lib/api/api.ts';
import type { Past } from '../../../ui/lib/api/past.ts';
import { compilerFormats } from './hand-over.ts';

/** What a chip can be downloaded as, and how a person reads it. */
export const chipFileFormats = {
  yaml: 'YAML, with everything that an import takes back',
  json: 'JSON, the same',
  ...compilerFormats,
  'samples-csv': 'Samples as CSV',
  'samples-parquet': 'Samples as Parquet',
  'task_results-csv': 'Task results as CSV',
  'task_results-parquet': 'Task results as Parquet',
} as const;

export type ChipFileFormat = keyof typeof chipFileFormats;

/** A file, and its name. */
export interface ChipFile {
  fileName: string;
  blob: Blob;
}

/** For a format that is made as a job: the content and the file format. */
export function jobOf(
  format: ChipFileFormat,
): { kind: 'samples' | 'task_results'; format: 'csv' | 'parquet' } | undefined {
  const [, kind, as] = /^(samples|task_results)-(csv|parquet)$/.exec(format) ?? [];
  return kind && as ? ({ kind, format: as } as ReturnType<typeof jobOf>) : undefined;
}

/** Formats that tell of a chip as of an instant. */
export const formatsOfPast = (Object.keys(chipFileFormats) as ChipFileFormat[]).filter(
  (format) => jobOf(format) === undefined,
);

/** A chip as a file of its own format, at a past time if one is given. */
export async function chipFile(
  chipId: string,
  format: 'yaml' | 'json',
  past?: Pick<Past, 'at' | 'asOf'>,
): Promise<ChipFile> {
  const query = { as_of: past?.asOf, format };
  const blob = (await api.exportChip({ params: { chip_id: chipId }, query })) as unknown as Blob;
  const name = past ? `${chipId}-${past.at.slice(0, 10)}` : chipId;
  return { fileName: `${name}.${format}`, blob };
}
