import type { Node } from 'yaml';
import type { Named, TargetChoice, TaskParameters } from './document.ts';
import { sharedParameterProblem } from './task-parameters.ts';
import { pathTo, type YamlReader } from './yaml-reader.ts';

/** Most entries of a list of targets, and of a list that is a parameter. */
const ENTRY_LIMIT = 4096;

/** Run parameters that are set for several tasks: each must be known to one of them and fit all that know it. */
export function readSharedParameters(
  reader: YamlReader,
  node: Node,
  path: string,
  taskNames: Iterable<string>,
): TaskParameters {
  const names = [...taskNames];
  const parameters: TaskParameters = {};
  for (const [name, { key, value }] of reader.mapping(node, path, 'parameters') ?? []) {
    const plain = plainValue(reader, value);
    // Without a single readable task nothing can be said of what they know.
    const problem = names.length === 0 ? undefined : sharedParameterProblem(name, plain, names);
    if (problem) reader.report(problem.startsWith('no task') ? key : value, pathTo(path, name), problem);
    // A key such as `__proto__` is not a parameter of any task, and was reported above.
    else Object.defineProperty(parameters, name, { value: plain, enumerable: true });
  }
  return parameters;
}

/** A scalar, or a list of scalars; undefined for anything deeper, which fits no parameter. */
function plainValue(reader: YamlReader, node: Node): unknown {
  if (!reader.isList(node)) return reader.scalar(node);
  const items = reader.items(node, '', 'the list', ENTRY_LIMIT);
  return items?.map((item) => reader.scalar(item));
}

const targetKeys = ['qubits', 'muxes', 'couplings', 'exclude'] as const;

/** The targets of a stage or of all stages. */
export function readTargets(reader: YamlReader, node: Node, path: string): TargetChoice | undefined {
  if (reader.scalar(node) === 'all') return { qubits: 'all', muxes: undefined, couplings: undefined, exclude: [] };
  const fields = reader.fields(node, path, 'targets', targetKeys);
  if (!fields) return undefined;
  const choose = (name: 'qubits' | 'muxes' | 'couplings') => {
    const chosen = fields[name];
    return chosen && readChoice(reader, chosen, pathTo(path, name), name);
  };
  return {
    qubits: choose('qubits'),
    muxes: choose('muxes'),
    couplings: choose('couplings'),
    exclude: fields.exclude ? readNames(reader, fields.exclude, pathTo(path, 'exclude'), 'exclude') : [],
  };
}

function readChoice(reader: YamlReader, node: Node, path: string, words: string): 'all' | Named[] | undefined {
  if (reader.scalar(node) === 'all') return 'all';
  if (reader.isList(node)) return readNames(reader, node, path, words);
  reader.report(node, path, `${words} must be 'all' or a list of ids, such as [0, 1]`);
  return undefined;
}

function readNames(reader: YamlReader, node: Node, path: string, words: string): Named[] {
  const items = reader.items(node, path, words, ENTRY_LIMIT) ?? [];
  if (items.length === 0 && words !== 'exclude' && reader.isList(node))
    reader.report(node, path, `${words} is empty; leave it out or list at least one`);
  return items.flatMap((item, index) => {
    const text = reader.idText(item);
    if (text !== undefined) return [{ text, place: reader.positionOf(item), path: pathTo(path, index) }];
    reader.report(item, pathTo(path, index), `an entry of ${words} must be an id`);
    return [];
  });
}
