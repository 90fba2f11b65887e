/** Where the Python package has the types of answers. */
export const pythonAnswersFile = 'python/src/fiducial_lab/answers.py';

/** The parts of a JSON schema that answers use. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  prefixItems?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

interface OperationObject {
  operationId: string;
  'x-compatibility'?: string;
  summary: string;
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

/** The parts of an OpenAPI document that answers use. */
export interface AnswersDocument {
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: { schemas?: Readonly<Record<string, Schema>> };
}

const head = `"""Types of the answers of the service. Do not edit: \`node scripts/build/python-sources.ts\` writes it from the registry.

A later service may answer with more fields than these.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired
`;

/** Words that cannot name a field of a class. */
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const lineLength = 120;

/** The answers of all operations that are offered to everyone, as a module of the Python package: a TypedDict for each shape, by name. */
export function pythonAnswers(document: AnswersDocument): string {
  const module = new AnswersModule(document);
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    if (operation['x-compatibility']) continue;
    for (const [status, { content }] of Object.entries(operation.responses))
      if (status.startsWith('2') && content?.['application/json'])
        module.addAnswer(operation, content['application/json'].schema);
  }
  return module.text();
}

class AnswersModule {
  readonly #schemas: Readonly<Record<string, Schema>>;
  /** The text of each definition by its name. */
  readonly #definitions = new Map<string, string>();
  readonly #answers = new Set<string>();

  constructor({ components }: AnswersDocument) {
    this.#schemas = components.schemas ?? {};
  }

  text(): string {
    const names = [...this.#definitions.keys()].sort();
    const isClass = (name: string) => this.#definitions.get(name)?.startsWith('class ') === true;
    // An alias is evaluated when the module is imported, and so follows the classes.
    const inOrder = [...names.filter(isClass), ...names.filter((name) => !isClass(name))];
    return `${head}\n\n${inOrder.map((name) => this.#definitions.get(name)).join('\n\n')}`;
  }

  /** An answer without a name of its own is named by its operation. */
  addAnswer({ operationId, summary }: OperationObject, schema: Schema): void {
    if (schema.$ref !== undefined) this.#typeOf(schema, '');
    else {
      const name = `${pascal(operationId)}Answer`;
      // The same answer under another status.
      if (this.#answers.has(name)) return;
      this.#answers.add(name);
      const type = this.#typeOf({ description: `Answer of \`${operationId}\`: ${summary}`, ...schema }, name);
      if (type !== name) this.#define(name, `${name} = ${type}\n`);
    }
  }

  #define(name: string, text: string): void {
    if (this.#definitions.has(name)) throw new Error(`Two answers have the name '${name}'`);
    this.#definitions.set(name, text);
  }

  /** The type of a value; an object gets a class of the name that is given. */
  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return this.#named(schema.$ref.split('/').at(-1) ?? '');
    const options = schema.anyOf ?? schema.oneOf;
    if (options)
      return union(
        options.map((one, n) => this.#typeOf(one, options.filter(isObject).length > 1 ? `${name}${n + 1}` : name)),
      );
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    if (typeof schema.type === 'object')
      return union(schema.type.map((type) => this.#typeOf({ ...schema, type }, name)));
    switch (schema.type) {
      case 'array':
        return `list[${this.#itemsOf(schema, name)}]`;
      case 'object':
        return this.#objectOf(schema, name);
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'string':
        return 'str';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      default:
        return 'Any';
    }
  }

  #named(name: string): string {
    const schema = this.#schemas[name];
    if (!schema) throw new Error(`No schema '${name}'`);
    if (!this.#answers.has(name)) {
      // Before its fields, which may be of the same type.
      this.#answers.add(name);
      const type = this.#typeOf(schema, name);
      if (type !== name) this.#define(name, `${name} = ${type}\n`);
    }
    return name;
  }

  #itemsOf({ items, prefixItems }: Schema, name: string): string {
    if (prefixItems) return union(prefixItems.map((item, n) => this.#typeOf(item, `${name}${n + 1}`)));
    return items ? this.#typeOf(items, `${name}Item`) : 'Any';
  }

  #objectOf(schema: Schema, name: string): string {
    const { properties, additionalProperties: more } = schema;
    if (!properties || Object.keys(properties).length === 0)
      return `dict[str, ${typeof more === 'object' ? this.#typeOf(more, `${name}Entry`) : 'Any'}]`;
    const fields = Object.entries(properties).map(([field, of]): [string, string] => {
      const type = this.#typeOf(of, `${name}${pascal(field)}`);
      return [field, schema.required?.includes(field) ? type : `NotRequired[${type}]`];
    });
    const isPlain = fields.every(([field]) => /^[A-Za-z_]\w*$/.test(field) && !keywords.has(field));
    this.#define(name, isPlain ? classOf(name, schema.description, fields) : callOf(name, fields));
    return name;
  }
}

const classOf = (name: string, description: string | undefined, fields: readonly [string, string][]) =>
  [
    `class ${name}(TypedDict):`,
    ...(description === undefined ? [] : [docstring(description), '']),
    ...fields.map(([field, type]) => `    ${field}: ${type}`),
    '',
  ].join('\n');

/** A field that is a word of Python needs the other form. */
const callOf = (name: string, fields: readonly [string, string][]) =>
  [
    `${name} = TypedDict(`,
    `    "${name}",`,
    '    {',
    ...fields.map(([field, type]) => `        "${field}": ${quoted(type)},`),
    '    },',
    ')',
    '',
  ].join('\n');

/** A type that is not evaluated: what it names may follow. */
const quoted = (type: string) => (type.includes('"') ? `'${type}'` : `"${type}"`);

function docstring(description: string): string {
  const [first = ''] = description
    .replaceAll('\\', '')
    .replaceAll('"""', '')
    .split(/(?<=\.)\s|\n/);
  const sentence = first.replace(/\.$/, '');
  const room = lineLength - 4 - 7;
  return `    """${sentence.length > room ? `${sentence.slice(0, room - 3)}...` : `${sentence}.`}"""`;
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.includes('Any')) return 'Any';
  return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`;
}

function literal(values: readonly unknown[]): string {
  const words = values.map((value) =>
    value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value),
  );
  // Python's types have no literal for a number with a fraction.
  return values.some((value) => typeof value === 'number' && !Number.isInteger(value))
    ? 'float'
    : `Literal[${words.join(', ')}]`;
}

const isObject = ({ type, properties }: Schema) => type === 'object' && properties !== undefined;

const pascal = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
