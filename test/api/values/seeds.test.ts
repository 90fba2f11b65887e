import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

let counter = 0;
/** A project with a chip of 16 qubits that knows nothing. */
async function lab(): Promise<Caller> {
  counter += 1;
  const owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'c', size: 16 } });
  return owner;
}
const valuesOf = async ({ api }: Caller, qid: string) => {
  const { data } = await api.getChipQubit({ params: { chip_id: 'c', qid } });
  return Object.fromEntries(Object.entries(data).map(([name, { value, unit }]) => [name, [value, unit]]));
};
const manual = (
  manual_data: Record<string, Record<string, number | null | { value: number | null; unit?: string }>>,
) => ({
  body: { chip_id: 'c', source: 'manual' as const, manual_data },
});

it('seeds of a map are set on their qubits, with their units, and pairs and empty values are passed over', async () => {
  const owner = await lab();
  const seeds = {
    qubit_frequency: { Q03: 5.1, 4: { value: 5200, unit: 'MHz' }, 'Q03-Q04': 1, Q005: null },
    readout_amplitude: { Q03: { value: 0.05 } },
  };
  const answer = await owner.api.importSeedParameters(manual(seeds));
  expect(answer).toMatchObject({ chip_id: 'c', source: 'manual', imported_count: 3, skipped_count: 2, error_count: 0 });
  expect(answer.provenance_activity_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await valuesOf(owner, '3')).toEqual({ qubit_frequency: [5.1, 'GHz'], readout_amplitude: [0.05, ''] });
  expect(await valuesOf(owner, '4')).toEqual({ qubit_frequency: [5.2, 'GHz'] });
  const { edits } = await owner.api.getManualEdits({ params: { qid: '3' } });
  expect(edits.map(({ reason }) => reason)).toEqual(['Seed import', 'Seed import']);
});

it('numbers of readout muxes are not set on qubits, and a default is set where a qubit has no number', async () => {
  const owner = await lab();
  const files = [
    { name: 'capture_delay.yaml', content: 'meta: {unit: ndelay}\ndata:\n  0: 3\n  1: 4\n' },
    { name: 'qubit_frequency.yaml', content: 'meta: {unit: GHz, default: 4.75}\ndata:\n  Q00: .nan\n  Q01: .inf\n' },
    { name: 'wiring.yaml', content: '16Q:\n  - {mux: 0, ctrl: [A-1]}\n' },
  ];
  const answer = await owner.api.importSeedParameters({ body: { chip_id: 'c', files } });
  expect(answer).toMatchObject({ imported_count: 1, skipped_count: 3, error_count: 0 });
  expect(await valuesOf(owner, '0')).toEqual({ qubit_frequency: [4.75, 'GHz'] });
  expect(await valuesOf(owner, '1')).toEqual({});
});

it('of several chips in the files of seeds one is chosen', async () => {
  const owner = await lab();
  const files = [{ name: 'props.yaml', content: 'A: {qubit_frequency: {Q00: 4}}\nB: {qubit_frequency: {Q00: 5}}\n' }];
  expect(await refusal(owner.api.importSeedParameters({ body: { chip_id: 'c', files } }))).toMatchObject({
    status: 400,
    detail: 'Invalid request: chip: is needed, since the files have 2 chips: A, B',
  });
  await owner.api.importSeedParameters({ body: { chip_id: 'c', files, chip: 'B' } });
  expect(await valuesOf(owner, '0')).toEqual({ qubit_frequency: [5, 'GHz'] });
});

it('seeds of YAML files of qubex are set, chosen by parameter and by qubit', async () => {
  const owner = await lab();
  const yaml = (unit: string, values: Record<string, number>) =>
    `meta: {unit: ${unit}}\ndata:\n${Object.entries(values)
      .map(([label, value]) => `  ${label}: ${value}\n`)
      .join('')}`;
  const files = [
    { name: 'params/qubit_frequency.yaml', content: yaml('GHz', { Q00: 5.1, Q01: 5.2, Q02: 5.3 }) },
    { name: 'params/control_amplitude.yaml', content: yaml('a.u.', { Q00: 0.1 }) },
  ];
  const body = { chip_id: 'c', files, parameters: ['qubit_frequency'], qids: ['Q00', '2'] };
  const answer = await owner.api.importSeedParameters({ body });
  expect(answer.results).toEqual(
    [5.1, 5.3].map((value, n) => ({
      ...{
        parameter_name: 'qubit_frequency',
        qid: String(2 * n),
        value,
        unit: 'GHz',
        status: 'imported',
        message: null,
      },
    })),
  );
  expect(await valuesOf(owner, '1')).toEqual({});
  expect(await valuesOf(owner, '0')).toEqual({ qubit_frequency: [5.1, 'GHz'] });
});

it('a seed that cannot be is told of, and the others are set', async () => {
  const owner = await lab();
  const seeds = { t1: { Q00: -3, Q01: { value: 30, unit: 'GHz' }, Q99: 20, Q02: 40 } };
  const answer = await owner.api.importSeedParameters(manual(seeds));
  expect(answer.results.map(({ status }) => status)).toEqual(['error', 'error', 'error', 'imported']);
  expect(answer.results.map(({ message }) => message === null)).toEqual([false, false, false, true]);
  expect(answer.results[2]?.message).toContain("'99'");
  expect(await valuesOf(owner, '2')).toEqual({ t1: [40, 'us'] });
  expect(await valuesOf(owner, '0')).toEqual({});
});

it('a request that arrives twice, with a key or without, sets nothing twice', async () => {
  const owner = await lab();
  const first = await owner.api.importSeedParameters(manual({ t1: { Q00: 30, Q01: 31 } }));
  expect(first.imported_count).toBe(2);
  const again = await owner.api.importSeedParameters(manual({ t1: { Q00: 30, Q01: 31 } }));
  expect(again).toMatchObject({ imported_count: 0, skipped_count: 2, provenance_activity_id: null });
  const headers = { 'idempotency-key': `seeds-${counter}` };
  const keyed = await owner.api.importSeedParameters({ ...manual({ t1: { Q00: 40, Q01: 41 } }), headers });
  expect(keyed.imported_count).toBe(2);
  await owner.api.importSeedParameters({ ...manual({ t1: { Q00: 40, Q01: 41 } }), headers });
  expect((await owner.api.getManualEdits({ params: { qid: '1' } })).edits).toHaveLength(2);
});

it('more parameters than one edit holds are set all the same', async () => {
  const owner = await lab();
  const names = Array.from({ length: 45 }, (_, n) => `seed_${n}`);
  const answer = await owner.api.importSeedParameters(
    manual(Object.fromEntries(names.map((name, n) => [name, { Q00: n }]))),
  );
  expect(answer.imported_count).toBe(45);
  expect(Object.keys(await valuesOf(owner, '0'))).toHaveLength(45);
  const known = await owner.api.getAvailableSeedParameters({ params: { chip_id: 'c' } });
  expect(known).toEqual(
    [...names, 'control_amplitude', 'qubit_frequency', 'readout_amplitude', 'readout_frequency'].toSorted(),
  );
});

it('an unknown chip, no files, and files that are none are refused', async () => {
  const { api } = await lab();
  const calls = [
    api.importSeedParameters({ body: { chip_id: 'none', source: 'manual', manual_data: { t1: { Q00: 3 } } } }),
    api.importSeedParameters({ body: { chip_id: 'c' } }),
    api.importSeedParameters({ body: { chip_id: 'c', files: [{ name: 't1.yaml', content: 'data: [' }] } }),
  ];
  expect((await Promise.all(calls.map(refusal))).map(({ status }) => status)).toEqual([400, 400, 400]);
  expect((await refusal(api.getAvailableSeedParameters({ params: { chip_id: 'none' } }))).status).toBe(404);
});
