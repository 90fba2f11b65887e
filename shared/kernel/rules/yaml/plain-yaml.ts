import { isAlias, isMap, isScalar, isSeq, type Node, type ParsedNode } from 'yaml';
import { type ReadYaml, readYaml, type YamlBounds } from './read-yaml.ts';

/**
 * The value of a YAML text: objects, arrays and scalars, aliases replaced by what they name; or the first problem with its
 * line. A key that a mapping has twice is a problem.
 */
export function plainYaml(source: string, bounds: YamlBounds): { value: unknown } | { problem: string } {
  const { document, problems, positionOf } = readYaml(source, bounds);
  const [first] = problems;
  if (first) return { problem: withPlace(first, positionOf) };
  try {
    return { value: new PlainValues(source, bounds).of(document?.contents ?? null) };
  } catch (error) {
    if (error instanceof UnreadableNode) return { problem: withPlace(error, positionOf) };
    throw error;
  }
}

function withPlace(
  { offset, message }: { offset: number | undefined; message: string },
  positionOf: ReadYaml['positionOf'],
): string {
  if (offset === undefined) return message;
  const { line, column } = positionOf(offset);
  return `${message} at line ${line}, column ${column}`;
}

class UnreadableNode extends Error {
  readonly offset: number;

  constructor(node: Node | null, message: string) {
    super(message);
    this.offset = node?.range?.[0] ?? 0;
  }
}

/** What an anchor names; absent while its own node is read. */
type Anchored = { value: unknown; parts: number } | undefined;

class PlainValues {
  readonly #anchors = new Map<string, Anchored>();
  readonly #source: string;
  readonly #bounds: YamlBounds;
  #parts = 0;

  constructor(source: string, bounds: YamlBounds) {
    this.#source = source;
    this.#bounds = bounds;
  }

  of(node: ParsedNode | Node | null): unknown {
    if (isAlias(node)) return this.#aliased(node, node.source);
    const before = this.#parts;
    this.#count(node, 1);
    const anchor = (isScalar(node) || isMap(node) || isSeq(node)) && node.anchor;
    if (anchor) this.#anchors.set(anchor, undefined);
    const value = this.#valueOf(node);
    if (anchor) this.#anchors.set(anchor, { value, parts: this.#parts - before });
    return value;
  }

  #valueOf(node: ParsedNode | Node | null): unknown {
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map((item) => this.of(item as Node | null));
    return isMap(node) ? this.#mapping(node.items) : null;
  }

  #mapping(items: readonly { key: unknown; value: unknown }[]): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { key, value } of items) {
      const name = this.#nameOf(key as Node | null);
      if (Object.hasOwn(values, name))
        throw new UnreadableNode(key as Node | null, `Map keys must be unique: '${name.slice(0, 80)}' is given twice`);
      // An assignment would give the object another prototype where the key is `__proto__`.
      Object.defineProperty(values, name, {
        ...{ value: this.of(value as Node | null), enumerable: true, writable: true, configurable: true },
      });
    }
    return values;
  }

  /** A key that is a collection is named as it is written. */
  #nameOf(key: Node | null): string {
    const value = this.of(key);
    if (typeof value !== 'object' || value === null) return String(value ?? '');
    const [start = 0, end = 0] = key?.range ?? [];
    return this.#source.slice(start, end);
  }

  #aliased(alias: Node, name: string): unknown {
    const found = this.#anchors.get(name);
    if (found) {
      this.#count(alias, found.parts);
      return found.value;
    }
    throw new UnreadableNode(
      alias,
      this.#anchors.has(name) ? `alias '${name}' is within what it names` : `there is no anchor '${name}' above`,
    );
  }

  #count(node: Node | null, parts: number): void {
    this.#parts += parts;
    if (this.#parts > this.#bounds.parts)
      throw new UnreadableNode(node, `the document has more than ${this.#bounds.parts} parts with its aliases`);
  }
}
