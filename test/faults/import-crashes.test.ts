import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportState } from '#shared/archives/verbs/import/import-state.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { authorize } from '#shared/people/verbs/auth/authenticate.ts';
import { listProjects } from '#shared/projects/verbs/projects.ts';
import { injectPauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import type { Stage } from '#test/support/holders/holder-case.ts';
import { begins, importActs, qubitsOf } from '#test/support/holders/import-cases.ts';
import {
  beginIn,
  bringToEndIn,
  enteredIn,
  filesIn,
  filesOf,
  giveUpIn,
  type ImportScene,
  importScene,
  isThereIn,
  type SceneArchive,
  sendLinesIn,
  sweepLaterIn,
  undisturbedIn,
} from '#test/support/holders/import-scene.ts';

/**
 * The import of a project dies at every one of its calls to the table and to the store of files, and another goes on.
 */
let verbs: Verbs;
let stage: Stage;
/** The archive, and the items that an undisturbed import leaves. */
let archive: SceneArchive;
let whole: Map<string, string>;
beforeAll(async () => {
  verbs = await startVerbs();
  stage = { verbs, pauses: injectPauses(verbs.client), owner: await verbs.member('alice') };
});
afterAll(() => verbs.stop());

/** An existing project is whole, and one that does not exist is invisible to all users. */
async function checkSeen({ ctx }: ImportScene): Promise<void> {
  if (await isThereIn(stage, archive)) return expect([...(await enteredIn(stage, archive))]).toEqual([...whole]);
  const { userId, username } = ctx.actor.user;
  const { projectId } = archive;
  const more = { admin: false, writes: false, sessionOnly: false, beforePasswordChange: true };
  const need = { requestedProjectId: projectId, project: { required: 'viewer' as const }, ...more };
  const identity = { userId, username, projectId: undefined, kind: { login: { version: 1 } } };
  await expect(authorize(ctx, identity, need)).rejects.toMatchObject({ kind: 'forbidden' });
  const listed = await listProjects(ctx, { deleted: false });
  expect(listed.map(({ project }) => project.projectId)).not.toContain(projectId);
}

type Goes = (scene: ImportScene, died: boolean) => Promise<unknown>;

/** Dies at each call in turn, right after it, or before the first; then another goes on. Answers how often it died. */
async function dieEverywhere(name: string, goOn: Goes): Promise<number> {
  const { before, act } = importActs[name] ?? {};
  ({ archive, whole } = await undisturbedIn(stage, qubitsOf(name)));
  for (let n = 0; ; n += 1) {
    const scene = await importScene(stage, archive);
    const state = name === begins ? undefined : await beginIn(scene);
    if (state) await before?.(stage, scene, state);
    const at = { call: Math.max(n, 1), when: n === 0 ? 'before' : 'after', dies: true } as const;
    const died = await stage.pauses.run(
      at,
      async () => act?.(stage, scene, state as ImportState),
      async () => undefined,
    );
    await checkSeen(scene);
    await goOn(scene, died.reached);
    if (!died.reached) return n;
  }
}

const lastOf: Record<string, number> = {
  [begins]: 9,
  'asks where the files of an import go': 3,
  'sends lines of an import': 6,
  'finishes an import': 9,
};

test.each(Object.entries(lastOf))(
  'an import whose client dies at any call when it %s goes on to the same bytes, files included',
  async (name, calls) => {
    const times = await dieEverywhere(name, async (scene) => {
      await bringToEndIn(scene);
      expect([...(await enteredIn(stage, archive))]).toEqual([...whole]);
      expect(filesIn(stage)).toEqual(filesOf(archive));
    });
    expect(times).toBeGreaterThan(calls);
  },
);

/** Goes on with some lines, fewer than were sent at once before, if the import takes any. */
async function sendSomeMore(scene: ImportScene): Promise<void> {
  const state = await beginIn(scene).catch(() => undefined);
  if (state?.status === 'entering') await sendLinesIn(scene, state, state.taken, state.taken + 2);
}

test.each(['sends lines of an import', 'gives up an import', 'removes an import that was given up'])(
  'an import that is given up leaves nothing, wherever who %s has died, and another has gone on for a while',
  async (name) => {
    const times = await dieEverywhere(name, async (scene) => {
      await sendSomeMore(scene);
      const refused = await giveUpIn(stage, scene).catch((error: unknown) => error);
      // It was given up, and removed, before.
      if (refused !== undefined) expect(refused).toBeInstanceOf(ServiceError);
      await sweepLaterIn(stage, scene);
      expect([...(await enteredIn(stage, archive))]).toEqual([]);
      expect(filesIn(stage)).toEqual({});
    });
    expect(times).toBeGreaterThan(1);
  },
);
