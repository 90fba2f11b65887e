/** The parts of an OpenAPI 3.1 document that the comparison reads. */

/** A JSON Schema, as plain data. */
export type Schema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  deprecated?: boolean;
  schema?: Schema;
}

export type Content = Record<string, { schema?: Schema }>;

export interface OperationObject {
  operationId: string;
  deprecated?: boolean;
  security?: readonly Record<string, unknown>[];
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, OperationObject>>;
  components?: { schemas?: Record<string, Schema> };
}

/** A change of one part of the interface. */
export interface Change {
  /** `breaking`: a client of the older document may fail with the newer one. */
  kind: 'breaking' | 'additive';
  /** The operation and its part, such as `getChip: response 200.size`. */
  where: string;
  what: string;
}
