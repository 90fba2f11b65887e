import fc from 'fast-check';
import { comparePairs, compareQids, couplingId } from '#shared/chips/rules/coupling-id.ts';
import { gridSizeOf } from '#shared/chips/rules/topology/lattice.ts';
import type { Topology } from '#shared/chips/rules/topology/types.ts';
import type { ExportedChip, ExportedTarget, ExportedValue } from '#shared/devices/rules/export/chip-document.ts';
import { isStorable } from '#shared/devices/rules/import/readings.ts';

const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** JSON has no negative zero. */
const fraction = fc
  .double({ min: 0, max: 1, noNaN: true })
  .map((number) => number + 0)
  .filter(isStorable);

const metrics: Record<ExportedTargetKind, { key: string; unit: string; value: fc.Arbitrary<number> }[]> = {
  qubit: [
    { key: 't1', unit: 'us', value: fc.double({ min: 1e-9, max: 1e6, noNaN: true }) },
    { key: 'qubit_frequency', unit: 'GHz', value: fc.double({ min: 1e-7, max: 20, noNaN: true }) },
    { key: 'x90_gate_fidelity', unit: '', value: fraction },
    {
      key: 'my own, "key": no',
      unit: 'mV',
      value: fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => number + 0)
        .filter(isStorable),
    },
  ],
  coupling: [{ key: 'cz_gate_fidelity', unit: '', value: fraction }],
};
type ExportedTargetKind = 'qubit' | 'coupling';

const measured = (unit: string, value: fc.Arbitrary<number>): fc.Arbitrary<ExportedValue> =>
  fc.record({
    value,
    unit: fc.constant(unit),
    error: optional(fraction),
    calibratedAt: instant,
    source: fc.constantFrom('import', 'manual', 'task', 'simulator'),
    cooldownId: optional(fc.constantFrom('cd-1', 'no')),
    executionId: optional(fc.constant('20250101-001')),
    taskId: optional(fc.constant('1e5')),
  });

const targetOf = (kind: ExportedTargetKind, id: string): fc.Arbitrary<ExportedTarget> =>
  fc
    .tuple(
      ...metrics[kind].map(({ key, unit, value }) =>
        fc.tuple(fc.constant(key), fc.option(measured(unit, value)), instant),
      ),
    )
    .map((found) => ({
      id,
      status: 'completed',
      values: Object.fromEntries(found.flatMap(([key, value]) => (value ? [[key, value]] : []))),
      faulty: Object.fromEntries(found.slice(0, 1).flatMap(([key, value, at]) => (value ? [] : [[key, at]]))),
    }));

/** Qids that a careless writer of YAML would change. */
const qid = fc.oneof(
  fc.nat({ max: 30 }).map(String),
  fc.constantFrom('3_4', 'no', '0x1', '1e3', 'q1', '12:30', 'null'),
);

const topology: fc.Arbitrary<Topology> = fc
  .record({
    qids: fc.uniqueArray(qid, { minLength: 1, maxLength: 6 }),
    directed: fc.boolean(),
    links: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 8 }),
  })
  .map(({ qids, directed, links }) => {
    const order = qids.sort(compareQids);
    const qubits = Object.fromEntries(order.map((id, n) => [id, { row: Math.floor(n / 3), col: n % 3 }]));
    const edges = new Map<string, [string, string]>();
    for (const [from, to] of links) {
      const [a, b] = [order[from], order[to]];
      if (a === undefined || b === undefined || a === b) continue;
      const pair: [string, string] = couplingId(a, b, directed) === `${a}-${b}` ? [a, b] : [b, a];
      edges.set([...pair].sort().join(' '), pair);
    }
    return {
      topologyId: 'own',
      name: 'A chip: of "ours"',
      description: '# no comment',
      layoutType: 'grid',
      gridSize: gridSizeOf(qubits),
      numQubits: order.length,
      muxSize: null,
      directionConvention: null,
      qubits,
      couplings: [...edges.values()].sort(comparePairs),
      directed,
    };
  });

/** Chips of a few qubits with any values. */
export const exportedChip: fc.Arbitrary<ExportedChip> = topology.chain((of) =>
  fc.record({
    chipId: fc.constantFrom('torino', 'no', '2026-01-01'),
    size: fc.constant(of.numQubits),
    activityStatus: fc.constant('active'),
    installedAt: optional(instant),
    cooldownId: optional(fc.constant('cd-1')),
    lastCalibratedAt: optional(instant),
    topology: fc.constant(of),
    readoutLines: fc
      .shuffledSubarray(Object.keys(of.qubits))
      .map((qids) => (qids.length > 1 ? [qids.slice(0, 1), qids.slice(1)] : qids.map((qid) => [qid]))),
    qubits: fc.tuple(...Object.keys(of.qubits).map((id) => targetOf('qubit', id))),
    couplings: fc
      .tuple(...of.couplings.map(([a, b]) => targetOf('coupling', couplingId(a, b, of.directed))))
      .map((targets) => targets as ExportedTarget[]),
  }),
);
