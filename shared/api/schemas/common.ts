import * as z from 'zod';
import { ELEMENT_KINDS, TARGET_KINDS } from '#shared/chips/rules/target-kinds.ts';
import { parseAsOf, parseInstant } from '#shared/kernel/rules/calendar.ts';
import {
  CRYO_ID_MAX_LENGTH,
  isResourceId,
  isVisible,
  RESOURCE_ID_MAX_LENGTH,
  resourceIdRule,
  usernamePattern,
  visibleRule,
} from '#shared/kernel/rules/ids.ts';
import { TIME_ZONE_MAX_LENGTH, timeZoneOf } from '#shared/kernel/rules/time-zone.ts';
import { errorCodeList } from '../error-statuses.ts';

/** Building blocks of the wire schemas: ids, instants, paging, and the shapes every resource embeds. */

const instantText = z
  .string()
  .transform((text, context) => {
    const instant = parseInstant(text);
    if (instant === undefined) context.addIssue({ code: 'custom', message: 'must be an ISO 8601 date and time' });
    return instant ?? z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date-time' } });

/** An instant in a request: ISO 8601, a naive one is UTC; parsed to `YYYY-MM-DDTHH:mm:ss.sssZ` (rule TIME-1). */
export const instantInput = instantText;

/** An instant "as of" which a view is wanted: as `instantInput`, but a bare date means the end of that UTC day. */
export const asOfInput = z
  .string()
  .transform((text, context) => {
    const instant = parseAsOf(text);
    if (instant === undefined)
      context.addIssue({ code: 'custom', message: 'must be an ISO 8601 date or date and time' });
    return instant ?? z.NEVER;
  })
  .meta({
    override: { type: 'string', format: 'date-time' },
    description: 'A bare date means the end of that UTC day',
  });

/** A time zone in a request, by its IANA name. */
export const timeZone = z
  .string()
  .transform((text, context) => {
    const zone = timeZoneOf(text);
    if (zone === undefined)
      context.addIssue({ code: 'custom', message: `'${text}' is not an IANA time zone such as 'Europe/Berlin'` });
    return zone ?? z.NEVER;
  })
  .meta({
    override: { type: 'string', maxLength: TIME_ZONE_MAX_LENGTH },
    description: 'IANA name',
    example: 'Europe/Berlin',
  });

/** An instant in a response: ISO 8601 UTC with `Z` and milliseconds. */
export const instant = z.string().meta({ format: 'date-time' });

const resourceId = (maxLength: number = RESOURCE_ID_MAX_LENGTH) =>
  z
    .string()
    // One problem is enough: control characters are against both this rule and that of new ids.
    .refine((text) => isResourceId(text, maxLength), { error: resourceIdRule(maxLength), abort: true })
    .meta({ minLength: 1, maxLength });

/** A chip's id, unique in its project. */
export const chipId = resourceId().meta({ example: 'torino' });
/** A qubit's id, such as `0`. */
export const qid = resourceId().meta({ example: '17' });
/** A coupling's id, such as `0-1`; an undirected edge is found under `1-0` as well. */
export const couplingId = z
  .string()
  .refine((text) => text.isWellFormed() && [...text].length <= 129 && isResourceIdPair(text), {
    message: "must be a coupling id such as '0-1'",
  })
  .meta({ example: '0-1' });
/** The id of a coupling, a coupler or a gate of three or more qubits; of a chain the number of its qubits. */
export const pairOrElement = z
  .string()
  .refine((text) => isElementId(text) || (text.isWellFormed() && text.length <= 600 && isResourceIdPair(text)), {
    message: "must be a coupling id such as '0-1', or the id of an element: '0-1-2', '100'",
  })
  .meta({ example: '0-1' });
/** A metric's key, such as `t1`. */
export const metricKey = resourceId().meta({ example: 't1' });
/** A cryostat's id, unique in its project. */
export const cryoId = resourceId(CRYO_ID_MAX_LENGTH).meta({ example: 'fridge-1' });
/** A cool-down's id, unique in its project. */
export const cooldownId = resourceId(CRYO_ID_MAX_LENGTH).meta({ example: 'cd-2025-03' });
/** Narrows a list to what bears the id of a cool-down. */
export const cooldownFilter = cooldownId.optional().meta({
  description:
    'Only what was written while its chip was in this cool-down; nothing where the chip never was. An unknown one is 400.',
});
/** A text that is chosen as the name of something new (rule ID-8). */
export const visible = <Text extends z.ZodType<string, string>>(text: Text) => text.refine(isVisible, visibleRule);
/** A user's name. */
export const username = z
  .string()
  .regex(usernamePattern, 'must be 3 to 64 lower-case letters, digits, dots, underscores or hyphens')
  .meta({ example: 'ada' });
export const projectId = z.string().min(1).max(64);

/** The id of a chain. */
const isElementId = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

function isResourceIdPair(text: string): boolean {
  const hyphen = text.indexOf('-', 1);
  return hyphen > 0 && hyphen < text.length - 1 && !/[/\\]/.test(text) && isPrintable(text);
}

const isPrintable = (text: string): boolean => [...text].every((char) => char >= ' ' && char !== '\u007f');

interface Bounds {
  min: number;
  max?: number;
}

const wholeNumber = ({ min, max }: Bounds) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(max === undefined ? z.number().min(min) : z.number().min(min).max(max));

/** Describes the number that the text stands for; the pattern of the text says nothing about it. */
const documented = (bounds: Bounds & { fallback?: number }) => ({
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    delete jsonSchema.pattern;
    Object.assign(jsonSchema, { type: 'integer', minimum: bounds.min });
    if (bounds.max !== undefined) jsonSchema.maximum = bounds.max;
    if (bounds.fallback !== undefined) jsonSchema.default = bounds.fallback;
  },
});

/** A whole number in a query string, with a default; a fraction or a value out of bounds is refused. */
export const integerParam = (bounds: Bounds & { fallback: number }) =>
  wholeNumber(bounds).default(bounds.fallback).meta(documented(bounds));

/** A whole number in a query string that may be absent; who reads it takes `fallback` where nothing says otherwise. */
export const optionalIntegerParam = (bounds: Bounds & { fallback?: number }) =>
  wholeNumber(bounds).optional().meta(documented(bounds));

/** A whole number that must be given. */
export const requiredIntegerParam = (bounds: Bounds) => wholeNumber(bounds).meta(documented(bounds));

/**
 * Described as a boolean: the words of a query string are not boolean values, which an additional `enum` would claim.
 */
const asBoolean =
  (fallback?: boolean) =>
  ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    jsonSchema.type = 'boolean';
    delete jsonSchema.enum;
    if (fallback !== undefined) jsonSchema.default = fallback;
  };

/** `true` or `false` in a query string. */
export const booleanParam = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true' || text === '1')
    .meta({ override: asBoolean(fallback) });

/** `true` or `false` in a query string that may be absent. */
export const optionalBooleanParam = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .optional()
  .meta({ override: asBoolean() });

/** A query parameter that may be repeated: `?qids=0&qids=1`. */
export const listParam = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).optional());

/** `skip` and `limit` of every list, and an opaque `cursor` (docs/design/storage.md#paging). */
export const pageQuery = {
  skip: integerParam({ min: 0, fallback: 0 }),
  limit: integerParam({ min: 1, max: 100, fallback: 20 }),
  cursor: z.string().max(4096).optional().meta({ description: "A page's `next_cursor`; replaces `skip`" }),
};

/** Fields that every list answers in addition to its named field (rule API-13). */
export const pageFields = {
  total: z.int().nullable().meta({ description: 'All entries that match; null where counting would read everything' }),
  skip: z.int(),
  limit: z.int(),
  next_cursor: z.string().nullable().meta({ description: 'Where the next page begins; null on the last one' }),
};

/** Up to which instant an answer is whole (rule READ-4). @param what is there until then */
export const completeUntil = (what: string) =>
  instant
    .nullable()
    .meta({ description: `${what} until then is there; what came later may be missing. Null where that is not known` });

/** The fields of a page of a list that an index answers. */
export const indexedPageFields = (what: string) => ({ ...pageFields, complete_until: completeUntil(what) });

/** Embedded in most records. */
export const systemInfo = z.object({ created_at: instant, updated_at: instant });

/** A free-form note. `updated_at` null: never noted. */
export const note = z
  .object({ content: z.string(), updated_by: z.string(), updated_at: instant.nullable() })
  .meta({ id: 'Note' });

/** An answer that only confirms. */
export const message = z.object({ message: z.string() }).meta({ id: 'Message' });

/** Body of every error. `errors` lists all problems of a refused request. */
export const errorBody = z
  .object({
    detail: z.string().meta({ description: 'One sentence that names the resource and its id' }),
    code: z.enum(errorCodeList).meta({
      // A list of values in an answer is closed for ever (docs/decisions/0009-openapi-compatibility.md), and this one grows.
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema.enum;
        jsonSchema['x-extensible-enum'] = [...errorCodeList];
      },
    }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'Every problem of an invalid request, with the path of the offending part' }),
  })
  .meta({ id: 'Error' });

/** Longest note in Unicode code points (rule NOTE-14). */
export const noteContent = z
  .string()
  .refine((text) => text.isWellFormed() && [...text].length <= 5000, 'must be at most 5,000 characters of Unicode');

/** A kind as it is answered: the list grows, so clients take others too. */
export const extensibleKind = <K extends string>(kinds: readonly [K, ...K[]]) =>
  z.enum(kinds).meta({
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema.enum;
      jsonSchema['x-extensible-enum'] = [...kinds];
    },
  });

/** What is measured, as it is answered: a qubit, a coupling, a coupler, a gate of three or more qubits or a chain. */
export const targetKind = extensibleKind(TARGET_KINDS);

/** Which kind of target an id of a coupling is of: a coupler has the id of its pair. */
export const pairKind = z
  .enum(['coupling', ...ELEMENT_KINDS])
  .default('coupling')
  .meta({
    description:
      'What the id is of: a `coupling`, the tunable `coupler` of a pair, a `gate` of three or more qubits (`0-1-2`), or the best `chain` of so many qubits (`100`)',
  });

/** A map for each kind of element that is there. */
export const byElementKind = <T extends z.ZodType>(ofKind: T) =>
  z.record(z.string(), ofKind).meta({ description: 'By kind: `coupler`, `gate`, `chain`; more may come' });
