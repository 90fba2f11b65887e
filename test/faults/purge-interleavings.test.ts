import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { createChip } from '#shared/services/chip-jobs/create-chip.ts';
import { readChip } from '#shared/services/chips/read-chip.ts';
import { createProject, deleteProject, readProject, restoreProject } from '#shared/services/projects/projects.ts';
import { purgeProject } from '#shared/services/projects/purge-project.ts';
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
    work: () => purgeProject(verbs.ctx, projectId, new Date('2100-01-01')),
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
