import { afterAll, beforeAll, expect, it } from 'vitest';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { gate, oldDevice } from '#test/support/devices/ibm-device.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;

const chip_id = 'tunable';
const ofChip = { params: { chip_id } };
const ofElement = (coupling_id: string) => ({ chip_id, coupling_id });

/** Two versions of a runcard whose couplers are tunable. */
const runcard = (sweetspot: number) => ({
  nqubits: 3,
  qubits: [0, 1, 2],
  couplers: [0, 1],
  topology: { 0: [0, 1], 1: [2, 1] },
  characterization: {
    single_qubit: { 0: { T1: 14_000 }, 1: { T1: 12_000 }, 2: { T1: 10_000 } },
    coupler: { 0: { sweetspot }, 1: { sweetspot: 0.4 } },
  },
  native_gates: { coupler: { 0: { CP: { duration: 30 } } } },
});
const calibrations = [
  { calibrated_at: '2026-01-01T00:00:00Z', runcard: runcard(0.1) },
  { calibrated_at: '2026-01-02T00:00:00Z', runcard: runcard(0.2) },
];
const body = { format: 'qibolab' as const, chip_id, documents: { calibrations } };

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

it('importChip 201: couplers of a runcard become elements of the chip, and the same again changes nothing', async () => {
  const preview = await owner.api.previewChipImport({ body });
  const first = await owner.api.importChip({ body });
  expect(first).toMatchObject({ created: true, couplings: 2, elements: { coupler: 2, gate: 0, chain: 0 } });
  expect(preview).toMatchObject({ values: first.values, elements: first.elements });
  expect(preview.metrics).toContainEqual(
    expect.objectContaining({ target_kind: 'coupler', metric_key: 'sweetspot', targets: 2, values: 3 }),
  );
  expect(await owner.api.importChip({ body })).toMatchObject({ values: 0, unchanged: first.values });
});

it('getChip 200: a chip shows its elements alongside qubits and couplings, whose lists are without them', async () => {
  const chip = await owner.api.getChip(ofChip);
  expect(Object.keys(chip.couplings ?? {})).toEqual(['0-1', '1-2']);
  expect(chip).toMatchObject({ qubit_count: 3, coupling_count: 2 });
  expect(Object.keys(chip.elements ?? {})).toEqual(['coupler']);
  expect(chip.elements?.coupler?.['0-1']?.data).toMatchObject({
    sweetspot: { value: 0.2 },
    coupler_pulse_length: { value: 30, unit: 'ns' },
  });
  expect(chip.couplings?.['0-1']?.data).toEqual({});
  const { couplings } = await owner.api.listChipCouplings(ofChip);
  expect(couplings.map(({ qid }) => qid)).toEqual(['0-1', '1-2']);
  const asOf = await owner.api.getChip({ ...ofChip, query: { as_of: '2026-01-01T12:00:00Z' } });
  expect(asOf.elements?.coupler?.['0-1']?.data).toMatchObject({ sweetspot: { value: 0.1 } });
});

it('getChipCoupling 200: with its kind a coupler is found under either order of its pair', async () => {
  for (const id of ['0-1', '1-0']) {
    const params = ofElement(id);
    const coupler = await owner.api.getChipCoupling({ params, query: { kind: 'coupler' } });
    expect(coupler).toMatchObject({ qid: '0-1', data: { sweetspot: { value: 0.2 } } });
    expect(await owner.api.getChipCoupling({ params })).toMatchObject({ qid: '0-1', data: {} });
    const { history } = await owner.api.getCouplingMetricHistory({
      params,
      query: { metric: 'sweetspot', kind: 'coupler', within_days: 3650 },
    });
    expect(history.map(({ value }) => value)).toEqual([0.2, 0.1]);
  }
  const missing = owner.api.getChipCoupling({ params: ofElement('0-1-2'), query: { kind: 'gate' } });
  expect(await refusal(missing)).toEqual(refused(404, `Gate '0-1-2' not found in chip '${chip_id}'`));
});

it('getChipMetrics 200: elements have tables and coverage of their own, and couplings none of their values', async () => {
  const found = await owner.api.getChipMetrics(ofChip);
  expect(found.coupling_metrics).not.toHaveProperty('sweetspot');
  expect(found.qubit_metrics).not.toHaveProperty('sweetspot');
  expect(found.element_metrics.coupler?.sweetspot).toMatchObject({ '0-1': { value: 0.2 }, '1-2': { value: 0.4 } });
  expect(found.element_coverage.coupler).toMatchObject({
    sweetspot: { total: 2, missing: 0 },
    coupler_pulse_length: { total: 2, missing: 1 },
  });
  const early = await owner.api.getChipMetrics({ ...ofChip, query: { as_of: '2026-01-01T12:00:00Z' } });
  expect(early.element_metrics.coupler?.sweetspot).toMatchObject({ '0-1': { value: 0.1 } });
  const range = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-03T00:00:00Z' };
  const average = await owner.api.getChipMetrics({ ...ofChip, query: { ...range, selection_mode: 'average' } });
  expect(average.element_metrics.coupler?.sweetspot?.['0-1']?.value).toBeCloseTo(0.15, 9);
});

it('updateCalibrationParameters 200: a value by hand goes to the element that is named by its kind', async () => {
  const parameters = { sweetspot: { value: 0.25 } };
  await owner.api.updateCalibrationParameters({ body: { chip_id, qid: '1-0', kind: 'coupler', parameters } });
  const coupler = await owner.api.getChipCoupling({ params: ofElement('0-1'), query: { kind: 'coupler' } });
  expect(coupler.data.sweetspot).toMatchObject({ value: 0.25, source: 'manual' });
  const ofCoupler = { params: { qid: '0-1' }, query: { kind: 'coupler' as const } };
  expect((await owner.api.getManualEdits(ofCoupler)).edits).toMatchObject([{ parameter_name: 'sweetspot' }]);
  expect((await owner.api.getManualEdits({ params: { qid: '0-1' } })).edits).toEqual([]);
});

it('updateCalibrationParameters 200: the first value of a gate of three qubits or of a chain makes it', async () => {
  const set = (kind: 'gate' | 'chain', qid: string, parameters: Record<string, { value: number }>) =>
    owner.api.updateCalibrationParameters({ body: { chip_id, qid, kind, parameters } });
  await set('gate', '2-0-1', { ccz_gate_fidelity: { value: 0.9 } });
  await set('gate', '2-0-1', { ccz_gate_fidelity: { value: 0.95 } });
  await set('chain', '3', { layer_fidelity: { value: 0.8 } });
  const { elements } = await owner.api.getChip(ofChip);
  expect(Object.keys(elements ?? {})).toEqual(['coupler', 'gate', 'chain']);
  expect(elements?.gate?.['2-0-1']?.data).toMatchObject({ ccz_gate_fidelity: { value: 0.95 } });
  expect((await owner.api.getChipMetrics(ofChip)).element_coverage.gate).toMatchObject({
    ccz_gate_fidelity: { total: 1, fresh: 1 },
  });
});

it.each([
  ['gate', '0-1', `'0-1' does not name three or more different qubits, joined by '-', in chip '${chip_id}'`],
  ['gate', '0-1-1', `'0-1-1' does not name three or more different qubits, joined by '-', in chip '${chip_id}'`],
  ['gate', '0-1-9', `'0-1-9' does not name three or more different qubits, joined by '-', in chip '${chip_id}'`],
  ['coupler', '0-2', `Coupling '0-2', whose coupler is meant, not found in chip '${chip_id}'`],
  ['chain', '4', `'4' is not a number of qubits from 2 to the size of the chip in chip '${chip_id}'`],
  ['coupling', '0-2', `Coupling '0-2' not found in chip '${chip_id}'`],
] as const)('updateCalibrationParameters 400: a %s %s that the chip cannot have', async (kind, qid, detail) => {
  const parameters = { sweetspot: { value: 0.1 } };
  const call = owner.api.updateCalibrationParameters({ body: { chip_id, qid, kind, parameters } });
  expect(await refusal(call)).toMatchObject({ status: 400, detail });
});

it('importChip 201: gates of three qubits and figures of chains of IBM are elements', async () => {
  const documents = oldDevice();
  documents.props.gates.push(gate('ccx', [3, 1, 0], 0.05, 900));
  const figure = { name: 'lf_4', value: 0.8, unit: '', date: '2025-01-01T00:00:00Z' };
  Object.assign(documents.props, { general: [figure], general_qlists: [{ name: 'lf_4', qubits: [2, 1, 3, 4] }] });
  const imported = await owner.api.importChip({ body: { format: 'ibm', chip_id: 'old', documents } });
  expect(imported).toMatchObject({ elements: { coupler: 0, gate: 1, chain: 1 }, left_out: [] });
  const { elements } = await owner.api.getChip({ params: { chip_id: 'old' } });
  expect(elements?.gate?.['3-1-0']?.data).toMatchObject({ ccx_gate_fidelity: { value: 0.95 } });
  expect(elements?.chain?.['4']?.data.layer_fidelity).toMatchObject({ value: 0.8, description: 'Qubits 2-1-3-4' });
});

it('every view of a chip with elements answers, after the sweep has made roll-ups, levels and drift', async () => {
  const context = { ...world.stack.runtime, requestId: 'sweep' };
  for (let closed = 1; closed > 0; ) ({ closed } = await closeSpans(context, new Date('2100-01-01T00:00:00.000Z')));
  const { api } = owner;
  const today = calendarDate(world.now().toISOString(), world.stack.runtime.config.calendarTimeZone);
  const day = await api.getChipDay({ params: { chip_id, date: today } });
  expect(Object.keys(day.elements)).toEqual(['coupler', 'gate', 'chain']);
  const { days } = await api.listCouplingDays({ params: ofElement('0-1'), query: { kind: 'coupler' } });
  expect(days[0]).toMatchObject({ qid: '0-1', data: { sweetspot: { value: 0.25 } } });
  const range = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-03T00:00:00Z' };
  const average = await api.getChipMetrics({ ...ofChip, query: { ...range, selection_mode: 'average' } });
  expect(average.element_metrics.coupler?.sweetspot?.['0-1']?.value).toBeCloseTo(0.15, 9);
  const differences = await api.getChipDifferences({
    ...ofChip,
    query: { as_of_before: '2026-01-01T12:00:00Z', as_of_after: '2026-01-02T12:00:00Z' },
  });
  expect(differences.differences).toContainEqual(
    expect.objectContaining({ kind: 'coupler', target_id: '0-1', metric: 'sweetspot' }),
  );
  await api.getChipDrift(ofChip);
  await api.getChipOverview({ ...ofChip, query: { since: '2026-01-01T00:00:00Z' } });
  await api.getChipMedians({ ...ofChip, query: { days: 7, timezone: 'UTC' } });
  await api.getChipHealth(ofChip);
});

it.each(['2-0-1', '3', '1-0'])('upsertDriftMute 200: the drift of %s is muted by its id', async (target_id) => {
  const until = new Date(world.now().getTime() + 3_600_000).toISOString();
  const body = { target_id, until, reason: 'known' };
  await owner.api.upsertDriftMute({ ...ofChip, body });
  const { mutes } = await owner.api.getChipDrift(ofChip);
  expect(mutes).toContainEqual(expect.objectContaining({ target_id: target_id === '1-0' ? '0-1' : target_id }));
  const missing = owner.api.upsertDriftMute({ ...ofChip, body: { ...body, target_id: '0-1-2' } });
  expect(await refusal(missing)).toMatchObject({ status: 404 });
  await owner.api.deleteDriftMute({ ...ofChip, query: { target_id } });
  expect((await owner.api.getChipDrift(ofChip)).mutes).toEqual([]);
});

it('exportChip 200: the file of a chip has its elements, and its import brings them back', async () => {
  const file = await fetch(`${world.stack.url}/chips/${chip_id}/export?format=json`, {
    headers: { authorization: `Bearer ${owner.token}`, 'x-project-id': owner.projectId },
  });
  const chip = await file.json();
  expect(Object.keys(chip.couplers)).toEqual(['0-1', '1-2']);
  const documents = { chip };
  const back = await owner.api.importChip({ body: { format: 'fiducial', chip_id: 'back', documents } });
  expect(back).toMatchObject({ elements: { coupler: 2, gate: 1, chain: 1 }, left_out: [] });
  const { elements } = await owner.api.getChip({ params: { chip_id: 'back' } });
  expect(elements?.coupler?.['0-1']?.data.sweetspot).toMatchObject({ value: 0.25 });
  const quam = await owner.api.exportChipParameters({ ...ofChip, query: { format: 'quam' } });
  expect(quam.left_out).toContainEqual(
    expect.objectContaining({ target_kind: 'gate', field: 'ccz_gate_fidelity', targets: ['2-0-1'] }),
  );
});

it('deleteChip 200: elements go with their chip', async () => {
  await owner.api.deleteChip({ params: { chip_id: 'back' }, query: { force: true } });
  await owner.api.createChip({ body: { chip_id: 'back', topology_id: 'linear-3' } });
  expect(await owner.api.getChip({ params: { chip_id: 'back' } })).not.toHaveProperty('elements');
});
