import { expect } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { chipOnDay } from '#shared/chips/verbs/history/read-day.ts';
import { getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { heldIdText } from '#shared/values/rules/held-id.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { decideHeld } from '#shared/values/verbs/gate/decide-held.ts';
import { decideMany } from '#shared/values/verbs/gate/decide-many.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { changesOf, project } from '#shared/values/verbs/projection/project.ts';
import { checkDerived, checkRollUps, settleResults } from '#test/support/invariants/result-invariants.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';
import { chipId, close, ever, exclude, measure, type Scene, startResults } from './result-scene.ts';

type Act = (scene: Scene) => Promise<unknown>;

const decide = ({ ctx }: Scene, state: 'accepted' | 'rejected') =>
  decideHeld(
    ctx,
    ctx.projectId,
    { chipId, metric: 't1', taskId: 'task-1', at: '' },
    { state, by: 'alice', reason: 'looked at it' },
  );
const tell = async ({ ctx }: Scene, taskId: string) => {
  const item = await getItem(ctx.db, taskKeys.result(ctx.projectId, taskId));
  if (item) await project(ctx, [changesOf(item)]);
};
const onTheDay: Record<string, Act> = {
  'writes a result': (scene) => measure(scene, 3, 52, '2025-03-01T11:40:00.000Z'),
  'writes a result with which a held value agrees': (scene) => measure(scene, 4, 500, '2025-03-01T11:40:00.000Z', 0.3),
  'excludes a result': (scene) => exclude(scene, 'task-0'),
  'excludes a result whose value is held': (scene) => exclude(scene, 'task-1'),
  'includes a result again': (scene) => exclude(scene, 'task-2', false),
  'accepts a held value': (scene) => decide(scene, 'accepted'),
  'rejects a held value': (scene) => decide(scene, 'rejected'),
  'accepts many held values': ({ ctx }) =>
    decideMany(ctx, chipId, [{ id: heldIdText({ taskId: 'task-1' }), metric: 't1' }], {
      state: 'accepted',
      reason: 'all of them',
    }),
  'settles a result that was excluded': (scene) => tell(scene, 'task-2'),
};

const afterTheDay: Record<string, Act> = {
  'closes the days of a chip': ({ ctx }) => closeDays(ctx, ever),
  'makes the roll-ups of days that are over': ({ ctx }) => closeSpans(ctx, ever),
  'writes a result on the day after': (scene) => measure(scene, 3, 52, '2025-03-02T11:40:00.000Z'),
  'sets a value by hand on the day after': ({ ctx }) =>
    updateParameters(ctx, { chipId, qid: '0', parameters: { t1: { value: 60 } } }),
  'excludes a result on the day after': (scene) => exclude(scene, 'task-0'),
  'accepts a held value on the day after': (scene) => decide(scene, 'accepted'),
  'settles the days over of an excluded result': (scene) => tell(scene, 'task-2'),
};

const others: Record<string, Act> = {
  'another decides about the held value': (scene) => decide(scene, 'rejected').catch(() => undefined),
  'results are excluded and included': async (scene) => {
    await exclude(scene, 'task-0');
    await exclude(scene, 'task-2', false);
    await settleResults(scene.ctx);
  },
  'a newer value is measured': (scene) => measure(scene, 9, 55, scene.ctx.clock().toISOString()),
  'a day passes and is closed': async (scene) => {
    scene.stage.verbs.now = new Date(scene.ctx.clock().getTime() + 86_400_000);
    await close(scene);
  },
  'the chip is deleted and made again': async (scene) => {
    await deleteChip(scene.ctx, chipId, { force: true, permanent: true });
    await createChip(scene.ctx, { chipId, topologyId: 'linear-2' });
    await measure(scene, 8, 44, scene.ctx.clock().toISOString());
  },
};

/**
 * Results, their reviews, and the data derived from them. With any concurrent action, current values, held values,
 * latest rows, samples and roll-ups match the stored results, and a closed day stays as it was.
 */
export function resultCases(stage: Stage): HolderCase[] {
  const { verbs, pauses } = stage;
  return Object.entries({ ...onTheDay, ...afterTheDay }).map(([name, act]) => ({
    name,
    others: ['another does the same', ...Object.keys(others)],
    visit: async (at, other) => {
      const scene = await startResults(stage, name in afterTheDay);
      const { ctx } = scene;
      let closed: unknown;
      const dayBefore = async () => chipOnDay(ctx, chipId, '20250301').then(({ targets }) => valuesOf(targets));
      const paused = await pauses.run(
        at,
        () => act(scene),
        async () => {
          anHourLater({ verbs });
          await (others[other] ?? act)(scene).catch((error: unknown) => {
            // The same again is refused where it cannot be done twice.
            if (others[other]) throw error;
          });
          if (other === 'a day passes and is closed') closed = await dayBefore();
        },
      );
      const settlesDays = /exclude|settle|includes/.test(name);
      if (closed && !settlesDays) expect(await dayBefore()).toEqual(closed);
      await settleResults(ctx);
      await checkDerived(ctx, chipId);
      verbs.now = new Date(verbs.now.getTime() + 86_400_000);
      await close(scene);
      await checkDerived(ctx, chipId);
      await checkRollUps(ctx, chipId);
      return paused;
    },
  }));
}

const valuesOf = (targets: Awaited<ReturnType<typeof chipOnDay>>['targets']) =>
  targets.map(({ target, data }) => [target.id, data.t1?.value, data.t1?.calibratedAt]);
