import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';
import { parseInstant } from '#shared/kernel/rules/calendar.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { ageSeconds, stateOf } from '#shared/values/rules/cell/state.ts';
import { median } from '#shared/values/rules/statistics.ts';
import { planOf, targetOf } from '#test/support/devices/ibm-device.ts';
import { publishedDevices } from '#test/support/devices/published.ts';

function importFiles(conf: string, props: string): ImportPlan {
  return planOf({ conf: publishedDevices.json(`ibm/${conf}.json`), props: publishedDevices.json(`ibm/${props}.json`) });
}

function valuesOf(plan: ImportPlan, key: string): number[] {
  return plan.targets.flatMap(({ values }) => values[key]?.value ?? []);
}

function medianError(plan: ImportPlan, key: string): number {
  return median(valuesOf(plan, key).map((fidelity) => 1 - fidelity)) ?? Number.NaN;
}

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('real devices'), () => {
  it.each([
    ['torino', 'props_torino_2025-02-26', 'cz', ['185.0', '140.9', '0.02295', '0.00408'], 133, 150],
    ['sherbrooke', 'props_sherbrooke_2025-02-26', 'ecr', ['278.4', '170.0', '0.01978', '0.00750'], 127, 144],
    ['nighthawk', 'props_nighthawk', 'cz', ['272.8', '341.6', '0.00488', '0.002709'], 120, 218],
  ] as const)('%s gives exactly the published medians and counts', (name, props, twoQubit, medians, qubits, edges) => {
    const plan = importFiles(`conf_${name}`, props);
    expect([
      median(valuesOf(plan, 't1'))?.toFixed(1),
      median(valuesOf(plan, 't2_echo'))?.toFixed(1),
      medianError(plan, 'average_readout_fidelity').toFixed(5),
      medianError(plan, `${twoQubit}_gate_fidelity`).toFixed(medians[3].length - 2),
    ]).toEqual(medians);
    expect(plan.targets.filter(({ kind }) => kind === 'qubit')).toHaveLength(qubits);
    expect(plan.targets.filter(({ kind }) => kind === 'coupling')).toHaveLength(edges);
    expect(plan.topology.couplings).toHaveLength(edges);
    expect(plan.missing).toBe(0);
  });

  it('Torino: 11 couplings faulty in both directions, every rzz faulty, and 5 qubits with T2 > 2 T1', () => {
    const plan = importFiles('conf_torino', 'props_torino_2025-02-26');
    expect(plan.warnings).toEqual([
      'cz: 22 of 300 directed entries have an error of 1 or more; 11 couplings are marked faulty',
      'rzz: 300 of 300 directed entries have an error of 1 or more; 150 couplings are marked faulty',
      '5 qubits have T2 > 2 T1',
    ]);
    expect(plan.faulty).toBe(161);
    expect(valuesOf(plan, 'rzz_gate_fidelity')).toEqual([]);
    expect(valuesOf(plan, 'cz_gate_fidelity')).toHaveLength(139);
    expect(plan.topology).toMatchObject({ topologyId: 'ibm-torino-133', layoutType: 'hex', directed: false });
    expect(plan.targets.some(({ values }) => 'qubit_frequency' in values)).toBe(false);
  });

  it('54 of the 133 T1 values of Torino are older than 7 days and 70 are fresh as of the snapshot', () => {
    const plan = importFiles('conf_torino', 'props_torino_2025-02-26');
    const asOf = parseInstant('2025-02-26T15:26:08-05:00') ?? '';
    const ages = plan.targets.flatMap(({ values }) => (values.t1 ? [ageSeconds(values.t1.calibratedAt, asOf)] : []));
    expect(ages).toHaveLength(133);
    expect(ages.filter((age) => age > 7 * 86_400)).toHaveLength(54);
    expect(ages.filter((age) => stateOf(age, describeMetric('t1', 'qubit')) === 'fresh')).toHaveLength(70);
  });

  it('Torino a year before: published frequencies of 0 are missing, not values', () => {
    const plan = importFiles('conf_torino', 'props_torino_2024-02-28');
    expect(valuesOf(plan, 'qubit_frequency')).toEqual([]);
    expect(plan).toMatchObject({ faulty: 0, missing: 2 * 133 });
  });

  it('Sherbrooke: each ecr gate keeps its only direction, 9 of them faulty', () => {
    const plan = importFiles('conf_sherbrooke', 'props_sherbrooke_2025-02-26');
    const { coupling_map } = publishedDevices.json('ibm/conf_sherbrooke.json') as { coupling_map: [number, number][] };
    const ids = plan.targets.filter(({ kind }) => kind === 'coupling').map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(coupling_map.map((pair) => pair.join('-'))));
    expect(plan.targets.filter(({ faulty }) => 'ecr_gate_fidelity' in faulty)).toHaveLength(9);
    expect(plan.topology.directed).toBe(true);
    expect(targetOf(plan, '0').values.anharmonicity).toEqual({
      value: -0.3132760394092362,
      unit: 'GHz',
      calibratedAt: '2025-02-26T19:43:10.000Z',
    });
  });

  it('Nighthawk: a square lattice of 12 rows and 10 columns with no faulty two-qubit gate', () => {
    const plan = importFiles('conf_nighthawk', 'props_nighthawk');
    expect(plan.topology).toMatchObject({ layoutType: 'grid', gridSize: 12 });
    expect(valuesOf(plan, 'cz_gate_fidelity')).toHaveLength(218);
    expect(targetOf(plan, '0').values.t1?.calibratedAt).toBe('2025-12-07T20:49:03.000Z');
  });
});
