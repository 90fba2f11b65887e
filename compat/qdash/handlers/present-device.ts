import type { RequestOf } from '#shared/api/define.ts';
import type { deviceTopologyOperations } from '../contract/operations/device-topology.ts';
import type { DeviceTopologyInput, NamedDeviceTopology } from '../verbs/device-topology.ts';

type Body = RequestOf<(typeof deviceTopologyOperations)['getDeviceTopology']>['body'];

const parseFidelity = ({ min, max, is_within_24h, metric }: Body['condition']['qubit_fidelity']) => ({
  ...{ min, max, isWithinDay: is_within_24h },
  metric: metric ?? undefined,
});

/** Parses a request for an export of a device. */
export const parseDeviceRequest = ({ condition, ...body }: Body): DeviceTopologyInput => ({
  chipId: body.chip_id ?? undefined,
  name: body.name ?? undefined,
  deviceId: body.device_id ?? undefined,
  qubits: body.qubits ?? undefined,
  excludeCouplings: body.exclude_couplings,
  qubitFidelity: parseFidelity(condition.qubit_fidelity),
  couplingFidelity: parseFidelity(condition.coupling_fidelity),
  readoutFidelity: parseFidelity(condition.readout_fidelity),
  direction: condition.cr_direction ?? 'forward',
  onlyMaximumConnected: condition.only_maximum_connected,
});

/** A device on the wire. */
export const presentDevice = (device: NamedDeviceTopology) => ({
  name: device.name,
  device_id: device.deviceId,
  qubits: device.qubits.map(({ id, physicalId, position, fidelity, measError, lifetime, duration }) => ({
    id,
    physical_id: physicalId,
    position,
    fidelity,
    meas_error: {
      prob_meas1_prep0: measError.probMeas1Prep0,
      prob_meas0_prep1: measError.probMeas0Prep1,
      readout_assignment_error: measError.readoutAssignmentError,
    },
    qubit_lifetime: lifetime,
    gate_duration: duration,
  })),
  couplings: device.couplings.map(({ control, target, fidelity, durationRzx90, metric }) => ({
    ...{ control, target, fidelity },
    gate_duration: { rzx90: durationRzx90 },
    metric: metric ?? null,
  })),
  calibrated_at: device.calibratedAt ?? '',
  left_out: device.leftOut.map(({ kind, id, reason }) => ({ target_kind: kind, target_id: id, reason })),
  substituted: device.substituted.map(({ kind, id, ...rest }) => ({ target_kind: kind, target_id: id, ...rest })),
  simulated_values: device.simulatedValues,
});
