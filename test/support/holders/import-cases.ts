import { expect } from 'vitest';
import { getProjectImport } from '#shared/archives/store/project-imports.ts';
import { finishImport } from '#shared/archives/verbs/import/finish-import.ts';
import { type ImportState, readImport } from '#shared/archives/verbs/import/import-state.ts';
import { abandonImport } from '#shared/archives/verbs/import/remove-import.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { deleteProject } from '#shared/projects/verbs/projects.ts';
import { checkProjects } from '#test/support/invariants/project-invariants.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';
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
  otherOf,
  sendFilesIn,
  sendLinesIn,
  sweepLaterIn,
  undisturbedIn,
} from './import-scene.ts';

type Act = (stage: Stage, scene: ImportScene, state: ImportState) => Promise<unknown>;

/** Lines that are there already of an import that is gone on with. */
const someLines = 5;

const none: Act = async () => undefined;
const sendSome: Act = async (_, scene, state) => {
  await sendFilesIn(scene, state);
  await sendLinesIn(scene, state, 0, someLines);
};
const sendAll: Act = (_, scene, state) => sendLinesIn(scene, state, 0);
const giveUp: Act = async (stage, scene, state) => {
  await sendSome(stage, scene, state);
  await abandonImport(scene.ctx, state.projectId);
};

/** Qubits of the chip: where lines are sent, they are more records than a transaction writes. */
export const qubitsOf = (name: string): number => (name === sends ? 52 : 2);

const sends = 'sends lines of an import';

/** What has no import before it. */
export const begins = 'begins an import';

/** An action on an import, and the actions before it. */
export const importActs: Record<string, { before: Act; act: Act }> = {
  [begins]: { before: none, act: (_, scene) => beginIn(scene) },
  'asks where the files of an import go': { before: none, act: (_, scene, state) => sendFilesIn(scene, state) },
  [sends]: {
    before: sendSome,
    // Some that are there, and more than a transaction writes.
    act: (_, scene, state) => sendLinesIn(scene, state, someLines - 3),
  },
  'reads the state of an import': {
    before: sendSome,
    act: (_, { ctx }, { projectId }) => readImport(ctx.db, projectId),
  },
  'finishes an import': {
    before: async (stage, scene, state) => {
      await sendFilesIn(scene, state);
      await sendAll(stage, scene, state);
    },
    act: (_, { ctx }, state) => finishImport(ctx, state),
  },
  'gives up an import': { before: sendSome, act: (_, { ctx }, { projectId }) => abandonImport(ctx, projectId) },
  'removes an import that was given up': { before: giveUp, act: (stage, scene) => sweepLaterIn(stage, scene) },
};

/** An action without permission is refused, and changes nothing. */
const unlessRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
  });

const others: Record<string, (stage: Stage, scene: ImportScene, act: () => Promise<unknown>) => Promise<unknown>> = {
  'another does the same': (_stage, _scene, act) => unlessRefused(act()),
  'another brings it to its end': (_, scene) => unlessRefused(bringToEndIn(scene)),
  'it is given up': (stage, scene) => unlessRefused(giveUpIn(stage, scene)),
  'it is given up, and another archive of the project is imported': async (stage, scene) => {
    await unlessRefused(giveUpIn(stage, scene));
    await unlessRefused(bringToEndIn({ ...scene, archive: otherOf(scene.archive) }));
  },
  'it is brought to its end, purged, and another archive of the project is imported': async (stage, scene) => {
    await unlessRefused(bringToEndIn(scene));
    await unlessRefused(purgeIn(stage, scene));
    await unlessRefused(bringToEndIn({ ...scene, archive: otherOf(scene.archive) }));
  },
};

async function purgeIn(stage: Stage, scene: ImportScene): Promise<void> {
  const { verbs } = stage;
  const owner = { ...scene.ctx, projectId: scene.archive.projectId, role: 'owner' as const };
  await deleteProject(owner);
  verbs.now = new Date(verbs.now.getTime() + 31 * 86_400_000);
  await sweepLaterIn(stage, scene);
}

/** Everything that is there, if the import has come to an end one way or the other. */
async function endedIn(stage: Stage, { ctx, archive }: ImportScene) {
  if (await getProjectImport(ctx.db, archive.projectId)) return undefined;
  return { table: [...(await stage.verbs.table())], files: filesIn(stage) };
}

/**
 * The last holder: an existing project is sound; otherwise the import leaves nothing and can be made from the
 * beginning.
 */
async function settle(stage: Stage, scene: ImportScene, whole: Map<string, string>): Promise<void> {
  const { archive } = scene;
  if (await isThereIn(stage, archive)) return checkProjects(await stage.verbs.table());
  await unlessRefused(giveUpIn(stage, scene));
  // An import that the paused holder gave up is removed later; one that it was finishing exists.
  await sweepLaterIn(stage, scene);
  expect(filesIn(stage)).toEqual((await isThereIn(stage, archive)) ? filesOf(archive) : {});
  await bringToEndIn(scene);
  expect([...(await enteredIn(stage, archive))]).toEqual([...whole]);
  expect(filesIn(stage)).toEqual(filesOf(archive));
}

/**
 * Whole imports of projects. If another holder finishes one, gives it up or imports the project anew, its result is
 * kept, an existing project is whole, and nothing remains of an import that was given up.
 */
export function importCases(stage: Stage): HolderCase[] {
  return Object.entries(importActs).map(([name, { before, act }]) => ({
    name,
    others: Object.keys(others),
    visit: async (at, other) => {
      const { archive, whole } = await undisturbedIn(stage, qubitsOf(name));
      const scene = await importScene(stage, archive);
      const state = name === begins ? undefined : await beginIn(scene);
      if (state) await before(stage, scene, state);
      const carryOut = () => act(stage, scene, state as ImportState);
      let left: Awaited<ReturnType<typeof endedIn>>;
      const paused = await stage.pauses.run(at, carryOut, async () => {
        anHourLater(stage);
        await others[other]?.(stage, scene, carryOut);
        left = await endedIn(stage, scene);
      });
      const { outcome } = paused;
      if (outcome.status === 'rejected' && !at.dies) expect(outcome.reason).toBeInstanceOf(ServiceError);
      // If nothing is left of the earlier import, the one that begins is another.
      const stays = left && (name !== begins || (await isThereIn(stage, scene.archive)));
      if (stays) expect(await endedIn(stage, scene)).toEqual(left);
      await settle(stage, scene, whole);
      return paused;
    },
  }));
}
