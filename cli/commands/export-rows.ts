import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallOutput, Client } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import type { ExportRowsCommand } from '../arguments.ts';
import { openConnection } from '../connection.ts';
import { explain, Failure, reasonOf } from '../failure.ts';
import { createProgress, type Progress } from '../terminal.ts';

type Export = CallOutput<Registry['getExport']>;

const pollMilliseconds = 1000;

/** Requests a file of samples or task results and downloads it; progress goes to standard error. */
export async function exportRows(request: ExportRowsCommand, env: Record<string, string | undefined>): Promise<void> {
  const { url, client } = await openConnection(env);
  const progress = createProgress();
  const made = await make(client, request, progress)
    .catch((error: unknown) => {
      throw error instanceof Failure ? error : explain(error, url);
    })
    .finally(() => progress.end());
  const file = request.output ?? made.filename;
  await fetchFile(made, url, file);
  if (request.json) console.log(JSON.stringify({ ...made, link: undefined, file }, null, 2));
  else console.log(`${made.rows} rows, ${made.bytes} bytes: ${file}`);
}

async function make(client: Client, { filter, ...request }: ExportRowsCommand, progress: Progress): Promise<Export> {
  const { kind, format } = request;
  let found = await client.createExport({ body: { kind, format, ...filter } });
  while (found.status === 'queued' || found.status === 'running') {
    progress.step(`${found.status === 'queued' ? 'Waiting' : 'Writing'}: ${found.rows} rows, ${found.bytes} bytes`);
    await wait(pollMilliseconds);
    found = await client.getExport({ params: { export_id: found.export_id } });
  }
  if (found.status !== 'ready')
    throw new Failure(`The export is ${found.status}${found.message ? `: ${found.message}` : '.'}`);
  // The response to the request itself has no download address yet.
  return found.link ? found : client.getExport({ params: { export_id: found.export_id } });
}

async function fetchFile({ link }: Export, url: string, file: string): Promise<void> {
  if (!link) throw new Failure('The file of the export is gone; ask for it again.');
  const answer = await fetch(new URL(link.url, url));
  if (!answer.ok || !answer.body) throw new Failure(`The file cannot be fetched: ${url} answered ${answer.status}.`);
  await pipeline(answer.body, createWriteStream(file)).catch((error: unknown) => {
    throw new Failure(`${file} cannot be written: ${reasonOf(error)}`);
  });
}
