import { splitCouplingId } from '../../../chips/rules/coupling-id.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import { fitManualValue } from '../../../values/rules/manual-value.ts';
import type { Activity, GivenInput, Target, Version } from './types.ts';

/** The versions that were read, and how far what was read goes. */
export interface KnownVersions {
  /** Newest first. */
  of(target: Target, metric: string): readonly Version[];
  /** Whether every version of a parameter that there is at an instant was read. */
  isKnown(target: Target, metric: string, at: string): boolean;
  /** Whether every version of a parameter was. */
  isWhole(target: Target, metric: string): boolean;
}

/** A parameter of a target. */
interface Place {
  target: Target;
  metric: string;
}

/**
 * The version that a task started from (rule PROV-3): the newest that was measured before the task began and whose
 * value is the input's. Undefined if there is none, since the value was given then, and if it might be among what was
 * not read.
 */
export function versionUsed(
  activity: Activity,
  name: string,
  input: GivenInput,
  known: KnownVersions,
): Version | undefined {
  for (const { target, metric } of placesOf(activity, name)) {
    const isKnown = (at: string) => known.isKnown(target, metric, at);
    const found = known
      .of(target, metric)
      .find((version) => version.at <= activity.startAt && isSameValue(version, input));
    if (found) return isKnown(found.at) && isKnown(activity.startAt) ? found : undefined;
    if (!known.isWhole(target, metric)) return undefined;
  }
  return undefined;
}

/**
 * The places of an input's value: for a qubit the qubit; for a pair the pair, else one of its qubits, which `control_`
 * and `target_` name.
 */
export function placesOf({ target }: Pick<Activity, 'target'>, name: string): Place[] {
  if (target.kind === 'qubit') return [{ target, metric: name }];
  const [, role, bare = ''] = /^(control|target)_(.+)$/.exec(name) ?? [];
  const pairs = splitCouplingId(target.id);
  const qubits = (metric: string, order: 1 | -1): Place[] =>
    pairs.flatMap((pair) =>
      (order === 1 ? pair : pair.toReversed()).map((id) => ({ target: { kind: 'qubit', id }, metric })),
    );
  return [
    { target, metric: name },
    // Of an edge without direction the run says which qubit is the control: either may be.
    ...(role === undefined ? qubits(name, 1) : qubits(bare, role === 'control' ? 1 : -1)),
  ];
}

/** Equal in the catalogue's unit, but for what converting it rounds. */
function isSameValue(version: Version, input: GivenInput): boolean {
  const metric = describeMetric(version.metric, version.target.kind);
  const one = fitManualValue(metric, version);
  const other = fitManualValue(metric, input);
  if ('problem' in one || 'problem' in other || one.unit !== other.unit) return false;
  return Math.abs(one.value - other.value) <= 1e-9 * Math.max(Math.abs(one.value), Math.abs(other.value));
}
