import { describe, expect, it } from 'vitest';
import type { ExportedChip, ExportedTarget } from '#shared/devices/rules/export/chip-document.ts';
import { compilerFile } from '#shared/devices/rules/export/compiler/formats.ts';
import { importIbm } from '#shared/devices/rules/import/ibm/import-ibm.ts';
import type { ImportedTarget, ImportResult } from '#shared/devices/rules/import/plan.ts';
import { publishedDevices } from '#test/support/devices/published.ts';

const planOf = (result: ImportResult) => {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
};

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('published devices for a compiler'), () => {
  const conf = publishedDevices.available ? publishedDevices.json('ibm/conf_torino.json') : {};
  const props = publishedDevices.available ? publishedDevices.json('ibm/props_torino_2025-02-26.json') : {};

  it('a device goes to Qiskit in the fields in which its values came, and they come back the same', () => {
    const plan = planOf(importIbm({ conf, props }));
    const of = (kind: ImportedTarget['kind']): ExportedTarget[] =>
      plan.targets
        .filter((target) => target.kind === kind)
        .map(({ id, values, faulty }) => ({
          ...{ id, faulty, status: 'completed' },
          values: Object.fromEntries(
            Object.entries(values).map(([metric, value]) => [metric, { ...value, source: 'import' as const }]),
          ),
        }));
    const chip: ExportedChip = {
      ...{ chipId: 'torino', size: 133, activityStatus: 'active', topology: plan.topology, readoutLines: [] },
      ...{ qubits: of('qubit'), couplings: of('coupling') },
    };
    const file = compilerFile(chip, 'qiskit', { now: '2025-02-27T00:00:00.000Z' });
    const { configuration, properties } = JSON.parse(JSON.stringify(file.document));
    const back = planOf(importIbm({ conf: configuration, props: properties }));
    const carried = [
      't1',
      't2_echo',
      'average_readout_fidelity',
      'x90_gate_fidelity',
      'x90_gate_time',
      'readout_length',
    ];
    for (const [place, id] of file.qubits.entries()) {
      const [sent, got] = [plan, back].map(({ targets }, n) =>
        targets.find((target) => target.kind === 'qubit' && target.id === (n === 0 ? id : String(place))),
      );
      for (const metric of carried) expect(got?.values[metric]).toEqual(sent?.values[metric]);
    }
    const ofGates = (some: readonly ImportedTarget[], ids: ReadonlySet<string>) =>
      some
        .filter(({ kind, id }) => kind === 'coupling' && ids.has(id))
        .map(({ values }) => [values.cz_gate_fidelity?.value, values.cz_gate_time?.value]);
    const all = new Set(back.targets.map(({ id }) => id));
    expect(ofGates(back.targets, all)).toEqual(ofGates(plan.targets, new Set(file.couplings)));
    const given = new Set(Object.keys((props as { gates: object[] }).gates[0] ?? {}));
    expect([...Object.keys(properties.gates[0])].every((name) => given.has(name))).toBe(true);
    expect(properties.qubits[0].every((one: object) => Object.keys(one).sort().join() === 'date,name,unit,value')).toBe(
      true,
    );
    expect(file.leftOut.filter(({ field }) => field === 'target').flatMap(({ targets }) => targets).length).toBe(
      133 - file.qubits.length + plan.targets.filter(({ kind }) => kind === 'coupling').length - file.couplings.length,
    );
  });
});
