import type { FidelityCondition } from '#shared/devices/rules/export/oqtopus/device-gate.ts';

/** What is wanted of a chip, in which order and under which conditions. */
export interface DeviceRequest {
  name: string;
  deviceId: string;
  /** Every qubit of the chip where absent. */
  qubits?: readonly string[] | undefined;
  excludeCouplings: readonly string[];
  qubitFidelity: FidelityCondition;
  couplingFidelity: FidelityCondition;
  readoutFidelity: FidelityCondition;
  /** `inverse` exchanges control and target of couplings without a direction. */
  direction: 'forward' | 'inverse' | 'mix';
  onlyMaximumConnected: boolean;
}

export const isWithin = ({ min, max }: FidelityCondition, value: number): boolean => min <= value && value <= max;

/** A qubit or coupling that is left out of the device, and why. */
export interface LeftOut {
  kind: 'qubit' | 'coupling';
  id: string;
  reason: string;
}

/** A number that the format needs and the chip does not have, or not young enough. */
export interface Substituted {
  kind: 'qubit' | 'coupling';
  id: string;
  field: string;
  value: number;
  reason: 'missing' | 'older_than_24h';
}
