import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Technology } from '#shared/values/rules/technology.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

const setGate = (value_gate: 'off' | 'warn' | 'hold') =>
  owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate } });

/** A state of QuAM: frequencies in Hz, times in s. */
const quam = (chip_id: string, qubits: Record<string, object>, technology?: Technology) => ({
  format: 'quam' as const,
  chip_id,
  documents: {
    measured_at: '2025-02-03T04:05:06Z',
    state: { qubits: Object.fromEntries(Object.entries(qubits).map(([id, one]) => [id, { id, ...one }])) },
  },
  ...(technology && { technology }),
});

const inNanoseconds = { q1: { f_01: 5.1e9, T1: 42_000 }, q2: { f_01: 5.2e9, T1: 38_000 } };
const warning = "t1: 2 values cannot be, such as 42000000000 us of qubit 'q1': it is longer than a second";

describe('values that cannot be', () => {
  it.each(['off', 'warn', 'hold'] as const)('an import and its preview warn of them: gate %s', async (gate) => {
    await setGate(gate);
    const body = quam(`m18-${gate}`, inNanoseconds);
    expect((await owner.api.previewChipImport({ body })).warnings).toContain(warning);
    expect((await owner.api.importChip({ body })).warnings).toContain(warning);
    expect((await owner.api.importChip({ body })).warnings).toContain(warning);
  });

  it('a new project remarks on what is not likely', async () => {
    const project = await owner.api.createProject({ body: { name: 'new' } });
    expect(project.value_gate).toBe('warn');
  });
});

describe('the technology of a chip', () => {
  const cases: [Technology, Record<string, object>][] = [
    ['fluxonium', { q1: { f_01: 16e6, T1: 0.0003 } }],
    ['spin', { q1: { f_01: 17e9, T1: 1.5 } }],
    ['ion', { q1: { f_01: 12e9, T1: 10_000, T2echo: 0.2 } }],
  ];

  it.each(cases)('what transmons cannot have is not a fault of %s', async (technology, qubits) => {
    await setGate('hold');
    const answer = await owner.api.importChip({ body: quam(`of-${technology}`, qubits, technology) });
    expect(answer).toMatchObject({ rejected: 0, held: 0, warnings: [] });
    const params = { chip_id: `of-${technology}` };
    expect((await owner.api.getChip({ params })).technology).toBe(technology);
    expect(await owner.api.importChip({ body: quam(`of-transmons-${technology}`, qubits) })).not.toMatchObject({
      rejected: 0,
    });
  });

  it('a chip has the technology that it was created with, and another one once it is changed', async () => {
    const params = { chip_id: 'made' };
    const body = { chip_id: 'made', topology_id: 'linear-2' };
    expect(await owner.api.createChip({ body: { ...body, technology: 'spin' } })).toMatchObject({ technology: 'spin' });
    await owner.api.updateChip({ params, body: { activity_status: 'inactive' } });
    expect((await owner.api.getChip({ params })).technology).toBe('spin');
    await owner.api.updateChip({ params, body: { technology: 'ion' } });
    expect((await owner.api.getChip({ params })).technology).toBe('ion');
    await owner.api.replaceChip({ params, body: { size: 2, topology_id: 'linear-2' } });
    expect((await owner.api.getChip({ params })).technology).toBe('ion');
    expect(await owner.api.createChip({ body: { ...body, chip_id: 'usual' } })).toMatchObject({
      technology: 'transmon',
    });
  });

  it('an import into a chip of another technology is refused, and changes nothing', async () => {
    const q1 = { f_01: 5.1e9, T1: 50e-6 };
    await owner.api.importChip({ body: quam('own', { q1 }, 'ion') });
    const other = quam('own', { q1: { ...q1, T1: 60e-6 } }, 'spin');
    expect(await refusal(owner.api.importChip({ body: other }))).toMatchObject({
      status: 400,
      detail: "Chip 'own' is of the technology 'ion', not 'spin'",
    });
    expect((await owner.api.getChip({ params: { chip_id: 'own' } })).technology).toBe('ion');
  });
});

it('an exported chip keeps its technology where it is imported', async () => {
  await setGate('hold');
  await owner.api.importChip({ body: quam('first', { q1: { f_01: 12e9, T1: 10_000 } }, 'ion') });
  const file = await owner.api.exportChip({ params: { chip_id: 'first' }, query: { format: 'json' } });
  const chip: unknown = JSON.parse(await file.text());
  const answer = await owner.api.importChip({
    body: { format: 'fiducial', chip_id: 'second', documents: { chip } },
  });
  expect(answer).toMatchObject({ rejected: 0, warnings: [] });
  expect((await owner.api.getChip({ params: { chip_id: 'second' } })).technology).toBe('ion');
});
