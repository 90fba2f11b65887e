import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterLists } from '#scripts/operations/lib/enter-lists.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys, userKeys } from '#shared/kernel/store/keys.ts';
import { createProject } from '#shared/projects/verbs/projects.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

test('users and projects from before there were lists are entered once, as a registration enters them', async () => {
  const carol = await verbs.member('carol');
  const { projectId } = await createProject(carol, { name: 'Lab', tags: [] });
  await verbs.member('dave');
  const whole = await verbs.table();
  const gone = [userKeys.listed('carol'), projectKeys.listed(carol.projectId), projectKeys.listed(projectId)];
  await batchWriteItems(
    verbs.db,
    gone.map((key) => ({ delete: key })),
  );
  expect((await verbs.table()).size).toBe(whole.size - 3);
  expect(await enterLists(verbs.db)).toEqual({ users: 1, projects: 2 });
  expect(await verbs.table()).toEqual(whole);
  expect(await enterLists(verbs.db)).toEqual({ users: 0, projects: 0 });
});
