import { type AttributeValue, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import { beginPastRun } from '#shared/workers/verbs/past/begin-past-run.ts';
import { crashAt, crashStep } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import { finishPast, pastRun, pastT1, reportPast } from '#test/support/runs/past-run.ts';
import { fakeOrchestrator, type RunContext } from '#test/support/runs/runs.ts';

let verbs: Verbs;
let ctx: RunContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(() => verbs.faults.clear());

let scene: Record<string, AttributeValue>[];
beforeAll(async () => {
  ctx = { ...(await verbs.member('alice')), orchestrator: fakeOrchestrator() };
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
  scene = (await verbs.client.send(new ScanCommand({ TableName: verbs.db.tableName }))).Items ?? [];
});

/** The project with its chip, as it was before the first push. */
async function beforePush(): Promise<void> {
  await verbs.empty();
  for (const Item of scene) await verbs.client.send(new PutItemCommand({ TableName: verbs.db.tableName, Item }));
}

/** What the table has, without the tokens that writers of a day draw. */
const tableNow = async (): Promise<string[]> =>
  [...(await verbs.table())].map((entry) => entry.join(' ').replace(/"token":\{"S":"[^"]*"\}/, '')).sort();

/** What a lab's push calls, in order. */
const acts: Record<string, (begun: ExecutionRecord | undefined) => Promise<unknown>> = {
  'begins the run': () => beginPastRun(ctx, pastRun()),
  'submits results': async (begun) => begun && reportPast(ctx, begun, [pastT1('0'), pastT1('1')]),
  'ends the run': async (begun) => begun && finishPast(ctx, begun, 'completed'),
  'ends it once more': async (begun) => begun && finishPast(ctx, begun, 'stopped'),
};

/** A whole push; the n-th call of one act is cut off, and the push begins again. @returns whether it came so far. */
async function push(cut?: { act: string; n: number; when: 'before' | 'after' }): Promise<boolean> {
  let died = false;
  const begun = () => beginPastRun(ctx, pastRun());
  for (const [name, act] of Object.entries(acts)) {
    const execution = name === 'begins the run' ? undefined : await begun();
    if (cut && name === cut.act) {
      verbs.faults.plan(crashAt(cut.n, cut.when));
      await act(execution).catch(() => undefined);
      died = verbs.faults.calls().length >= cut.n;
      verbs.faults.clear();
      await verbs.faults.idle();
      checkRuns(await verbs.table());
    }
    await act(execution);
  }
  return died;
}

test.each(Object.keys(acts))(
  'a push that dies before or after any call while it %s, and is repeated, leaves the same bytes as one that went through',
  async (act) => {
    await beforePush();
    await push();
    const whole = await tableNow();
    for (const when of ['before', 'after'] as const) {
      let n = 1 - crashStep;
      let died = true;
      while (died) {
        n += crashStep;
        await beforePush();
        died = await push({ act, n, when });
        expect([when, n, await tableNow()]).toEqual([when, n, whole]);
      }
      expect(n).toBeGreaterThan(2);
    }
  },
);
