import { generateTopology } from '#shared/chips/rules/topology/generate.ts';

/** Published documents of a device that does not exist, in the shape of one of our topologies. */
export function deviceDocuments(topologyId: string, date: string): { conf: object; props: object } {
  const topology = generateTopology(topologyId);
  if (!topology) throw new Error(`Topology '${topologyId}' does not exist`);
  const pairs = topology.couplings.map(([a, b]) => [Number(a), Number(b)] as const);
  const parameter = (name: string, unit: string, value: number) => ({ date, name, unit, value });
  const gate = (name: string, qubits: readonly number[], error: number, length: number) => ({
    gate: name,
    qubits,
    parameters: [parameter('gate_error', '', error), parameter('gate_length', 'ns', length)],
  });
  const qids = Array.from({ length: topology.numQubits }, (_, index) => index);
  return {
    conf: {
      backend_name: `bench_${topologyId}`,
      n_qubits: topology.numQubits,
      coupling_map: pairs.flatMap(([a, b]) => [
        [a, b],
        [b, a],
      ]),
      coords: qids.map((qid) => {
        const position = topology.qubits[String(qid)];
        return [position?.row ?? 0, position?.col ?? 0];
      }),
    },
    props: {
      backend_name: `bench_${topologyId}`,
      last_update_date: date,
      qubits: qids.map((qid) => [
        parameter('T1', 'us', 150 + vary(qid, 1) * 100),
        parameter('T2', 'us', 100 + vary(qid, 2) * 80),
        parameter('frequency', 'GHz', 4.7 + vary(qid, 3) * 0.5),
        parameter('anharmonicity', 'GHz', -0.31 - vary(qid, 4) * 0.01),
        parameter('readout_error', '', 0.01 + vary(qid, 5) * 0.03),
        parameter('prob_meas0_prep1', '', 0.01 + vary(qid, 6) * 0.03),
        parameter('prob_meas1_prep0', '', 0.01 + vary(qid, 7) * 0.03),
        parameter('readout_length', 'ns', 1400),
      ]),
      gates: [
        ...qids.flatMap((qid) => [
          gate('sx', [qid], 0.0002 + vary(qid, 8) * 0.0005, 32),
          gate('x', [qid], 0.0002 + vary(qid, 8) * 0.0005, 32),
        ]),
        ...pairs.flatMap(([a, b]) => {
          const error = 0.002 + vary(a * 7 + b, 9) * 0.01;
          return [gate('cz', [a, b], error, 84), gate('cz', [b, a], error, 84)];
        }),
      ],
    },
  };
}

/** The same number between 0 and 1 for the same target and metric, with as many digits as a measured one. */
function vary(index: number, metric: number): number {
  const value = Math.sin(index * 12.9898 + metric * 78.233) * 43758.5453;
  return value - Math.floor(value);
}

/** The same device after a year: each value a little elsewhere, and T1 of qubit 17 a twentieth. */
export function laterDocuments<Documents extends { conf: object; props: object }>({
  conf,
  props,
}: Documents): Documents {
  let n = 0;
  const text = JSON.stringify(props, (key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('name' in value) || !('value' in value)) return value;
    const { name, value: number } = value as { name: string; value: number };
    n += 1;
    const isMeasured = ['T1', 'T2', 'readout_error', 'prob_meas0_prep1', 'prob_meas1_prep0', 'gate_error'].includes(
      name,
    );
    return isMeasured ? { ...value, value: number * Math.exp(0.2 * Math.sin(n * 12.9898) + 0.05) } : { ...value, key };
  });
  const device = JSON.parse(text) as { qubits: { name: string; value: number }[][] };
  const t1 = device.qubits[17]?.find(({ name }) => name === 'T1');
  if (t1) t1.value /= 20;
  return { conf, props: device } as unknown as Documents;
}
