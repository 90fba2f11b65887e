import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTarget } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { injectPauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import type { Stage } from '#test/support/holders/holder-case.ts';
import {
  bringToEndIn,
  type ImportScene,
  importScene,
  itemsIn,
  type SceneArchive,
} from '#test/support/holders/import-scene.ts';
import { consistent } from '#test/support/qdash/consistent.ts';
import { dumpDocuments, later, laterDocuments } from '#test/support/qdash/dump/documents.ts';
import { type Doc, projectId } from '#test/support/qdash/dump/fields.ts';
import { resultId } from '#test/support/qdash/dump/results.ts';
import { writeDump } from '#test/support/qdash/dump/write.ts';
import { openArchive } from '../../cli/archive/open-archive.ts';
import { makeArchives } from '../../cli/qdash/make-archives.ts';

/** How often a delta is killed; `npm run test:qdash` kills it 50 times. */
const kills = Number(process.env.QDASH_KILLS ?? 4);
const size = { results: 20, days: 2 };

let verbs: Verbs;
let stage: Stage;
let whole: SceneArchive;
let delta: SceneArchive;
beforeAll(async () => {
  verbs = await startVerbs();
  stage = { verbs, pauses: injectPauses(verbs.client), owner: await verbs.member('alice') };
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-qdash-'));
  const archiveOf = async (name: string, documents: [string, Doc][], since?: string): Promise<SceneArchive> => {
    await writeDump(join(folder, name), size, 'bson', consistent(documents));
    const { projects } = await makeArchives({ dump: join(folder, name), since }, join(folder, `${name}-made`));
    const made = await openArchive(projects.find((one) => one.projectId === projectId)?.file ?? '');
    const parts = await Promise.all(made.manifest.parts.map((part) => made.linesOf(part)));
    const about = { projectId, head: made.manifest.head, name: undefined, isBase: true };
    return { ...about, lines: parts.flat(), files: new Map(), isDelta: since !== undefined };
  };
  whole = await archiveOf('dump', [...dumpDocuments(size)]);
  const since = new Date(later.getTime() - 3_600_000).toISOString();
  delta = await archiveOf('later', [...laterDocuments(size)], since);
  await rm(folder, { recursive: true });
});
afterAll(() => verbs.stop());

/** A project that was imported and in which people worked since, and its delta, which has not begun. */
async function workedIn(): Promise<{ scene: ImportScene; anna: ProjectContext }> {
  const scene = await importScene(stage, whole);
  const account = await verbs.member('anna');
  await bringToEndIn(scene);
  const anna = await verbs.inProject(account, projectId);
  await updateParameters(anna, { chipId: 'alpha', qid: '1', parameters: { t1: { value: 55, unit: 'us' } } });
  await upsertNote(anna, { note: { chipId: 'alpha', level: 'chip' }, scope: {} }, 'written here');
  return { scene: { ...scene, archive: delta }, anna };
}

/** The items of the project after both imports. */
const wholeOf = () => itemsIn(stage, { ...whole, lines: [...whole.lines, ...delta.lines] });

test('a delta that is killed anywhere goes on to the same project, and keeps what was changed here', async () => {
  const first = await workedIn();
  const undisturbed = await stage.pauses.run(
    { call: 1_000_000, when: 'after' },
    () => bringToEndIn(first.scene),
    async () => undefined,
  );
  const state = undisturbed.outcome.status === 'fulfilled' ? undisturbed.outcome.value : undefined;
  expect(state).toMatchObject({ kept: 1, keptExamples: ["target '1'"] });
  const [measured, edited] = await Promise.all(
    ['0', '1'].map(async (id) => (await readTarget(first.anna, 'alpha', 'qubit', id)).data.t1),
  );
  // The one was measured again in QDash, the other was changed on both sides.
  expect([measured?.taskId, edited?.value]).toEqual([resultId(2_000_000), 55]);
  const wanted = await wholeOf();
  expect(JSON.stringify(wanted)).toContain('written here');
  let reached = 0;
  for (let n = 0; n < kills; n += 1) {
    const { scene } = await workedIn();
    const call = 1 + Math.floor(((n + 0.5) * undisturbed.calls) / kills);
    const died = await stage.pauses.run(
      { call, when: n % 2 === 0 ? 'before' : 'after', dies: true },
      () => bringToEndIn(scene),
      async () => undefined,
    );
    if (died.reached) reached += 1;
    expect(await bringToEndIn(scene)).toMatchObject({ kept: 1, keptExamples: ["target '1'"] });
    expect(await wholeOf()).toEqual(wanted);
  }
  expect(reached).toBe(kills);
  if (kills >= 50) process.stdout.write(`${kills} kills at ${undisturbed.calls} calls of a delta\n`);
  const before = await verbs.table();
  expect(await bringToEndIn({ ...first.scene })).toMatchObject({ status: 'finished', kept: 1 });
  expect(await verbs.table()).toEqual(before);
});
