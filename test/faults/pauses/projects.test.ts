import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { createProject, deleteProject, restoreProject } from '#shared/projects/verbs/projects.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { withoutDeletionAudits } from '#test/support/engine/deletion-audits.ts';
import { injectPauses, type PausePoint, type Pauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { atCalls } from '#test/support/holders/holder-case.ts';
import { checkProjects } from '#test/support/invariants/project-invariants.ts';
import { putExecution } from '#test/support/runs/execution.ts';

let verbs: Verbs;
let pauses: Pauses;
let alice: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
  pauses = injectPauses(verbs.client);
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

/** A deleted project with a chip and a run, on the day on which it is to be purged. */
async function doomed(): Promise<{ projectId: string; whole: Map<string, string> }> {
  day(0);
  const { projectId } = await createProject(alice, { name: 'Lab', tags: [] });
  const ctx = await verbs.inProject(alice, projectId);
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
  await updateParameters(ctx, { chipId: 'chip', qid: '1', parameters: { t1: { value: 5 } } });
  await putExecution(verbs.db, { projectId, executionId: '20250301-001', flowRunId: 'run' });
  const whole = contentsOf(withoutDeletionAudits(await verbs.table()), projectId);
  await deleteProject(ctx);
  day(30);
  return { projectId, whole };
}

/** All that belongs to a project but its own item, which a deletion and a restore write. */
const contentsOf = (table: Map<string, string>, projectId: string): Map<string, string> =>
  new Map([...table].filter(([key]) => key.includes(projectId) && !key.endsWith(' | META')));

const sweep = () => sweepPending(verbs.ctx);

describe('a purge that pauses at any call', () => {
  test('a purge that pauses while another brings it to its end takes nothing of the next project of that name', async () => {
    const visit = async (at: PausePoint) => {
      const { projectId } = await doomed();
      let left = new Map<string, string>();
      const paused = await pauses.run(at, sweep, async () => {
        day(31);
        await sweep();
        const next = await createProject(alice, { name: 'Lab', tags: [] });
        await createChip(await verbs.inProject(alice, next.projectId), { chipId: 'chip', topologyId: 'linear-2' });
        left = await verbs.table();
      });
      expect([at, paused.outcome.status]).toEqual([at, 'fulfilled']);
      if (paused.reached) expect([at, await verbs.table()]).toEqual([at, left]);
      expect([...contentsOf(withoutDeletionAudits(await verbs.table()), projectId).keys()]).toEqual([]);
      checkProjects(await verbs.table());
      await verbs.empty();
      day(0);
      alice = await verbs.member('alice');
      return paused;
    };
    expect(await atCalls(visit)).toBeGreaterThan(3);
  });

  test('a purge that pauses while the project is restored leaves all of it, or the restore is refused', async () => {
    const outcomes = new Set<string>();
    const visit = async (at: PausePoint) => {
      const { projectId, whole } = await doomed();
      let restored = false;
      const paused = await pauses.run(at, sweep, async () => {
        // The request read its clock a moment before the purge was due.
        day(29.999);
        restored = await restoreProject(alice, projectId).then(
          () => true,
          () => false,
        );
        day(31);
      });
      outcomes.add(restored ? 'restored' : 'purged');
      // The time of the paused purge is over.
      await sweep();
      const left = contentsOf(withoutDeletionAudits(await verbs.table()), projectId);
      expect([at, [...left]]).toEqual([at, restored ? [...whole] : []]);
      await verbs.empty();
      day(0);
      alice = await verbs.member('alice');
      return paused;
    };
    await atCalls(visit);
    expect(outcomes).toEqual(new Set(['restored', 'purged']));
  });
});

test('a restore that pauses at any call while the purge begins is refused, or nothing was purged', async () => {
  const outcomes = new Set<string>();
  const visit = async (at: PausePoint) => {
    const { projectId, whole } = await doomed();
    day(29.999);
    const paused = await pauses.run(
      at,
      () => restoreProject(alice, projectId),
      async () => {
        day(31);
        await sweep();
      },
    );
    const restored = paused.outcome.status === 'fulfilled';
    outcomes.add(restored ? 'restored' : 'refused');
    expect([at, [...contentsOf(withoutDeletionAudits(await verbs.table()), projectId)]]).toEqual([
      at,
      restored ? [...whole] : [],
    ]);
    await verbs.empty();
    day(0);
    alice = await verbs.member('alice');
    return paused;
  };
  await atCalls(visit);
  expect(outcomes).toEqual(new Set(['restored', 'refused']));
});
