import { parseArgs } from 'node:util';
import { usageError } from '../failure.ts';
import { type DescribedOperation, takesBody } from './described.ts';
import { type Field, fieldsOf, isPaged, takenWithoutFlag } from './fields.ts';
import type { FoundOperation } from './find.ts';

/** A parsed command line that calls an operation. */
export interface OperationRequest {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  /** Fields given by flags; they override those of `bodyFrom`. */
  fields: Record<string, unknown>;
  /** JSON, the path of a JSON or YAML file, or `-` for standard input. */
  bodyFrom: string | undefined;
  /** File for the response. */
  output: string | undefined;
  json: boolean;
  all: boolean;
  help: boolean;
}

/**
 * Parses the arguments after the words of a command.
 * @throws Failure with exit code 2 that names what is missing or invalid.
 */
export function requestOf(operation: DescribedOperation, { words, named, rest }: FoundOperation): OperationRequest {
  const fields = fieldsOf(operation);
  const { values, positionals } = parsed(rest, fields);
  const own = {
    ...{ json: values.json === true, all: values.all === true, help: values.help === true },
    ...{ bodyFrom: textOf(values.body), output: textOf(values.output) },
  };
  const request: OperationRequest = { params: {}, query: {}, fields: {}, ...own };
  if (request.help) return request;
  if (request.all && !isPaged(fields)) throw usageError(`'${words}' has no option --all.`);
  if (request.bodyFrom !== undefined && !takesBody(operation)) throw usageError(`'${words}' has no option --body.`);
  const taken = takenWithoutFlag(fields, named);
  for (const [place, text] of positionals.entries()) {
    const field = fields.find(({ name }) => name === taken[place]);
    if (!field) throw usageError(`'${words}' takes no argument '${text}'.`);
    if (values[field.flag] !== undefined)
      throw usageError(`'${words}' is given ${field.name} twice: '${text}' and --${field.flag}.`);
    keep(request, field, [text]);
  }
  for (const field of fields) {
    const given = values[field.flag];
    if (given !== undefined) keep(request, field, Array.isArray(given) ? given.map(String) : given);
  }
  requireAll(request, fields, { words, taken });
  return request;
}

const textOf = (value: unknown): string | undefined => (Array.isArray(value) ? String(value.at(-1)) : undefined);

function parsed(rest: readonly string[], fields: readonly Field[]) {
  const options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean; short?: string }> = {
    ...{ json: { type: 'boolean' }, all: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    ...{ body: { type: 'string', multiple: true }, output: { type: 'string', multiple: true } },
  };
  for (const { flag, kind } of fields)
    options[flag] = kind === 'boolean' ? { type: 'boolean' } : { type: 'string', multiple: true };
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true, allowNegative: true, strict: true });
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

function keep(request: OperationRequest, field: Field, given: readonly string[] | string | boolean): void {
  const texts = typeof given === 'boolean' ? [String(given)] : [given].flat();
  if (field.kind !== 'list' && texts.length > 1) throw usageError(`--${field.flag} is given ${texts.length} times.`);
  for (const text of texts)
    if (field.values && !field.values.includes(text))
      throw usageError(`--${field.flag} takes ${field.values.join(', ')}, not '${text}'.`);
  const [first = ''] = texts;
  if (field.in === 'params') request.params[field.name] = first;
  else if (field.in === 'query') request.query[field.name] = field.kind === 'list' ? [...texts] : first;
  else request.fields[field.name] = valueFor(field, texts, given);
}

function valueFor({ flag, kind }: Field, texts: readonly string[], given: unknown): unknown {
  const [text = ''] = texts;
  if (kind === 'list') return texts;
  if (kind === 'boolean') return typeof given === 'boolean' ? given : text === 'true';
  if (kind === 'number') {
    if (text.trim() === '' || !Number.isFinite(Number(text)))
      throw usageError(`--${flag} takes a number, not '${text}'.`);
    return Number(text);
  }
  if (kind === 'text' || kind === 'file') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`--${flag} takes JSON, not '${text}'.`);
  }
}

function requireAll(
  { params, query, fields: body, bodyFrom }: OperationRequest,
  fields: readonly Field[],
  { words, taken }: { words: string; taken: readonly string[] },
): void {
  const given = { params, query, body };
  for (const field of fields) {
    // The service checks the fields of a document.
    if (!field.required || field.name in given[field.in] || (field.in === 'body' && bodyFrom !== undefined)) continue;
    throw usageError(
      taken.includes(field.name)
        ? `'${words}' needs ${taken.map((name) => name.toUpperCase()).join(' ')}: ${field.name} is missing.`
        : `'${words}' needs --${field.flag}${field.description ? `: ${field.description}` : ''}.`,
    );
  }
}
