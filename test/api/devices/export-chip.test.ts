import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  const calibration = {
    single_qubits: { 0: { t1: [20_000, 500], rb_fidelity: 0.99 }, 1: { t1: [30_000, 1_000] } },
    two_qubits: { '0-1': { cz_fidelity: 0.93 } },
  };
  const calibrations = [{ calibrated_at: '2025-03-01', calibration }];
  await owner.api.importChip({ body: { format: 'qibolab', chip_id: 'pair', documents: { calibrations } } });
});
afterAll(() => world.stop());

const exported = async (chip_id: string, query = {}) => {
  const file = (await owner.api.exportChip({ params: { chip_id }, query })) as Blob;
  return { type: file.type, text: await file.text() };
};
const setT1 = (value: number, chip_id = 'pair') =>
  owner.api.updateCalibrationParameters({ body: { chip_id, qid: '0', parameters: { t1: { value } } } });

describe('exportChip', () => {
  it('exportChip 200: the file has the topology and each value with unit, error, instant and source, in both forms', async () => {
    const { type, text } = await exported('pair');
    expect(type).toBe('application/yaml');
    expect(parse(text)).toMatchObject({
      format: 'fiducial-chip',
      version: 1,
      as_of: null,
      chip: { id: 'pair', size: 2, activity_status: 'active', last_calibrated_at: '2025-03-01T00:00:00.000Z' },
      topology: { couplings: [['0', '1']] },
      qubits: {
        0: {
          values: {
            t1: {
              ...{ value: 20, unit: 'us', error: 0.5, calibrated_at: '2025-03-01T00:00:00.000Z' },
              ...{ source: 'import', cooldown_id: null },
            },
          },
        },
      },
      couplings: { '0-1': { values: { cz_gate_fidelity: { value: 0.93 } } } },
    });
    const json = await exported('pair', { format: 'json' });
    expect(json.type).toBe('application/json');
    expect({ ...JSON.parse(json.text), exported_at: '' }).toEqual({ ...parse(text), exported_at: '' });
  });

  it('exportChip 200: what comes out goes in again: a new chip with the same file, and the same chip unchanged', async () => {
    const { text } = await exported('pair');
    const body = { format: 'fiducial' as const, documents: { chip: text } };
    expect(await owner.api.importChip({ body: { ...body, chip_id: 'copy' } })).toMatchObject({
      ...{ created: true, qubits: 2, couplings: 1, values: 4, warnings: [] },
    });
    const copy = parse((await exported('copy')).text);
    const original = parse(text);
    const own = { exported_at: '', chip: { ...original.chip, id: '', installed_at: '' } };
    expect({ ...copy, ...own, chip: { ...copy.chip, id: '', installed_at: '' } }).toEqual({ ...original, ...own });
    expect(await owner.api.importChip({ body: { ...body, chip_id: 'pair' } })).toMatchObject({
      ...{ created: false, values: 0, unchanged: 4 },
    });
  });

  it('exportChip 200: as of an instant the file has the values of that time', async () => {
    await owner.api.importChip({
      body: { format: 'fiducial', chip_id: 'past', documents: { chip: (await exported('pair')).text } },
    });
    const then = world.now().toISOString();
    world.advance(60);
    await setT1(55, 'past');
    const t1 = async (query: object) => parse((await exported('past', query)).text).qubits[0].values.t1.value;
    expect([await t1({}), await t1({ as_of: then })]).toEqual([55, 20]);
    expect(parse((await exported('past', { as_of: then })).text).as_of).toBe(then);
  });

  it('exportChip 200: a value of a cool-down names it, and so does the chip', async () => {
    await owner.api.createCryostat({ body: { cryo_id: 'fridge', name: 'Fridge' } });
    const started_at = world.now().toISOString();
    await owner.api.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge', started_at } });
    await owner.api.createChip({ body: { chip_id: 'cold', topology_id: 'linear-2' } });
    await owner.api.assignChipToCooldown({ params: { cooldown_id: 'cd-1', chip_id: 'cold' } });
    world.advance(60);
    await setT1(40, 'cold');
    const document = parse((await exported('cold')).text);
    expect(document.chip.cooldown_id).toBe('cd-1');
    expect(document.qubits[0].values.t1).toMatchObject({ value: 40, source: 'manual', cooldown_id: 'cd-1' });
  });

  it('exportChip 404: an unknown chip', async () => {
    expect((await refusal(owner.api.exportChip({ params: { chip_id: 'none' } }))).status).toBe(404);
  });

  it('importChip 201: simulated values stay simulated, and do not reach a chip that has measured ones', async () => {
    const document = parse((await exported('pair')).text);
    document.qubits[0].values.t1.source = 'simulator';
    document.qubits[0].values.t1.value = 77;
    document.qubits[0].values.t1.calibrated_at = '2025-04-01T00:00:00.000Z';
    const body = { format: 'fiducial' as const, documents: { chip: document } };
    await owner.api.importChip({ body: { ...body, chip_id: 'fake' } });
    const t1Of = async (chip_id: string) => (await owner.api.getChipQubit({ params: { chip_id, qid: '0' } })).data.t1;
    expect(await t1Of('fake')).toMatchObject({ value: 77, source: 'simulator' });
    const onReal = { body: { ...body, chip_id: 'copy' } };
    expect((await owner.api.previewChipImport(onReal)).warnings).toEqual([
      "1 simulated value left out: chip 'copy' has measured ones",
    ]);
    expect((await owner.api.importChip(onReal)).values).toBe(0);
    expect(await t1Of('copy')).toMatchObject({ value: 20, source: 'import' });
  });

  it('importChip 201: a chip of a built-in topology comes back with it, and brings the project none', async () => {
    await owner.api.createChip({ body: { chip_id: 'chain', topology_id: 'linear-2' } });
    await setT1(33, 'chain');
    const chip = (await exported('chain')).text;
    const before = (await owner.api.listTopologies({})).topologies.length;
    await owner.api.importChip({ body: { format: 'fiducial', chip_id: 'chain-2', documents: { chip } } });
    expect((await owner.api.getChip({ params: { chip_id: 'chain-2' } })).topology_id).toBe('linear-2');
    expect((await owner.api.listTopologies({})).topologies).toHaveLength(before);
  });

  it('importChip 400: a file that is not a chip names what is wrong with it', async () => {
    const body = { format: 'fiducial' as const, chip_id: 'x', documents: { chip: 'format: other' } };
    expect(await refusal(owner.api.importChip({ body }))).toMatchObject({
      status: 400,
      detail: expect.stringContaining("chip.format: must be 'fiducial-chip', not 'other'"),
    });
  });
});

describe('getDeviceTopology', () => {
  it('getDeviceTopology 200: has the shapes of QDash, and says what it leaves out and what replaces it', async () => {
    const always = { min: 0, max: 1, is_within_24h: false };
    const condition = { qubit_fidelity: always, coupling_fidelity: always, readout_fidelity: always };
    const body = { chip_id: 'pair', name: 'anemone', device_id: 'anemone', qubits: ['0', '1', '2'], condition };
    const device = await owner.api.getDeviceTopology({ body });
    expect(device).toMatchObject({
      ...{ name: 'anemone', device_id: 'anemone', calibrated_at: expect.stringMatching(/Z$/) },
      couplings: [{ control: 0, target: 1, fidelity: 0.93, gate_duration: { rzx90: 20 } }],
      left_out: [{ target_kind: 'qubit', target_id: '2', reason: "chip 'pair' has no such qubit" }],
      simulated_values: 0,
    });
    expect(device.qubits[0]).toEqual({
      ...{ id: 0, physical_id: 0, position: { x: expect.any(Number), y: 0 }, fidelity: 0.99 },
      meas_error: { prob_meas1_prep0: 0.75, prob_meas0_prep1: 0.75, readout_assignment_error: 0.75 },
      qubit_lifetime: { t1: 20, t2: 100 },
      gate_duration: { rz: 0, sx: 20, x: 20 },
    });
    expect(device.substituted).toContainEqual({
      ...{ target_kind: 'qubit', target_id: '1', field: 'fidelity', value: 0.25, reason: 'missing' },
    });
  });

  it('getDeviceTopology 200: what a day has made old stands for nothing unless told otherwise', async () => {
    const device = await owner.api.getDeviceTopology({ body: { chip_id: 'pair' } });
    expect(device).toMatchObject({ name: 'pair', device_id: 'pair', qubits: [{ fidelity: 0.25 }, { fidelity: 0.25 }] });
    expect(new Set(device.substituted.map(({ reason }) => reason))).toContain('older_than_24h');
  });

  it('getDeviceTopology 400: an unknown chip, none that could be meant, and a range that is inverted', async () => {
    const refused = async (body: Parameters<Caller['api']['getDeviceTopology']>[0]['body']) =>
      refusal(owner.api.getDeviceTopology({ body }));
    expect(await refused({ chip_id: 'none' })).toMatchObject({
      status: 400,
      detail: expect.stringContaining("'none'"),
    });
    expect(await refused({})).toMatchObject({ status: 400, detail: expect.stringContaining("'chip_id'") });
    const inverted = { qubit_fidelity: { min: 0.9, max: 0.1 } };
    expect((await refused({ chip_id: 'pair', condition: inverted })).status).toBe(400);
  });
});
