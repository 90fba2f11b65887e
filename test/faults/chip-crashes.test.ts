import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getChip } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { readChip, readTargets } from '#shared/chips/verbs/read-chip.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { DATE, type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { contentsOf, removeContents, withoutJob } from '#test/support/invariants/chip-contents.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  owner = await verbs.member('alice');
});

/** Three qubits in a star: one coupling that `linear-3` has and one that it lacks. */
const starDevice = (date: string, error: number): Device => ({
  conf: {
    backend_name: 'star',
    n_qubits: 3,
    coupling_map: [
      [0, 1],
      [1, 0],
      [0, 2],
      [2, 0],
    ],
  },
  props: {
    backend_name: 'star',
    qubits: [0, 1, 2].map((qid) => [parameter('T1', 100 + qid, 'µs', date)]),
    gates: [gate('cx', [0, 1], error, 300, date), gate('cx', [0, 2], error, 300, date)],
  },
});

type Act = (chipId: string) => Promise<unknown>;
const none: Act = async () => undefined;
const create: Act = (chipId) => createChip(owner, { chipId, topologyId: 'linear-3' });
const importDevice: Act = (chipId) => importChip(owner, { format: 'ibm', chipId, documents: starDevice(DATE, 0.01) });
const remove: Act = (chipId) => deleteChip(owner, chipId, { force: true, permanent: true });

/** The device a week later: every value is newer, and one coupling is broken. */
const importLater: Act = (chipId) =>
  importChip(owner, { format: 'ibm', chipId, documents: starDevice('2020-02-07T08:00:00-05:00', 1) });

/** What was seen after a crash at once, what was left after the next start, and what an undisturbed run leaves. */
interface Outcome {
  seen: 'the chip' | 'no chip';
  left: Map<string, string>;
  before: Map<string, string>;
  whole: Map<string, string>;
}

/**
 * Runs `act` once undisturbed and then, on a chip each, with a crash before its first call to the engine and after
 * each of its calls. Hands every outcome to `check`, and answers how many crashes there were.
 */
async function crashEverywhere(prepare: Act, act: Act, check: (outcome: Outcome) => void): Promise<number> {
  await prepare('undisturbed');
  const before = await contentsOf(verbs, 'undisturbed');
  await act('undisturbed');
  const whole = await contentsOf(verbs, 'undisturbed');
  let crashes = 0;
  for (let n = 0, crashed = true; crashed; n += 1) {
    const chipId = `crashed-${n}`;
    await prepare(chipId);
    verbs.faults.plan(n === 0 ? crashAt(1, 'before') : crashAt(n, 'after'));
    const error = await act(chipId).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await verbs.faults.idle();
    verbs.faults.clear();
    crashed = error !== undefined;
    if (crashed) expect(error).toBeInstanceOf(Crash);
    crashes += crashed ? 1 : 0;
    const exists = (await getChip(verbs.db, owner.projectId, chipId)) !== undefined;
    if (exists && before.size === 0) expect(withoutJob(await contentsOf(verbs, chipId))).toEqual(whole);
    expect(await sweepPending(verbs.ctx, { ignoreLease: true })).toMatchObject({ failed: 0, busy: 0 });
    check({ seen: exists ? 'the chip' : 'no chip', left: await contentsOf(verbs, chipId), before, whole });
    await removeContents(verbs, chipId);
  }
  return crashes;
}

const wholeOrNothing = (left: Map<string, string>, whole: Map<string, string>, before: Map<string, string>) =>
  expect([...left]).toEqual([...(left.size === before.size && before.size !== whole.size ? before : whole)]);

describe('a crash at any call', () => {
  test('a crash at any call of a create leaves the chip whole or not at all, and whole once its job was written', async () => {
    const sizes = new Set<number>();
    const crashes = await crashEverywhere(none, create, ({ left, whole, before }) => {
      wholeOrNothing(left, whole, before);
      sizes.add(left.size);
    });
    expect(crashes).toBeGreaterThan(4);
    // Both ends were met: a crash before anything was written, and one that the sweep finished.
    expect(sizes).toEqual(new Set([0, 7]));
  });

  test('a crash at any call of an import leaves what an undisturbed import leaves, or nothing', async () => {
    const sizes = new Set<number>();
    const crashes = await crashEverywhere(none, importDevice, ({ left, whole, before }) => {
      wholeOrNothing(left, whole, before);
      sizes.add(left.size);
    });
    expect(crashes).toBeGreaterThan(9);
    expect(sizes.size).toBe(2);
  });

  test('a crash at any call of an import into an existing chip leaves the chip as before or as after it, counts included', async () => {
    const outcomes = new Set<string>();
    const crashes = await crashEverywhere(create, importDevice, ({ left, whole, before }) => {
      wholeOrNothing(left, whole, before);
      outcomes.add([...left].join() === [...whole].join() ? 'whole' : 'before');
    });
    expect(crashes).toBeGreaterThan(12);
    expect(outcomes).toEqual(new Set(['whole', 'before']));
  });

  test('a crash at any call of an import of newer values leaves the older in the history and the newer current', async () => {
    const crashes = await crashEverywhere(importDevice, importLater, ({ left, whole, before }) =>
      wholeOrNothing(left, whole, before),
    );
    expect(crashes).toBeGreaterThan(12);
  });

  test('a crash at any call of a deletion leaves the chip whole or, from its first write on, nothing in any partition', async () => {
    const outcomes = new Set<number>();
    const crashes = await crashEverywhere(importDevice, remove, ({ left, seen, before }) => {
      expect([...left]).toEqual(seen === 'the chip' ? [...before] : []);
      outcomes.add(left.size);
    });
    expect(crashes).toBeGreaterThan(9);
    expect(outcomes).toContain(0);
    expect(outcomes.size).toBe(2);
  });
});

describe('another layout', () => {
  const resize: Act = (chipId) => updateChip(owner, chipId, { size: 4, topologyId: 'linear-4' });
  const shrink: Act = (chipId) => updateChip(owner, chipId, { size: 2, topologyId: 'linear-2', note: 'smaller' });

  test.each([
    ['larger', resize],
    ['smaller', shrink],
  ])(
    'a %s layout is there after a crash at any call with all of its targets and counts, or not at all',
    async (_, act) => {
      const sizes = new Set<string>();
      const crashes = await crashEverywhere(create, act, ({ left, before }) => {
        const chip = [...left].find(([key]) => key.endsWith('CHIP#<chip>'))?.[1] ?? '';
        const count = (kind: string) => [...left.keys()].filter((key) => key.includes(` | ${kind}#`)).length;
        expect(chip).toContain(`"qubitCount":{"N":"${count('QUBIT')}"}`);
        expect(chip).toContain(`"couplingCount":{"N":"${count('COUPLING')}"}`);
        expect(chip).toContain(`"size":{"N":"${count('QUBIT')}"}`);
        expect(withoutJob(left)).toEqual(left);
        sizes.add(left.size === before.size ? 'before' : 'after');
      });
      expect(crashes).toBeGreaterThan(4);
      expect(sizes).toEqual(new Set(['before', 'after']));
    },
  );

  test('another layout alongside an edit of the note loses neither', async () => {
    await create('chip-a');
    await Promise.all([
      resize('chip-a'),
      updateChip(owner, 'chip-a', { note: 'kept' }).catch((error: unknown) =>
        expect(error).toMatchObject({ kind: 'conflict' }),
      ),
    ]);
    const chip = await readChip(owner, 'chip-a');
    const { qubits, couplings } = await readTargets(owner, chip);
    expect(chip).toMatchObject({ size: 4, qubitCount: 4, couplingCount: 3 });
    expect([qubits.length, couplings.length]).toEqual([4, 3]);
  });

  test('a layout of another size is refused where there is data, and leaves no job', async () => {
    await importDevice('chip-a');
    const before = await verbs.table();
    await expect(resize('chip-a')).rejects.toMatchObject({
      kind: 'conflict',
      message: "Chip 'chip-a' has data; its size cannot change",
    });
    expect(await verbs.table()).toEqual(before);
  });
});

describe('after a deletion', () => {
  test('after a deletion the same chip id starts empty, histories included, and nothing but the topology is left', async () => {
    const { projectId } = owner;
    await importDevice('chip-a');
    await importLater('chip-a');
    await updateParameters(owner, {
      chipId: 'chip-a',
      qid: '0',
      parameters: { t1: { value: 1 }, 'odd#metric': { value: 2 } },
    });
    await remove('chip-a');
    const left = [...(await contentsOf(verbs, 'chip-a')).keys()];
    // Who edited what by hand stays in the project's audit, but not under a key of the chip.
    expect(left).toEqual([]);
    await createChip(owner, { chipId: 'chip-a', topologyId: 'linear-3' });
    await create('chip-b');
    expect(await contentsOf(verbs, 'chip-a')).toEqual(await contentsOf(verbs, 'chip-b'));
    const { qubits, couplings } = await readTargets(owner, await readChip(owner, 'chip-a'));
    for (const target of [...qubits, ...couplings]) expect(target).toMatchObject({ data: {}, faulty: {}, projectId });
  });
});
