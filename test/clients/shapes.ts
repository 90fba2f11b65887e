import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What QDash's TypeScript client sends and reads, by its own types: each operation's fields, and what models must have. */
interface Shapes {
  operations: Record<string, { query?: string[]; body?: string[]; response?: string }>;
  /** Fields that a model must have, each with the model of what is in it: of one, of each of a list (`[]`) or of a map (`{}`). */
  models: Record<string, Record<string, string>>;
}

const { operations, models } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'operations/typescript-shapes.json'), 'utf8'),
) as Shapes;

/** Of what would be sent the part that this client can send: by names, since it knows no other. */
export function sendable(
  name: string,
  part: 'query' | 'body',
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = operations[name]?.[part];
  const entries = Object.entries(given);
  return Object.fromEntries(known ? entries.filter(([field]) => known.includes(field)) : entries);
}

/** The fields that the client reads of an answer to an operation and that are not there, as paths. */
export const missingFields = (name: string, answer: unknown): string[] =>
  missingIn(answer, operations[name]?.response ?? '', '');

function missingIn(value: unknown, type: string, path: string): string[] {
  const model = type.replace(/^(\[\]|\{\})/, '');
  if (model === '') return [];
  if (type.startsWith('[]'))
    return Array.isArray(value) ? value.flatMap((one, index) => missingIn(one, model, `${path}[${index}]`)) : [path];
  if (typeof value !== 'object' || value === null) return [path];
  if (type.startsWith('{}'))
    return Object.entries(value).flatMap(([key, one]) => missingIn(one, model, `${path}.${key}`));
  return Object.entries(models[model] ?? {}).flatMap(([field, inner]) => {
    const place = `${path}.${field}`;
    return Object.hasOwn(value, field) ? missingIn((value as Record<string, unknown>)[field], inner, place) : [place];
  });
}
