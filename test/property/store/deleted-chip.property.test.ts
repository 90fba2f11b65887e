import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { undo } from '#shared/projects/verbs/undo/undo.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { project } from '#shared/values/verbs/projection/project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { contentsOf } from '#test/support/invariants/chip-contents.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning, scan } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs(2);
});
afterAll(() => verbs.stop());

/** One is deleted and restored while time passes, the other only waits; all else happens to both. */
const chips = ['restored', 'untouched'] as const;
const hour = 3_600_000;
const ever = new Date('2100-01-01T00:00:00.000Z');

const act = fc.oneof(
  fc.record({
    kind: fc.constant('measure' as const),
    qid: fc.constantFrom('0', '1'),
    value: fc.integer({ min: 20, max: 90 }),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    qid: fc.constantFrom('0', '1'),
    value: fc.integer({ min: 20, max: 90 }),
  }),
  fc.record({ kind: fc.constant('exclude' as const), pick: fc.nat(), excluded: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('sweep' as const) }),
  // The consumer of the stream, which may lag.
  fc.record({ kind: fc.constant('settle' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** What happens while a chip is deleted: less than a day passes. */
const meanwhile = fc.array(fc.constantFrom('hours', 'sweep', 'settle'), { maxLength: 5 });

class Players {
  readonly #results = new Map<string, string[]>(chips.map((chip) => [chip, []]));
  readonly #runs: Record<string, string>;
  #count = 0;

  constructor(runs: Record<string, string>) {
    this.#runs = runs;
  }

  async take(one: Act): Promise<void> {
    verbs.now = new Date(verbs.now.getTime() + 1000);
    if (one.kind === 'wait') verbs.now = new Date(verbs.now.getTime() + one.hours * hour);
    else if (one.kind === 'sweep') await sweep();
    else if (one.kind === 'settle') await settle();
    else {
      this.#count += 1;
      for (const chip of chips) await this.#act(chip, one);
    }
  }

  async #act(chipId: string, one: Extract<Act, { kind: 'measure' | 'set' | 'exclude' }>): Promise<void> {
    const at = new Date(verbs.now.getTime() - 1).toISOString();
    const results = this.#results.get(chipId) ?? [];
    if (one.kind === 'set') {
      const parameters = { t1: { value: one.value, unit: 'us', calibratedAt: at } };
      await updateParameters(owner, { chipId, qid: one.qid, parameters });
    } else if (one.kind === 'measure') {
      const taskId = `${chipId}-task-${this.#count}`;
      const planned = plannedTask(this.#count, { target: one.qid, taskId });
      const outputParameters = { t1: measuredValue(one.value) };
      const outcome = outcomeOf(planned, { endAt: at, startAt: at, outputParameters });
      const run = { projectId: owner.projectId, executionId: this.#runs[chipId] ?? '', fence: 1 };
      await writeTaskResults(owner, run, [{ kind: 'ended', planned, outcome }]);
      results.push(taskId);
    } else {
      const taskId = results[one.pick % Math.max(1, results.length)];
      if (taskId !== undefined) await setExcluded(owner, taskId, { excluded: one.excluded, reason: 'outlier' });
    }
  }
}

async function sweep(): Promise<void> {
  for (let closed = 1; closed > 0; ) closed = (await closeDays(verbs.ctx, ever)).closed;
  for (let closed = 1; closed > 0; ) closed = (await closeSpans(verbs.ctx, ever)).closed;
  await sweepPending(verbs.ctx);
}

async function settle(): Promise<void> {
  const results = (await scan(verbs.db))
    .filter(({ entity }) => entity === 'task-result')
    .map((one) => taskResultEntity.decode(one));
  for (const chipId of chips)
    await project(
      verbs.ctx,
      results
        .filter((result) => result.chipId === chipId)
        .map((result) => ({ projectId: result.projectId, chipId, result })),
    );
}

/** An item with the texts that its bytes hold. */
function inflated(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value) => {
    if (typeof value?.B !== 'string') return value;
    return inflateRawSync(Buffer.from(value.B, 'base64')).toString();
  });
}

/** Every item of a chip, without revisions, tokens, the ids that are drawn, and roll-ups of a day that is over. */
async function everything(chipId: string): Promise<Map<string, string>> {
  const items = [...(await contentsOf(verbs, chipId))].filter(([key]) => !key.includes('#PART | '));
  const plain = (text: string) =>
    text
      .replaceAll(chipId, '<chip>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/20250302-00\d/g, '<run>')
      .replaceAll(/"rev":\{"N":"\d+"\}/g, '"rev":"<rev>"');
  return new Map(items.map(([key, text]) => [plain(key), plain(inflated(text))]));
}

const own = (items: Map<string, string>) => new Map([...items].filter(([key]) => !key.includes(' | DELETEDCHIP#')));

test('whatever happened to a chip, a deletion that is undone within a day leaves it as one that was never deleted, also for the sweeps after it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 2, maxLength: 12 }),
      meanwhile,
      fc.array(act, { maxLength: 5 }),
      async (before, between, after) => {
        await verbs.empty();
        verbs.now = new Date('2025-03-02T20:00:00.000Z');
        owner = { ...(await verbs.member('alice')), undoable: [] };
        const runs: Record<string, string> = {};
        for (const chipId of chips) {
          await createChip(owner, { chipId, topologyId: 'linear-2' });
          runs[chipId] = (
            await putRunning(verbs.db, {
              projectId: owner.projectId,
              chipId,
              executionId: `20250302-00${chips.indexOf(chipId)}`,
            })
          ).executionId;
        }
        const players = new Players(runs);
        for (const one of before) await players.take(one);
        const asItWas = await everything('restored');
        await deleteChip(owner, 'restored', { force: true, permanent: false });
        const entry = owner.undoable?.at(-1)?.id ?? '';
        for (const one of between) {
          verbs.now = new Date(verbs.now.getTime() + (one === 'hours' ? 4 * hour : 1000));
          if (one === 'sweep') await sweep();
          if (one === 'settle') await settle();
        }
        if (!between.includes('settle')) {
          const hidden = await everything('restored');
          const withoutChip = (items: Map<string, string>) =>
            [...own(items)].filter(([key]) => !key.endsWith(' | CHIP#<chip>'));
          expect(withoutChip(hidden)).toEqual(withoutChip(asItWas));
        }
        await undo(owner, entry);
        for (const one of after) await players.take(one);
        verbs.now = new Date(verbs.now.getTime() + 48 * hour);
        await settle();
        await sweep();
        expect(await everything('restored')).toEqual(await everything('untouched'));
      },
    ),
    { numRuns: caseCount(80), endOnFailure: true },
  );
});
