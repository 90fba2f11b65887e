import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDeviceFile } from '#shared/devices/contract/files/device-file.ts';
import { recognizeFiles } from '#shared/devices/contract/files/recognize-files.ts';
import { type ImportDocuments, planImport } from '#shared/devices/rules/import/formats.ts';
import { median } from '#shared/values/rules/statistics.ts';
import { publishedDevices } from '#test/support/devices/published.ts';

const fileOf = (name: string) => readDeviceFile(name, readFileSync(publishedDevices.path(name), 'utf8'));

async function planOf(names: string[], measuredAt?: string) {
  const files = await Promise.all(names.map(fileOf));
  const { format, documents, missing, problems } = recognizeFiles(files, { measuredAt });
  expect([missing, problems]).toEqual([[], []]);
  const result = planImport({ format, documents } as ImportDocuments);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('files of real devices'), () => {
  it.each([
    'ibm/conf_torino.json',
    'ibm/conf_nighthawk.json',
    'ibm/props_nighthawk.json',
    'ibm/props_torino_2025-02-26.json',
  ])('the file %s of a published device is recognized', async (name) => {
    const { format, documents } = recognizeFiles([await fileOf(name)]);
    expect(format).toBe('ibm');
    expect(Object.keys(documents)).toEqual([name.startsWith('ibm/conf') ? 'conf' : 'props']);
  });

  it("Willow has 105 qubits, 182 couplings, and the medians of its file's errors", async () => {
    const file = 'google/willow_pink_2024-08-16_calibration.json';
    const plan = await planOf([file], '2024-08-16');
    const { metrics } = publishedDevices.json(file) as {
      metrics: { metrics: { name: string; values: { doubleVal: number }[] }[] };
    };
    const numbers = (name: string) =>
      metrics.metrics.filter((one) => one.name === name).map(({ values }) => values[0]?.doubleVal ?? Number.NaN);
    const imported = (key: string) => plan.targets.flatMap(({ values }) => values[key]?.value ?? []);
    expect([plan.topology.numQubits, plan.topology.couplings.length, plan.missing, plan.faulty]).toEqual([
      105, 182, 0, 0,
    ]);
    expect(plan.topology.layoutType).toBe('grid');
    expect(median(imported('t1'))).toBe(median(numbers('single_qubit_idle_t1_micros')));
    const pauli = median(numbers('two_qubit_parallel_cz_gate_xeb_pauli_error_per_cycle')) ?? Number.NaN;
    expect(median(imported('cz_gate_fidelity'))).toBeCloseTo(1 - 0.8 * pauli, 12);
    const single = median(numbers('single_qubit_rb_pauli_error_per_gate')) ?? Number.NaN;
    expect(median(imported('average_gate_fidelity'))).toBeCloseTo(1 - (2 / 3) * single, 12);
  });

  it('49 calibrations of a chip of five qubits become one history without copies and without failed fits', async () => {
    const plan = await planOf(['qibolab/qw5q_platinum_history.jsonl']);
    expect([plan.topology.numQubits, plan.topology.couplings.length]).toEqual([5, 4]);
    const entries = plan.targets.flatMap(({ before = [], values }) => [
      ...before.map(({ metric, value }) => [metric, value] as const),
      ...Object.entries(values).map(([metric, { value }]) => [metric, value] as const),
    ]);
    expect(
      entries.every(([metric, value]) => metric === 'sweetspot' || metric === 'anharmonicity' || Number(value) > 0),
    ).toBe(true);
    expect(entries.filter(([metric]) => metric === 't1').length).toBeGreaterThan(50);
    for (const { before = [], values } of plan.targets) {
      for (const [metric, newest] of Object.entries(values)) {
        const numbers = [...before.filter((one) => one.metric === metric).map(({ value }) => value), newest.value];
        expect(numbers.every((value, n) => n === 0 || value !== numbers[n - 1] || metric !== 'qubit_frequency')).toBe(
          true,
        );
      }
    }
  });
});
