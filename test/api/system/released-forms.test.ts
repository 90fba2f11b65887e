import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { writeForms } from '#shared/kernel/store/dynamodb/written-forms.ts';
import { chipKeys } from '#shared/kernel/store/keys.ts';
import { type FormChange, formChanges, unagreed } from '#test/forms/form-changes.ts';
import { releasedForms } from '#test/forms/released-forms.ts';
import { attributesOf } from '#test/forms/stored-forms.ts';
import { scan } from '#test/support/runs/run-results.ts';
import { SOUND } from '#test/support/runs/simulation.ts';
import { everyRead } from '../support/every-read.ts';
import { fillWholeProject, runsEnded } from '../support/filled-project.ts';
import { refusal } from '../support/refusal.ts';
import type { SampleNames } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const last = releasedForms()?.kinds ?? {};
const indexes = ['gsi1pk', 'gsi2pk', 'gsi3pk', 'gsi4pk'] as const;
let world: World;
let owner: Caller;
let names: SampleNames;
let api: Caller['api'];
beforeAll(async () => {
  world = await startWorld({ config: { storedForms: 'released' } });
  owner = await world.register('owner');
  names = await fillWholeProject(world, owner);
  api = world.client(owner.token, names.projectId);
});
afterAll(async () => {
  writeForms('present');
  await world.stop();
});

/** Writes over what is there, by a run and by hand. */
async function goOn(): Promise<void> {
  const parameters = { t1: { value: 39.5, unit: 'us' } };
  await api.updateCalibrationParameters({ body: { chip_id: 'kept', qid: '0', parameters, reason: 'again' } });
  await api.executeFlow({ params: { name: 'coherence' }, body: { parameters: { qids: ['0'], ...SOUND } } });
  await runsEnded(api);
  await world.stack.settle();
}

/** The items of kinds that the last release knows, by kind. */
async function knownItems(): Promise<[string, Item[]][]> {
  const known = (await scan(world.stack.runtime.db)).filter(({ entity }) => last[String(entity)] !== undefined);
  return Object.entries(Object.groupBy(known, ({ entity }) => String(entity))) as [string, Item[]][];
}

/** Why the last release could not read them. */
const unreadable = (kinds: readonly [string, Item[]][]) =>
  kinds.flatMap(([kind, items]) =>
    items.flatMap((item) => {
      const writes = { [String(item.v)]: attributesOf([item]) };
      // A lock that no run holds has no row.
      const isOfRow = ({ what }: FormChange) => item.slim === undefined && what.includes("'slim.");
      const changes = unagreed(
        formChanges({ [kind]: last[kind] ?? { reads: 0, writes: {} } }, { [kind]: { reads: 99, writes } }),
      );
      return changes.filter((change) => !isOfRow(change));
    }),
  );

const failed = (answers: Awaited<ReturnType<typeof everyRead>>) =>
  Object.entries(answers).filter(([, [status]]) => status >= 500);

describe('a service that writes the released forms', () => {
  it('the last release reads every item of a project with everything, as runs and people have written over them', async () => {
    await goOn();
    const kinds = await knownItems();
    expect(kinds.length).toBeGreaterThan(30);
    expect(unreadable(kinds)).toEqual([]);
  });

  it('no list of entries that the last release knows has other rows on its index', async () => {
    const items = await scan(world.stack.runtime.db);
    const rows = items.flatMap((item) =>
      indexes.flatMap((key) => (item[key] ? [{ list: `${key} ${item[key]}`, item }] : [])),
    );
    const lists = [...Map.groupBy(rows, ({ list }) => list).values()];
    const isKnown = ({ item }: { item: Item }) => last[String(item.entity)] !== undefined;
    const mixed = lists.filter((list) => list.some(isKnown) && !list.every(isKnown));
    expect(lists.length).toBeGreaterThan(10);
    expect(mixed.map(([row]) => row?.list)).toEqual([]);
  });

  it('every read answers the same when the present forms are chosen, and what is then written is read after the way back', async () => {
    const before = await everyRead(world, names, owner);
    writeForms('present');
    expect(await everyRead(world, names, owner)).toEqual(before);
    await goOn();
    const present = await everyRead(world, names, owner);
    expect(failed(present)).toEqual([]);
    const inKnownVersions = (await knownItems()).map(([kind, items]): [string, Item[]] => [
      kind,
      items.filter(({ v }) => Number(v) <= (last[kind]?.reads ?? 0)),
    ]);
    expect(unreadable(inKnownVersions)).toEqual([]);
    writeForms('released');
    expect(await everyRead(world, names, owner)).toEqual(present);
    await goOn();
    expect(failed(await everyRead(world, names, owner))).toEqual([]);
  });

  it('a lock for each chip, which the released forms do not have, is refused', async () => {
    const refused = await refusal(
      api.updateProject({ params: { project_id: names.projectId }, body: { lock_scope: 'chip' } }),
    );
    expect(refused).toMatchObject({ status: 409, detail: expect.stringContaining('storedForms') });
  });

  it('an item that a newer version of the service has written is refused, and not read in part', async () => {
    const key = chipKeys.chip(names.projectId, 'kept');
    await writeItem(world.stack.runtime.db, { update: key, with: updateOf({ set: { v: 99 } }) });
    const refused = await refusal(api.getChip({ params: { chip_id: 'kept' } }));
    expect(refused).toMatchObject({ status: 503, detail: expect.stringContaining('newer version of the service') });
  });
});
