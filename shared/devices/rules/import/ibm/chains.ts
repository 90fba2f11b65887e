import type { LeftOut } from '../left-out.ts';
import { isObject } from '../problems.ts';
import type { Rule } from '../readings.ts';
import { type IbmParameter, readEntry } from './parameter.ts';

/** A figure of the device's best chain of so many qubits. */
export interface IbmChain {
  /** The number of its qubits. */
  id: string;
  key: string;
  rule: Rule;
  parameter: IbmParameter;
  /** Its qubits, where the document lists them. */
  qubits: readonly (number | string)[] | undefined;
}

/** IBM's figures of chains: layer fidelity, and error per layered gate. */
const figures = new Map<string, { key: string; rule: Rule }>([
  ['lf', { key: 'layer_fidelity', rule: 'positive' }],
  ['eplg', { key: 'eplg', rule: 'positive' }],
]);

/**
 * Reads `general`, the figures of the whole device: those of chains (`lf_<n>`, `eplg_<n>`). Of the others it is not known what
 * they are of: `zz_6272` does not say where the first qubit ends.
 */
export function readChains(general: unknown, lists: unknown, leftOut: LeftOut): IbmChain[] {
  if (!Array.isArray(general)) {
    leftOut.add('props.general', 'is not a list');
    return [];
  }
  const qubits = qubitsByName(lists, leftOut);
  const seen = new Set<string>();
  return general.flatMap((entry, index): IbmChain[] => {
    const path = `props.general[${index}]`;
    const name = isObject(entry) && typeof entry.name === 'string' ? entry.name : '';
    const [, figureName = '', id = ''] = /^([a-z]+)_([1-9]\d{0,3})$/.exec(name) ?? [];
    const figure = figures.get(figureName);
    if (!figure) {
      leftOut.add(path, 'is a figure of the device that no metric is known for', 'props.general[]');
      return [];
    }
    const parameter = readEntry(entry, path, leftOut);
    if (!parameter) return [];
    if (seen.has(name)) {
      leftOut.add(`${path}.name`, 'repeats an entry before it');
      return [];
    }
    seen.add(name);
    return [{ id, ...figure, parameter, qubits: qubits.get(`lf_${id}`) }];
  });
}

/** The lists of qubits by the figure that they belong to. */
function qubitsByName(lists: unknown, leftOut: LeftOut): Map<string, (number | string)[]> {
  const found = new Map<string, (number | string)[]>();
  if (!Array.isArray(lists)) leftOut.add('props.general_qlists', 'is not a list');
  for (const [index, entry] of Array.isArray(lists) ? lists.entries() : []) {
    const { name, qubits } = isObject(entry) ? entry : {};
    const isList = Array.isArray(qubits) && qubits.every((one) => Number.isSafeInteger(one));
    if (typeof name === 'string' && isList) found.set(name, qubits);
    else leftOut.add(`props.general_qlists[${index}]`, 'does not list qubits by a name');
  }
  return found;
}
