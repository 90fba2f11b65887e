import type * as z from 'zod';
import type { Operation } from '#shared/api/define.ts';
import type { State } from './state.ts';

/** Most fields that a log line names; one is most often enough to find the cause. */
const namedFields = 5;

/** How an answer differs from its schema. */
interface Mismatch {
  /** Paths of the fields; a part that is not a field's name, such as an index or an id, is `*`. */
  fields: string[];
  reason: string;
}

/**
 * @throws Error where an answer does not match its schema, or has fields that its schema lacks: in tests, and for
 * developers who set `STRICT_RESPONSES` (rule API-7).
 */
export function refuseMismatch(operation: Operation, body: unknown): void {
  const mismatch = mismatchOf(operation, body);
  if (mismatch) throw new Error(`Response of ${operation.operationId} does not match its schema: ${mismatch.reason}`);
}

/**
 * Checks a share of the answers, chosen at random. A mismatch is logged by its fields, never with their values, and
 * counted; the answer goes out as it is, since what it answers has been done (rule API-7).
 */
export function countMismatch(operation: Operation, body: unknown, { ctx }: State): void {
  if (Math.random() >= ctx.config.responseCheckShare) return;
  const mismatch = mismatchOf(operation, body);
  if (!mismatch) return;
  ctx.log.error('answer does not match its schema', {
    requestId: ctx.requestId,
    operation: operation.operationId,
    fields: mismatch.fields.slice(0, namedFields).join(', '),
  });
  ctx.log.measure('schemaMismatches', 1);
}

function mismatchOf({ response }: Operation, body: unknown): Mismatch | undefined {
  if (!response) return undefined;
  const parsed = response.safeParse(body);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const reason = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    return { fields: namesOf(issues.map(({ path }) => path)), reason };
  }
  const extra = [...differences(body, parsed.data)];
  if (extra.length === 0) return undefined;
  return {
    fields: namesOf(extra),
    reason: `fields that it lacks or fills in: ${extra.map((p) => p.join('.')).join(', ')}`,
  };
}

type Path = z.core.$ZodIssue['path'];

/** Where what a schema kept differs from what it was given. */
function* differences(given: unknown, kept: unknown, path: Path = []): Generator<Path> {
  if (Object.is(given, kept)) return;
  if (!isObject(given) || !isObject(kept)) return yield path;
  for (const key of new Set([...Object.keys(given), ...Object.keys(kept)]))
    yield* differences(given[key], kept[key], [...path, key]);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Keys of a map may be ids, or texts of users: keys that do not look like field names are left out. */
const namesOf = (paths: readonly Path[]): string[] => [
  ...new Set(paths.map((path) => path.map((key) => (/^[a-z][a-z0-9_]*$/.test(String(key)) ? key : '*')).join('.'))),
];
