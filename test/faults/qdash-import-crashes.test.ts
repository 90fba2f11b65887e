import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectPauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import type { Stage } from '#test/support/holders/holder-case.ts';
import {
  bringToEndIn,
  enteredIn,
  importScene,
  isThereIn,
  type SceneArchive,
} from '#test/support/holders/import-scene.ts';
import { projectId } from '#test/support/qdash/dump/fields.ts';
import { writeDump } from '#test/support/qdash/dump/write.ts';
import { openArchive } from '../../cli/archive/open-archive.ts';
import { makeArchives } from '../../cli/qdash/make-archives.ts';

/** How often an import is killed; `npm run test:qdash` kills it 50 times. */
const kills = Number(process.env.QDASH_KILLS ?? 6);

/** The import of base records dies at calls that are spread over all of it, and another process goes on. */
let verbs: Verbs;
let stage: Stage;
let archive: SceneArchive;
beforeAll(async () => {
  verbs = await startVerbs();
  stage = { verbs, pauses: injectPauses(verbs.client), owner: await verbs.member('alice') };
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-qdash-'));
  await writeDump(join(folder, 'dump'), { results: 20, days: 2 });
  const { projects } = await makeArchives({ dump: join(folder, 'dump') }, join(folder, 'made'));
  const made = await openArchive(projects.find((one) => one.projectId === projectId)?.file ?? '');
  const parts = await Promise.all(made.manifest.parts.map((part) => made.linesOf(part)));
  archive = {
    projectId,
    head: made.manifest.head,
    lines: parts.flat(),
    files: new Map(),
    name: undefined,
    isBase: true,
  };
  await rm(folder, { recursive: true });
});
afterAll(() => verbs.stop());

test('an import of base records that is killed anywhere goes on to the same project, derived records included', async () => {
  const scene = await importScene(stage, archive);
  const undisturbed = await stage.pauses.run(
    { call: 1_000_000, when: 'after' },
    () => bringToEndIn(scene),
    async () => undefined,
  );
  expect(undisturbed.reached).toBe(false);
  const whole = await enteredIn(stage, archive);
  const derived = ['task-samples', 'latest-result', 'roll-up', 'chip-day', 'chip-directory'];
  for (const kind of derived) expect([...whole.values()].some((item) => item.includes(`"${kind}"`))).toBe(true);
  let reached = 0;
  for (let n = 0; n < kills; n += 1) {
    const again = await importScene(stage, archive);
    // Spread over all calls, a different one of each stretch every time that more kills are asked for.
    const call = 1 + Math.floor(((n + 0.5) * undisturbed.calls) / kills);
    const died = await stage.pauses.run(
      { call, when: n % 2 === 0 ? 'before' : 'after', dies: true },
      () => bringToEndIn(again),
      async () => undefined,
    );
    if (died.reached) reached += 1;
    if (!(await isThereIn(stage, archive))) await bringToEndIn(again);
    expect([...(await enteredIn(stage, archive))]).toEqual([...whole]);
  }
  expect(reached).toBe(kills);
});
