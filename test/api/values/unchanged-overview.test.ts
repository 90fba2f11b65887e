import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attachMeter, type Meter } from '#test/bench/meter.ts';
import { pairDevice } from '../support/pair-device.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const deployed = Boolean(process.env.FIDUCIAL_URL);
const why = deployed ? " (skipped: the clock and the calls of a deployed service are not the test's)" : '';

/** Where revisions are: in the table as on AWS, or counted by the process that owns the engine. */
describe.skipIf(deployed).each([
  ['in the table', true],
  ['counted on one machine', false],
])(`an overview asked for with If-None-Match, with revisions %s${why}`, (place, tableRevisions) => {
  let world: World;
  let meter: Meter;
  let owner: Caller;
  let since: string;

  // Nothing but the writes of the test: what consumers derive would change revisions too.
  beforeAll(async () => {
    world = await startWorld({ tableRevisions, consumers: [] });
    owner = await world.register('owner');
    since = new Date(world.now().getTime() - 30 * 86_400_000).toISOString();
    const documents = pairDevice(50, new Date(world.now().getTime() - 60_000).toISOString());
    await owner.api.importChip({ body: { format: 'ibm', chip_id: 'pair', documents } });
    meter = attachMeter(world.stack.client);
  });
  beforeEach(() => void world.advance(10));
  afterAll(() => world.stop());

  const ask = (known?: string, { query = `since=${since}`, as = owner } = {}) =>
    world.raw('GET', `/api/chips/pair/overview?${query}`, {
      token: as.token,
      project: owner.projectId,
      headers: known === undefined ? {} : { 'if-none-match': known },
    });
  const tagOf = async (): Promise<string> => (await ask()).headers.etag ?? 'no tag';

  test(`the answer is 304 without a body while nothing was written, for at most six read units (revisions ${place})`, async () => {
    const known = await tagOf();
    expect(known).toMatch(/^W\/"/);
    meter.begin();
    const again = await ask(known);
    const calls = meter.end();
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', known]);
    expect(calls.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
    expect(calls.reduce((sum, { reportedUnits }) => sum + reportedUnits, 0)).toBeLessThanOrEqual(6);
  });

  test(`one of several tags may be the valid one (revisions ${place})`, async () => {
    expect((await ask(`"other", ${await tagOf()}`)).status).toBe(304);
    expect((await ask('"other"')).status).toBe(200);
  });

  test(`after a write of the project the answer is whole with another tag, at once (revisions ${place})`, async () => {
    const known = await tagOf();
    await owner.api.upsertChipNote({ params: { chip_id: 'pair' }, body: { content: 'cold again' } });
    const after = await ask(known);
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(known);
    expect((after.body as { notes: { total: number } }).notes.total).toBeGreaterThan(0);
    expect((await ask(after.headers.etag)).status).toBe(304);
  });

  test(`a write of another project leaves the tag valid (revisions ${place})`, async () => {
    const known = await tagOf();
    const other = await world.register(`other-${tableRevisions}`);
    await other.api.createChip({ body: { chip_id: 'own', topology_id: 'linear-2' } });
    expect((await ask(known)).status).toBe(304);
  });

  test(`a tag is of its question alone (revisions ${place})`, async () => {
    const known = await tagOf();
    expect((await ask(known, { query: `since=${since}&limit=1` })).status).toBe(200);
  });

  test(`once a value has become stale the tag is no longer valid (revisions ${place})`, async () => {
    const params = { project_id: owner.projectId };
    await owner.api.updateProject({ params, body: { freshness_hours: { coherence: 1 } } });
    const parameters = { t1: { value: 51 } };
    await owner.api.updateCalibrationParameters({ body: { chip_id: 'pair', qid: '0', parameters } });
    world.advance(10);
    const known = await tagOf();
    world.advance(1800);
    expect((await ask(known)).status).toBe(304);
    world.advance(1795);
    expect((await ask(known)).status).toBe(200);
  });

  test(`a tag is valid for an hour at most (revisions ${place})`, async () => {
    await owner.api.updateProject({
      params: { project_id: owner.projectId },
      body: { freshness_hours: { coherence: 1000 } },
    });
    world.advance(10);
    const known = await tagOf();
    world.advance(3601);
    expect((await ask(known)).status).toBe(200);
  });

  test(`who may not see the project gets 403, whatever tag they know (revisions ${place})`, async () => {
    const stranger = await world.register(`stranger-${tableRevisions}`);
    expect((await ask(await tagOf(), { as: stranger })).status).toBe(403);
  });

  test(`another role has another tag (revisions ${place})`, async () => {
    const guest = await world.register(`guest-${tableRevisions}`);
    const params = { project_id: owner.projectId };
    await world.join(owner.api, { params, body: { username: guest.username, role: 'viewer' } });
    // The first request also writes when the member was here.
    await ask(undefined, { as: guest });
    world.advance(10);
    const known = (await ask(undefined, { as: guest })).headers.etag ?? 'no tag';
    expect((await ask(known, { as: guest })).status).toBe(304);
    await owner.api.updateProjectMember({ params: { ...params, username: guest.username }, body: { role: 'editor' } });
    expect((await ask(known, { as: guest })).status).toBe(200);
  });
});

describe.skipIf(deployed)(`an overview of a project that is being written, with revisions in the table${why}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ tableRevisions: true });
  });
  afterAll(() => world.stop());

  test('a first answer has no tag within seconds of a write, since it was read together with the revision', async () => {
    const owner = await world.register('owner');
    await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-2' } });
    const ask = (known?: string) =>
      world.raw('GET', `/api/chips/chip/overview?since=2026-01-01T00:00:00Z`, {
        token: owner.token,
        project: owner.projectId,
        headers: known === undefined ? {} : { 'if-none-match': known },
      });
    await world.stack.settle();
    expect((await ask()).headers).not.toHaveProperty('etag');
    // With `If-None-Match` the revision is read first.
    const { status, headers } = await ask('"other"');
    expect([status, typeof headers.etag]).toEqual([200, 'string']);
    expect((await ask(headers.etag)).status).toBe(304);
  });
});
