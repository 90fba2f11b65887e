import { type Device, gate, qubit } from '#test/support/devices/ibm-device.ts';

/** Two qubits and one gate in IBM's shape, every parameter measured at one time; an error of 1 is a broken gate. */
export function pairDevice(t1: number, date: string, cz = 0.01): Device {
  const dated = (parameters: ReturnType<typeof qubit>) => parameters.map((entry) => ({ ...entry, date }));
  return {
    conf: {
      backend_name: 'pair',
      n_qubits: 2,
      coupling_map: [
        [0, 1],
        [1, 0],
      ],
    },
    props: {
      backend_name: 'pair',
      qubits: [dated(qubit(t1, 80)), dated(qubit(90, 70))],
      gates: [gate('cz', [0, 1], cz, 68, date), gate('cz', [1, 0], cz, 68, date)],
    },
  };
}
