import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { getProject } from '#shared/projects/store/projects.ts';
import { createProject, deleteProject, readProject, restoreProject } from '#shared/projects/verbs/projects.ts';
import { purgeProject } from '#shared/projects/verbs/purge-project.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
let alice: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  day(0);
  alice = await verbs.member('alice');
});

function day(days: number): void {
  verbs.now = new Date(Date.parse('2025-03-01T12:00:00.000Z') + days * 86_400_000);
}

test('a project that is restored as its purge begins, by a clock that is behind, is kept whole', async () => {
  const { projectId } = await createProject(alice, { name: 'Lab', tags: [] });
  const ctx = await verbs.inProject(alice, projectId);
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
  await deleteProject(ctx);
  day(30);
  const purged = await interleaved(verbs.client, {
    work: () => purgeProject(verbs.ctx, projectId, { until: new Date('2100-01-01') }),
    meanwhile: async () => {
      day(29.9);
      await restoreProject(alice, projectId);
      day(30);
    },
  });
  expect(purged).toBe(false);
  const project = await readProject(ctx);
  expect([project.deletedAt, project.purgingSince]).toEqual([undefined, undefined]);
  expect(await readChip(ctx, 'chip')).toMatchObject({ qubitCount: 2 });
});

/** A deleted project on the day of its purge, which pauses as it removes the files, until `meanwhile` is done. */
async function heldAtFiles(meanwhile: (projectId: string) => Promise<void>) {
  const { projectId } = await createProject(alice, { name: 'Lab', tags: [] });
  await deleteProject(await verbs.inProject(alice, projectId));
  day(30);
  let stood = false;
  const deleteBelow = async (_folder: string, deadline?: () => void) => {
    if (!stood) {
      stood = true;
      await meanwhile(projectId);
    }
    deadline?.();
  };
  const until = new Date(verbs.now.getTime() + 30_000);
  const purged = await purgeProject({ ...verbs.ctx, objects: { deleteBelow } }, projectId, { until });
  expect(stood).toBe(true);
  return { purged, projectId };
}

const again = (projectId: string) =>
  purgeProject(verbs.ctx, projectId, { until: new Date(verbs.now.getTime() + 30_000) });

test('a project whose files one purge removes is not brought to its end by another, so that none of that id comes before they are gone', async () => {
  const { purged, projectId } = await heldAtFiles(async (id) => {
    expect(await again(id)).toBe(false);
    expect((await getProject(verbs.db, id))?.purgingSince).toBeDefined();
  });
  expect(purged).toBe(true);
  expect(await getProject(verbs.db, projectId)).toBeUndefined();
});

test('a purge that pauses with the files for longer than its time is finished by another, and removes nothing more', async () => {
  const { purged, projectId } = await heldAtFiles(async (id) => {
    verbs.now = new Date(verbs.now.getTime() + 91_000);
    expect(await again(id)).toBe(true);
  });
  expect(purged).toBe(false);
  expect(await getProject(verbs.db, projectId)).toBeUndefined();
});

test('a purge whose time is over leaves the files to the next, which need not wait', async () => {
  const { purged, projectId } = await heldAtFiles(async () => {
    verbs.now = new Date(verbs.now.getTime() + 31_000);
  });
  expect(purged).toBe(false);
  expect(await again(projectId)).toBe(true);
});
