import { isOffered } from '#shared/api/offered.ts';
import { openApiDocument } from '#shared/api/openapi.ts';
import type { OperationId } from '#shared/api/routes.ts';

/** The part of JSON Schema that is used here. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  description?: string;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
}

type Content = Record<string, { schema?: JsonSchema }>;

/** An operation, as the OpenAPI description has it. */
export interface DescribedOperation {
  operationId: OperationId;
  /** Whether it changes nothing: a GET. */
  isRead: boolean;
  summary: string;
  description?: string;
  parameters?: readonly {
    in: 'path' | 'query' | 'header';
    name: string;
    schema: JsonSchema;
    required?: boolean;
    description?: string;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Described {
  operations: ReadonlyMap<string, DescribedOperation>;
  schemas: Record<string, JsonSchema>;
}

let made: Described | undefined;

/** Built on first use, so that other commands do not wait for it. */
function described(): Described {
  if (made) return made;
  // The parts of what `openApiDocument` returns are untyped.
  const document = openApiDocument() as unknown as {
    paths: Record<string, Record<string, DescribedOperation>>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const all = Object.values(document.paths).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, isRead: method === 'get' })),
  );
  made = { operations: new Map(all.map((one) => [one.operationId, one])), schemas: document.components.schemas };
  return made;
}

/** Returns an operation of the API by id; undefined if there is none. */
export const describedOperation = (operationId: string): DescribedOperation | undefined =>
  described().operations.get(operationId);

/** All operations that are offered, in the order of the OpenAPI description. */
export const describedOperations = (): DescribedOperation[] =>
  [...described().operations.values()].filter(({ operationId }) => isOffered(operationId));

/** Resolves references and nullable wrappers of a schema. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return plainSchema(described().schemas[$ref.replace('#/components/schemas/', '')] ?? {});
  if (allOf?.[0] && allOf.length === 1) return plainSchema(allOf[0]);
  const real = (anyOf ?? oneOf)?.map(plainSchema).filter(({ type }) => type !== 'null');
  return real?.[0] && real.length === 1
    ? { ...real[0], ...(schema.description && { description: schema.description }) }
    : schema;
}

/** Whether an operation has a body of any type. */
export const takesBody = ({ requestBody }: DescribedOperation): boolean => requestBody !== undefined;
