import { randomUUID } from 'node:crypto';
import { ApiError, type CallInput, type CallOutput } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import type { Recognized } from '#shared/devices/contract/files/recognize-files.ts';
import type { ImportCommand } from '../arguments.ts';
import { openConnection } from '../connection.ts';
import { readDeviceFiles } from '../documents.ts';
import { explain, Failure } from '../failure.ts';
import { pageUrl } from '../page-url.ts';
import { createProgress } from '../terminal.ts';

type Body = CallInput<Registry['importChip']>['body'];
type Outcome = CallOutput<Registry['importChip']>;
type Preview = CallOutput<Registry['previewChipImport']>;

/**
 * Imports a device's documents, or previews the import. The result goes to standard output; warnings and progress go to
 * standard error.
 */
export async function importDevice(request: ImportCommand, env: Record<string, string | undefined>): Promise<void> {
  const read = await readDeviceFiles(request.files, request);
  const connection = await openConnection(env);
  const { url, client } = connection;
  const progress = createProgress();
  progress.step(`${request.isPreview ? 'Reading' : 'Importing'} '${request.chipId}' into ${url}`);
  // The service parses the documents as the detected format, and reports what is wrong with them.
  const { chipId, technology } = request;
  const body = { format: read.format, chip_id: chipId, documents: read.documents, technology } as Body;
  // All attempts share a key, so a repeat after a lost response returns the first result.
  const input = { body, headers: { 'idempotency-key': randomUUID() } };
  const result = await (request.isPreview ? client.previewChipImport({ body }) : client.importChip(input))
    .catch((error: unknown) => {
      throw explainImport(error, read, url);
    })
    .finally(() => progress.end());
  if (!request.json) for (const line of judgedLines(result)) console.error(line);
  for (const warning of result.warnings) if (!request.json) console.error(`Warning: ${warning}`);
  if (!request.json) for (const line of leftOutLines(result)) console.error(line);
  if (request.json) console.log(JSON.stringify(result, null, 2));
  else if (isPreview(result)) console.log(previewText(result));
  else {
    const { chip_id } = result;
    const readChip = () => client.getChip({ params: { chip_id }, query: { include: 'none' } });
    const page = await pageUrl(connection, `/chips/${encodeURIComponent(chip_id)}`, readChip);
    console.log(`${outcomeText(result)}\n${page}`);
  }
}

const isPreview = (result: Outcome | Preview): result is Preview => 'metrics' in result;

const outcomeText = (result: Outcome): string =>
  `${result.created ? 'Created' : 'Updated'} chip '${result.chip_id}': ${countsText(result)}.\n` +
  `${result.values} values imported, ${restText(result)}.`;

function previewText(result: Preview): string {
  const head =
    `${result.created ? 'Would create' : 'Would update'} chip '${result.chip_id}' of ${result.device_name}: ` +
    `${countsText(result)}.\n${result.values} values would be imported, ${restText(result)}.`;
  const rows = result.metrics.map((metric) => {
    const range = metric.smallest === null ? '-' : `${metric.smallest} to ${metric.largest} ${metric.unit}`.trimEnd();
    const { target_kind, metric_key, values, targets, oldest_at, newest_at } = metric;
    return `${metric_key} (${target_kind}): ${values} values of ${targets}, ${range}, ${oldest_at} to ${newest_at}`;
  });
  return [head, ...rows].join('\n');
}

const countsText = ({ qubits, couplings }: Outcome): string => `${qubits} qubits, ${couplings} couplings`;
const restText = ({ unchanged, faulty, missing }: Outcome): string =>
  `${unchanged} unchanged, ${faulty} marked faulty, ${missing} missing`;

/** Lists what was left out of the documents, a line per kind. */
const leftOutLines = ({ left_out }: Outcome | Preview): string[] =>
  left_out.map(({ path, reason, count }) => {
    const others = count === 1 ? '' : ` (${count} entries)`;
    return `Left out: ${path} ${reason}${others}`;
  });

/** Lists the write gate's verdicts, a line per value (rule GATE-7). */
function judgedLines(result: Outcome | Preview): string[] {
  const { held, rejected, noted, judged_values: judged } = result;
  const total = held + rejected + noted;
  if (total === 0) return [];
  const verb = isPreview(result) ? 'Would be held' : 'Held';
  const lines = judged.map(
    ({ target_type: kind, qid, metric, value, unit, state, reason }) =>
      `  ${state}: ${kind} ${qid} ${metric} ${`${value ?? ''} ${unit}`.trim()}: ${reason}`,
  );
  const rest = judged.length < total ? [`  and ${total - judged.length} more`] : [];
  return [`${verb}: ${held}, rejected: ${rejected}, counted with a remark: ${noted}.`, ...lines, ...rest];
}

/** Explains a refused document: each problem with the file name and the path in it. */
function explainImport(error: unknown, { files }: Recognized, url: string): Failure {
  const problems = error instanceof ApiError && error.status === 400 ? error.errors : [];
  if (!(error instanceof ApiError) || problems.length === 0) return explain(error, url);
  const lines = problems.map(({ path, message }) => `  ${locate(path, files)}: ${message}`);
  return new Failure(`${url} answered ${error.status}: nothing was imported.\n${lines.join('\n')}`);
}

function locate(path: string, files: Record<string, string>): string {
  const match = /^body\.documents\.([a-z_]+)\b\.?(.*)$/.exec(path);
  const file = files[match?.[1] ?? ''];
  if (!match || file === undefined) return path;
  return match[2] ? `${file}: ${match[2]}` : file;
}
