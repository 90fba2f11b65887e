import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { yamlBody } from '#shared/api/body-files.ts';
import { isOffered, notOfferedText } from '#shared/api/offered.ts';
import type { OfferedId } from '#shared/api/routes.ts';
import { type Connection, openConnection } from '../connection.ts';
import { explain, Failure, reasonOf, usageError } from '../failure.ts';
import { readStandardInput } from '../terminal.ts';
import { formatAnswer } from './answer.ts';
import { type DescribedOperation, describedOperation, takesBody } from './described.ts';
import { fieldsOf } from './fields.ts';
import type { FoundOperation } from './find.ts';
import { operationHelp } from './help.ts';
import { type Page, withAllPages } from './pages.ts';
import { type OperationRequest, requestOf } from './request.ts';

type Env = Record<string, string | undefined>;
/** Only paged operations are known to return an object. */
type Call = (input: object) => Promise<Page>;

/** Calls the operation of a command line and prints the response. */
export async function callOperation(found: FoundOperation, env: Env): Promise<void> {
  const operation = describedOperation(found.operationId);
  if (!operation) throw usageError(`The API has no operation '${found.operationId}'. \`npx fiducial api\` lists them.`);
  if (!isOffered(operation.operationId)) throw usageError(notOfferedText(operation.operationId));
  const request = requestOf(operation, found);
  if (request.help) return console.log(operationHelp(operation, found));
  const body = await withFiles(operation, await bodyOf(request));
  const connection = await openConnection(env, { fileTypes: fileTypesOf(operation), once: !isRepeatable(operation) });
  const answer = await answerOf(connection, operation, { request, body }).catch((error: unknown) => {
    throw explain(error, connection.url);
  });
  if (answer instanceof Blob) return writeFileOf(answer, request.output);
  const text = request.json ? JSON.stringify(answer ?? null, null, 2) : formatAnswer(answer, found.named);
  if (request.output === undefined) console.log(text);
  else await writeFileOf(new Blob([`${text}\n`]), request.output);
  if (request.json || request.all) return;
  const cursor = (answer as { next_cursor?: string | null } | undefined)?.next_cursor;
  if (cursor) console.error('There are more: --all lists them all, and --limit as many as an answer holds.');
}

/** Builds the body. Fields given by flags override those of the document. */
async function bodyOf({ bodyFrom, fields }: OperationRequest): Promise<unknown> {
  if (bodyFrom === undefined) return fields;
  const text = await bodyText(bodyFrom);
  const document = parsedBody(text, bodyFrom);
  if (Object.keys(fields).length === 0) return document;
  if (document === null || typeof document !== 'object' || Array.isArray(document))
    throw usageError('--body is not an object, so flags cannot add to it.');
  return { ...document, ...fields };
}

const cannotBeRead = (path: string) => (error: unknown) => {
  throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
};

/** Replaces each file name with the file itself. */
async function withFiles(operation: DescribedOperation, body: unknown): Promise<unknown> {
  const files = fieldsOf(operation).filter(({ kind }) => kind === 'file');
  if (files.length === 0 || body === null || typeof body !== 'object') return body;
  const filled: Record<string, unknown> = { ...body };
  for (const { name } of files) {
    const path = String(filled[name]);
    filled[name] = new Blob([await readFile(path).catch(cannotBeRead(path))]);
  }
  return filled;
}

const bodyText = (from: string): Promise<string> => {
  if (/^\s*[[{]/.test(from)) return Promise.resolve(from);
  if (from === '-') return readStandardInput();
  return readFile(from, 'utf8').catch(cannotBeRead(from));
};

function parsedBody(text: string, from: string): unknown {
  const yaml = yamlBody(from, text);
  if (yaml && 'problem' in yaml) throw usageError(`--body ${from} is not valid YAML: ${yaml.problem}`);
  if (yaml) return yaml.value;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`--body ${from} is not valid JSON: ${reasonOf(error)}`);
  }
}

const takesKey = ({ parameters = [] }: DescribedOperation): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key');

/** What may be repeated after a lost connection: reads, and requests with an idempotency key. */
const isRepeatable = (operation: DescribedOperation): boolean => operation.isRead || takesKey(operation);

function fileTypesOf({ responses }: DescribedOperation): string[] {
  return Object.keys(responses['200']?.content ?? {});
}

async function answerOf(
  { client }: Connection,
  operation: DescribedOperation,
  { request, body }: { request: OperationRequest; body: unknown },
): Promise<unknown> {
  const call = client[operation.operationId as OfferedId] as Call;
  const input = {
    ...{ params: request.params, query: request.query },
    ...(takesBody(operation) ? { body } : {}),
    ...(takesKey(operation) ? { headers: { 'idempotency-key': randomUUID() } } : {}),
  };
  const first = await call(input);
  if (!request.all) return first;
  return withAllPages(first, (cursor) => call({ ...input, query: { ...request.query, cursor } }));
}

async function writeFileOf(file: Blob, output: string | undefined): Promise<void> {
  const bytes = Readable.fromWeb(file.stream() as never);
  if (output === undefined) return pipeline(bytes, process.stdout, { end: false });
  await pipeline(bytes, createWriteStream(output)).catch((error: unknown) => {
    throw new Failure(`${output} cannot be written: ${reasonOf(error)}`);
  });
}
