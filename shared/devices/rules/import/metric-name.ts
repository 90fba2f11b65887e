import { isMetricKey, RESOURCE_ID_MAX_LENGTH } from '../../../kernel/rules/ids.ts';
import { keyProblem } from '../../../values/rules/gate-keys.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';

/**
 * Why no value is stored under a name, as the end of a sentence: it is not a metric key, it is the one under which an
 * object keeps its prototype, or it has an ending that its target does not have. Names of other programs have no
 * direction: `target` is for the service's own documents.
 */
export function nameProblem(name: string, target?: MetricTarget): string | undefined {
  if (!isMetricKey(name) || name === '__proto__') return 'cannot name a metric';
  if (target) return keyProblem(name, target);
  return name.includes('@') ? "cannot name a metric: '@' begins the direction of a gate" : undefined;
}

/** Characters of a long name that are kept, so that `_` and eight digits of its digest still fit into a key. */
const keptCharacters = RESOURCE_ID_MAX_LENGTH - 9;

/**
 * The key that a published name is kept under: itself, or, beyond 64 characters, its beginning and a digest of the whole.
 * Undefined for a name that no key can be made of.
 */
export function metricKeyOf(name: string): string | undefined {
  if (nameProblem(name) === undefined) return name;
  const characters = [...name];
  if (characters.length <= RESOURCE_ID_MAX_LENGTH) return undefined;
  const key = `${characters.slice(0, keptCharacters).join('')}_${digestOf(name)}`;
  return nameProblem(key) === undefined ? key : undefined;
}

/** FNV-1a of 32 bits as eight digits: only to distinguish names of one document. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
