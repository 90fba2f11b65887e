import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pairDevice } from '../support/pair-device.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const isOther = Boolean(process.env.DYNAMODB_ENDPOINT ?? process.env.FIDUCIAL_URL);
const why = isOther ? ' (skipped: only the embedded engine tells revisions)' : '';

describe.skipIf(isOther)(`overviews that are kept${why}`, () => {
  let world: World;
  let owner: Caller;
  let reads: string[] = [];
  const params = { chip_id: 'pair' };
  let since: string;

  beforeAll(async () => {
    world = await startWorld();
    owner = await world.register('owner');
    since = new Date(world.now().getTime() - 86_400_000).toISOString();
    const documents = pairDevice(50, new Date(world.now().getTime() - 60_000).toISOString());
    await owner.api.importChip({ body: { format: 'ibm', ...params, documents } });
    noteReads(world.stack.client);
  });
  beforeEach(() => world.stack.settle());
  afterAll(() => world.stop());

  /** Records the requests to the table, by command and keys. */
  function noteReads(client: DynamoDBClient): void {
    client.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (/^(Get|BatchGet|Query|Scan|TransactGet)/.test(commandName ?? ''))
            reads.push(`${commandName} ${JSON.stringify(args.input)}`);
          return next(args);
        },
      { step: 'initialize', name: 'noteReads' },
    );
  }

  const overview = (caller = owner) => caller.api.getChipOverview({ params, query: { since } });

  /** The reads of a request, but for that of its caller, which every request makes. */
  async function readsOf(work: () => Promise<unknown>): Promise<number> {
    reads = [];
    await work();
    return reads.filter((read) => !read.includes('MEMBER#')).length;
  }

  it('an overview of a chip of which nothing was written is answered without a read of the project', async () => {
    const first = await overview();
    expect(await readsOf(overview)).toBe(0);
    expect(await overview()).toEqual(first);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a value',
      () => owner.api.updateCalibrationParameters({ body: { ...params, qid: '0', parameters: { t1: { value: 51 } } } }),
    ],
    ['a note', () => owner.api.upsertChipNote({ params, body: { content: 'cold again' } })],
    [
      'a flow',
      () => owner.api.saveFlow({ body: { name: 'lab', chip_id: 'pair', code: 'def lab(): pass', runner: 'worker' } }),
    ],
    [
      'the freshness of the project',
      () =>
        owner.api.updateProject({
          params: { project_id: owner.projectId },
          body: { freshness_hours: { coherence: 1 } },
        }),
    ],
  ])('after %s was written the overview is made anew', async (_, write) => {
    const before = await overview();
    expect(await readsOf(overview)).toBe(0);
    await write();
    expect(await readsOf(overview)).toBeGreaterThan(0);
    expect((await overview()).as_of > before.as_of).toBe(true);
  });

  it('what a user writes in another project leaves an overview kept', async () => {
    await overview();
    const other = await world.register('other');
    await other.api.createChip({ body: { chip_id: 'own', topology_id: 'linear-2' } });
    expect(await readsOf(overview)).toBe(0);
  });

  it('an overview that is a minute old is made anew, and so is one that the clock has yet to reach', async () => {
    for (const seconds of [61, -61]) {
      await overview();
      world.advance(seconds);
      await overview();
      const { as_of } = await overview();
      expect(Math.abs(Date.parse(as_of) - world.now().getTime())).toBeLessThan(60_000);
    }
  });

  it('who may not see the project gets no overview that is kept', async () => {
    await overview();
    const stranger = await world.register('stranger');
    const asked = world.client(stranger.token, owner.projectId).getChipOverview({ params, query: { since } });
    await expect(asked).rejects.toMatchObject({ status: 403 });
  });
});
