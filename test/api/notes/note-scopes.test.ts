import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chip, coupling, noteLevels, ownerOfNotedChip, qubit } from '../support/noted-chip.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

beforeEach(async () => {
  counter += 1;
  owner = await ownerOfNotedChip(world, `owner-${counter}`);
});

const range = { start_at: '2025-01-10T00:00:00.000Z', end_at: '2025-01-20T00:00:00.000Z' };
const summary = (query: object = {}) => owner.api.getChipNotesSummary({ params: chip, query });
const unset = { content: '', updated_by: '', updated_at: null, etag: '"0"' };
const noScope = {
  scope_type: null,
  scope_key: null,
  cooldown_id: null,
  scope_started_at: null,
  scope_ended_at: null,
  scope_source: null,
};
const levels = noteLevels(() => owner);

describe('legacy global notes (rules NOTE-4 and NOTE-8)', () => {
  it('legacy global notes are what a target is written without a scope, and are in its record as well', async () => {
    await owner.api.createCooldown({
      body: { cooldown_id: 'now', cryo_id: 'A', started_at: '2025-03-01T00:00:00Z', chip_ids: ['c'] },
    });
    const note = await levels.qubit.put('global');
    expect(note).toMatchObject({ scope_type: 'global', scope_key: 'global', scope_source: 'legacy_global' });
    const shown = { content: 'global', updated_by: owner.username, updated_at: note.updated_at };
    expect((await owner.api.getChipQubit({ params: qubit })).note).toEqual(shown);
    await levels.coupling.put('global');
    expect((await owner.api.getChipCoupling({ params: coupling })).note.content).toBe('global');
    await levels.qubit.remove();
    expect((await owner.api.getChipQubit({ params: qubit })).note.updated_at).toBeNull();
  });

  it('legacy global notes of metrics and of the chip are written while the chip is in no cool-down', async () => {
    await levels['qubit metric'].put('of t1');
    await levels.chip.put('of the chip');
    expect((await owner.api.getChipQubit({ params: qubit })).metric_notes.t1?.content).toBe('of t1');
    const { note } = await owner.api.getChip({ params: chip });
    expect(note.content).toBe('of the chip');
    await levels['qubit metric'].remove();
    await levels.chip.remove();
    expect((await owner.api.getChipQubit({ params: qubit })).metric_notes).toEqual({});
    expect((await owner.api.getChip({ params: chip })).note).toEqual({ content: '', updated_by: '', updated_at: null });
  });

  it('notes without a scope go to the current cool-down of the chip, and the global one is shown until then', async () => {
    await levels.chip.put('global chip');
    await levels.qubit.put('global qubit');
    await levels['qubit metric'].put('global metric');
    await owner.api.createCooldown({
      body: { cooldown_id: 'now', cryo_id: 'A', started_at: '2025-03-01T00:00:00Z', chip_ids: ['c'] },
    });
    const [entry] = (await summary()).qubits;
    expect(entry?.note.content).toBe('global qubit');
    expect(entry?.metric_notes.t1?.content).toBe('global metric');
    expect((await owner.api.getChipNote({ params: chip })).content).toBe('global chip');
    expect((await summary({ cooldown_id: 'now' })).qubits).toEqual([]);
    expect(await owner.api.getChipNote({ params: chip, query: { cooldown_id: 'now' } })).toEqual({
      ...unset,
      ...noScope,
    });

    const note = await levels.chip.put('chip now');
    expect(note).toMatchObject({ scope_key: 'cooldown:now', scope_source: 'current_cooldown', scope_ended_at: null });
    await levels['qubit metric'].put('metric now');
    const now = await summary();
    expect([now.scope.scope_key, now.chip_note.content]).toEqual(['cooldown:now', 'chip now']);
    expect(now.qubits[0]?.metric_notes.t1?.content).toBe('metric now');
    expect((await owner.api.getChip({ params: chip })).note.content).toBe('global chip');
  });
});

describe('time ranges (rules NOTE-2, NOTE-3, NOTE-6 and NOTE-7)', () => {
  const free = { start_at: '2025-03-01T00:00:00.000Z', end_at: '2025-03-08T00:00:00.123Z' };

  it('time ranges of notes are a scope of their own, or the one cool-down that holds them', async () => {
    expect(await levels.qubit.put('free', free)).toMatchObject({
      scope_type: 'time_range',
      scope_key: 'time_range:2025-03-01T00:00:00+00:00:2025-03-08T00:00:00.123000+00:00',
      cooldown_id: null,
      scope_started_at: free.start_at,
      scope_ended_at: free.end_at,
      scope_source: 'manual_time_range',
    });
    expect(await levels.qubit.put('held', range)).toMatchObject({
      scope_key: 'cooldown:cd-1',
      scope_source: 'inferred_from_range',
    });
  });

  it('time ranges show notes that overlap them, and a later cool-down those within it, until it is edited there', async () => {
    await levels.qubit.put('seen in March', free);
    await levels.chip.put('chip in March', free);
    const week = { start_at: '2025-03-07T00:00:00Z', end_at: '2025-03-20T00:00:00Z' };
    expect((await summary(week)).qubits[0]?.note.content).toBe('seen in March');
    expect((await summary({ start_at: '2025-03-09T00:00:00Z', end_at: '2025-03-10T00:00:00Z' })).qubits).toEqual([]);
    await owner.api.createCooldown({
      body: { cooldown_id: 'march', cryo_id: 'A', started_at: '2025-02-28T00:00:00Z', chip_ids: ['c'] },
    });
    const march = { cooldown_id: 'march' };
    expect((await summary(march)).qubits[0]?.note).toMatchObject({
      content: 'seen in March',
      scope_type: 'time_range',
    });
    expect((await owner.api.getChipNote({ params: chip, query: march })).content).toBe('chip in March');
    const shown = (await summary(march)).qubits[0]?.note.etag ?? '';
    await levels.qubit.put('edited in March', march, { 'if-match': shown });
    expect((await summary(march)).qubits[0]?.note).toMatchObject({
      content: 'edited in March',
      scope_type: 'cooldown',
    });
    await levels.qubit.put('', march);
    expect((await summary(march)).qubits[0]?.note).toMatchObject({ content: '', scope_type: 'cooldown' });
  });
});

describe('notes of cool-downs in ranges (rules NOTE-5 and NOTE-7)', () => {
  it('notes of cool-downs are shown in every range that overlaps their cool-down as it is now', async () => {
    for (const [cooldown_id, started_at] of [
      ['may', '2025-05-01T00:00:00.000Z'],
      ['june', '2025-06-01T00:00:00.000Z'],
    ] as const) {
      await owner.api.createCooldown({ body: { cooldown_id, cryo_id: 'A', started_at, chip_ids: ['c'] } });
      await levels.qubit.put(`in ${cooldown_id}`, { cooldown_id });
      const ended_at = started_at.replace('-01T', '-20T');
      await owner.api.updateCooldown({ params: { cooldown_id }, body: { ended_at } });
    }
    const seen = async (start: string, end: string) =>
      (await summary({ start_at: `2025-${start}T00:00:00Z`, end_at: `2025-${end}T00:00:00Z` })).qubits[0]?.note;
    expect(await seen('04-20', '05-02')).toMatchObject({
      content: 'in may',
      scope_key: 'cooldown:may',
      scope_started_at: '2025-05-01T00:00:00.000Z',
      scope_ended_at: '2025-05-20T00:00:00.000Z',
    });
    expect(await seen('05-21', '05-30')).toBeUndefined();
    // Of both, the one that was edited last.
    expect(await seen('05-10', '06-02')).toMatchObject({ content: 'in june' });
    await owner.api.updateCooldown({ params: { cooldown_id: 'may' }, body: { ended_at: '2025-05-25T00:00:00Z' } });
    expect(await seen('05-21', '05-30')).toMatchObject({
      content: 'in may',
      scope_ended_at: '2025-05-25T00:00:00.000Z',
    });
  });
});
