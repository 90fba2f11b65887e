import { type Alias, type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, visit } from 'yaml';
import { suggestion } from '../../kernel/rules/suggest.ts';
import { yamlBounds } from '../../kernel/rules/yaml/bounds.ts';
import { type ReadYaml, readYaml, type YamlProblem } from '../../kernel/rules/yaml/read-yaml.ts';
import type { FlowProblem, SourcePosition } from './problems.ts';

export interface Entry {
  key: Node;
  value: Node;
}

/**
 * YAML as nodes that know their positions. Every failed reading is reported with its place and answers undefined, so
 * that one pass finds every problem. Nothing is expanded: an alias is followed where it is read.
 */
export class YamlReader {
  readonly problems: FlowProblem[] = [];
  readonly #read: ReadYaml;
  readonly #targets = new Map<Alias, Node>();
  /** The top of the document; undefined if it is empty or unreadable. */
  readonly root: Node | undefined;

  constructor(source: string) {
    this.#read = readYaml(source, yamlBounds.flow);
    const { document, problems, positionOf } = this.#read;
    for (const problem of problems) {
      const place = problem.offset === undefined ? null : positionOf(problem.offset);
      this.problems.push({ place, message: messageOf(problem), path: '' });
    }
    if (document) this.#bindAliases(document);
    this.root = document?.contents ?? undefined;
  }

  positionOf(node: Node): SourcePosition {
    return this.#read.positionOf(node.range?.[0] ?? 0);
  }

  report(node: Node, path: string, message: string): void {
    this.problems.push({ place: this.positionOf(node), message, path });
  }

  /** The value of a scalar; undefined for a collection. */
  scalar(node: Node): string | number | boolean | null | undefined {
    const value = this.#followed(node);
    if (!isScalar(value)) return undefined;
    const plain = value.value;
    return plain === null || ['string', 'number', 'boolean'].includes(typeof plain) ? (plain as string) : undefined;
  }

  /** An id: a text, or a whole number as it is written. */
  idText(node: Node): string | undefined {
    const value = this.#followed(node);
    if (!isScalar(value)) return undefined;
    if (typeof value.value === 'string' && value.value !== '') return value.value;
    return typeof value.value === 'number' ? (value.source ?? String(value.value)) : undefined;
  }

  /**
   * The entries of a mapping by key; reports a node that is not a mapping, keys that are not texts, and repeated keys.
   */
  mapping(node: Node, path: string, words: string): Map<string, Entry> | undefined {
    const map = this.#followed(node);
    if (!isMap(map)) {
      this.report(node, path, `${words} must be a mapping of keys to values`);
      return undefined;
    }
    const entries = new Map<string, Entry>();
    for (const pair of map.items) {
      const key = pair.key as Node;
      const name = this.idText(key);
      if (name === undefined) this.report(isNode(key) ? key : node, path, 'a key must be a text');
      else if (entries.has(name)) this.report(key, pathTo(path, name), `'${name}' is given twice`);
      else entries.set(name, { key, value: isNode(pair.value) ? pair.value : key });
    }
    return entries;
  }

  /** As `mapping`, with no other keys than the known ones. */
  fields<Name extends string>(
    node: Node,
    path: string,
    words: string,
    known: readonly Name[],
  ): { [Key in Name]?: Node } | undefined {
    const entries = this.mapping(node, path, words);
    if (!entries) return undefined;
    const fields: { [Key in Name]?: Node } = {};
    for (const [name, { key, value }] of entries) {
      const match = known.find((candidate) => candidate === name);
      if (match) fields[match] = value;
      else
        this.report(
          key,
          pathTo(path, name),
          `unknown key '${name}' of ${words}${suggestion(name, known) || `; there are ${known.join(', ')}`}`,
        );
    }
    return fields;
  }

  /** The entries of a list; reports a node that is not a list, and a list that is too long. */
  items(node: Node, path: string, words: string, limit: number): Node[] | undefined {
    const list = this.#followed(node);
    if (!isSeq(list)) {
      this.report(node, path, `${words} must be a list`);
      return undefined;
    }
    if (list.items.length > limit) {
      this.report(node, path, `${words} has ${list.items.length} entries; at most ${limit} are allowed`);
      return undefined;
    }
    return list.items.filter(isNode);
  }

  isList(node: Node): boolean {
    return isSeq(this.#followed(node));
  }

  isMapping(node: Node): boolean {
    return isMap(this.#followed(node));
  }

  #bindAliases(document: Document.Parsed): void {
    const anchors = new Map<string, Node>();
    visit(document, {
      Node: (_, node) => {
        if (!isAlias(node) && node.anchor) anchors.set(node.anchor, node);
      },
      Alias: (_, alias) => {
        const target = anchors.get(alias.source);
        if (target) this.#targets.set(alias, target);
        else this.report(alias, '', `there is no anchor '${alias.source}' above`);
      },
    });
  }

  #followed(node: Node): Node {
    return isAlias(node) ? (this.#targets.get(node) ?? node) : node;
  }
}

function messageOf({ kind, message }: YamlProblem): string {
  if (kind === 'syntax') return `not YAML: ${message}`;
  return kind === 'bound' ? message : `a flow is one YAML document; ${message.replace('document', 'one')}`;
}

/** The path of an entry below a path. */
export const pathTo = (path: string, part: string | number): string => (path ? `${path}.${part}` : String(part));
