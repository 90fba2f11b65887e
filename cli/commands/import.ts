import { randomUUID } from 'node:crypto';
import { ApiError } from '#shared/contract/client.ts';
import { openConnection } from '../connection.ts';
import { type DocumentKind, type IbmDocuments, readIbmDocuments } from '../documents.ts';
import { explain, Failure } from '../failure.ts';
import { createProgress } from '../terminal.ts';

/** What to import, and how to show what came of it. */
export interface ImportRequest {
  format: 'ibm';
  chipId: string;
  files: readonly string[];
  json: boolean;
}

/**
 * Imports a device's published documents: the answer goes to standard output,
 * warnings and progress to standard error.
 */
export async function importDevice(request: ImportRequest, env: Record<string, string | undefined>): Promise<void> {
  const read = await readIbmDocuments(request.files);
  const { url, client } = await openConnection(env);
  const progress = createProgress();
  progress.step(`Importing '${request.chipId}' into ${url}`);
  const { format, chipId } = request;
  const result = await client
    .importChip({
      body: { format, chip_id: chipId, documents: read.documents },
      // The same key on every try: a repeat after a lost answer is answered, not carried out again.
      headers: { 'idempotency-key': randomUUID() },
    })
    .catch((error: unknown) => {
      throw explainImport(error, read, url);
    })
    .finally(() => progress.end());
  for (const warning of result.warnings) if (!request.json) console.error(`Warning: ${warning}`);
  if (request.json) console.log(JSON.stringify(result, null, 2));
  else
    console.log(
      `${result.created ? 'Created' : 'Updated'} chip '${result.chip_id}': ${result.qubits} qubits, ` +
        `${result.couplings} couplings.\n${result.values} values imported, ${result.unchanged} unchanged, ` +
        `${result.faulty} marked faulty, ${result.missing} missing.\n${url}/chips/${encodeURIComponent(result.chip_id)}`,
    );
}

/** A refused document: each problem under the name of the file and the path in it. */
function explainImport(error: unknown, { files }: IbmDocuments, url: string): Failure {
  const problems = error instanceof ApiError && error.status === 400 ? error.errors : [];
  if (!(error instanceof ApiError) || problems.length === 0) return explain(error, url);
  const lines = problems.map(({ path, message }) => `  ${locate(path, files)}: ${message}`);
  return new Failure(`${url} answered ${error.status}: nothing was imported.\n${lines.join('\n')}`);
}

function locate(path: string, files: Record<DocumentKind, string>): string {
  const match = /^body\.documents\.(conf|props)\b\.?(.*)$/.exec(path);
  if (!match) return path;
  const file = files[match[1] as DocumentKind];
  return match[2] ? `${file}: ${match[2]}` : file;
}
