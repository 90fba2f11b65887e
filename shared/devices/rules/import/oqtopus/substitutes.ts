import type { TargetAt } from '../device-readings.ts';
import { numberOf, valueAt } from '../fields.ts';
import { isObject } from '../problems.ts';
import type { DeviceField } from './fields.ts';

/** Whether the number of a field of an entry stands for one that is not known. */
export type IsSubstitute = (target: TargetAt, entry: Record<string, unknown>, field: DeviceField) => boolean;

/**
 * Which numbers of a device stand for unknown ones: those that it lists (`substituted`), or without a list those that
 * have the number of their field that stands for an unknown one.
 */
export function substitutesOf({ substituted }: Record<string, unknown>): IsSubstitute {
  const isOne = Array.isArray(substituted) ? listed(substituted) : hasStandIn;
  return (target, entry, field) =>
    isOne(target, entry, field) ||
    // The assignment error is the mean of both states'.
    (field.path.at(-1) === assignmentError &&
      stateErrors.some((name) => isOne(target, entry, { ...field, path: ['meas_error', name] })));
}

const assignmentError = 'readout_assignment_error';
const stateErrors = ['prob_meas1_prep0', 'prob_meas0_prep1'];

const hasStandIn: IsSubstitute = (_, entry, { path, standIn }) => numberOf(valueAt(entry, path)) === standIn;

function listed(substituted: readonly unknown[]): IsSubstitute {
  const names = new Set(
    substituted.filter(isObject).map((one) => JSON.stringify([one.target_kind, one.target_id, one.field])),
  );
  return ({ kind, id }, _, { path }) => {
    const ids = kind === 'coupling' ? [id, id.split('-').reverse().join('-')] : [id];
    return ids.some((one) => names.has(JSON.stringify([kind, one, path.at(-1)])));
  };
}
