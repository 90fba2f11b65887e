import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#shared/api/client.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { pairDevice } from '../support/pair-device.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const isOther = Boolean(process.env.FIDUCIAL_URL);
const why = isOther ? ' (skipped: a deployed service has limits of its own)' : '';

describe.skipIf(isOther)(`limits of callers${why}`, () => {
  let world: World;
  let owner: Caller;
  let colleague: Caller;
  let third: Caller;
  let stranger: Caller;
  /** The service's time is fixed, so that no limit recovers because a machine is slow. */
  let now = new Date('2026-03-02T12:00:00.000Z');
  const params = { chip_id: 'pair' };

  beforeAll(async () => {
    const { limits } = loadConfig({});
    world = await startWorld({
      clock: () => now,
      config: {
        limits: {
          ...limits,
          // Of a project 100 read units a second and 1,000 at once, of a user half of that.
          ...{ tableReadUnits: 1000, tableWriteUnits: 20_000, projectShare: 0.1, userShare: 0.5 },
          ...{ startsPerMinute: 4, exportsPerHour: 8, addressRequestsPerSecond: 5 },
        },
      },
    });
    [owner, colleague, third, stranger] = await Promise.all([
      world.register('owner'),
      world.register('colleague'),
      world.register('third'),
      world.register('stranger'),
    ]);
    for (const { api } of [owner, stranger])
      await api.importChip({
        body: { format: 'ibm', ...params, documents: pairDevice(50, '2026-03-01T00:00:00+00:00') },
      });
    for (const username of ['colleague', 'third'])
      await world.join(owner.api, { params: { project_id: owner.projectId }, body: { username, role: 'viewer' } });
    // The imports have used read units: on a slow machine they are asked for again.
    later(3600);
  });
  afterAll(() => world.stop());
  // Every bucket is full again.
  afterEach(() => later(3600));

  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  let asked = 0;
  /** Another one each time, so that none is answered from memory. */
  const sinceAnother = () => new Date(Date.parse('2026-02-01T00:00:00.000Z') + 1000 * asked++).toISOString();
  const overview = ({ token }: Caller, project = owner.projectId) =>
    world.raw('GET', `/chips/pair/overview?since=${sinceAnother()}`, { token, project });

  /** Asks until it is refused. */
  async function untilRefused(ask: () => ReturnType<World['raw']>, most = 400) {
    for (let admitted = 0; admitted < most; admitted += 1) {
      const answer = await ask();
      if (answer.status === 429) return { admitted, answer };
    }
    throw new Error(`${most} requests were admitted`);
  }

  it('a script that reads an overview without a pause is refused, while others of its project and of other projects go on', async () => {
    const { admitted, answer } = await untilRefused(() => overview(owner));
    expect(admitted).toBeGreaterThan(0);
    expect(answer.body).toEqual({
      detail: expect.stringMatching(
        /^Limit 'user-reads' of user 'owner': 50 read units a second, at most 500 at once; try again in \d+ s$/,
      ),
      code: 'too_many_requests',
    });
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(answer.headers['ratelimit-policy']).toBe(
      '"user-reads";q=500;qu="read-units";w=10, "project-reads";q=1000;qu="read-units";w=10',
    );
    expect(answer.headers.ratelimit).toContain(`"user-reads";r=0;t=${seconds}, "project-reads";r=`);
    expect((await overview(colleague)).status).toBe(200);
    expect((await overview(stranger, stranger.projectId)).status).toBe(200);
    later(seconds);
    expect((await overview(owner)).status).toBe(200);
  });

  it('users of a project together cannot use more than the project, and another project goes on', async () => {
    const details: string[] = [];
    // Three users may use half as much again as their project, whatever an overview costs.
    for (let second = 0; second < 60 && !details.some((detail) => detail.includes('project-reads')); second += 1) {
      for (const caller of [owner, colleague, third])
        details.push(String((await untilRefused(() => overview(caller))).answer.body.detail));
      later(1);
    }
    expect(details).toContainEqual(
      expect.stringMatching(/^Limit 'project-reads' of project '.+': 100 read units a second/),
    );
    expect((await overview(stranger, stranger.projectId)).status).toBe(200);
  });

  it('an answer names what is left of each limit', async () => {
    const answer = await overview(owner);
    expect(answer.headers.ratelimit).toMatch(/^"user-reads";r=\d+;t=\d+, "project-reads";r=\d+;t=\d+$/);
  });

  it('starts and exports have limits of their own', async () => {
    const start = () =>
      world.raw('POST', '/flows/missing/execute', { token: owner.token, project: owner.projectId, json: {} });
    const started = await untilRefused(start);
    expect(started.admitted).toBe(2);
    expect(started.answer.body.detail).toContain(
      "Limit 'user-starts' of user 'owner': 2 runs a minute, at most 2 at once",
    );
    const exporting = () =>
      world.raw('POST', '/task-results/figures/archives', {
        token: owner.token,
        project: owner.projectId,
        json: { paths: ['missing'] },
      });
    const exported = await untilRefused(exporting);
    expect(exported.admitted).toBe(1);
    expect(exported.answer.body.detail).toContain("Limit 'user-exports' of user 'owner'");
    expect((await overview(owner)).status).toBe(200);
  });

  it('requests without a token are limited by address, those with one go on', async () => {
    const { admitted, answer } = await untilRefused(() => world.raw('GET', '/auth/sign-in'));
    expect(admitted).toBeGreaterThanOrEqual(45);
    expect(admitted).toBeLessThanOrEqual(55);
    expect(answer.body.detail).toMatch(/^Limit 'address-requests' of this address: 5 requests a second/);
    expect((await overview(owner)).status).toBe(200);
  });

  it('a message of a running run is taken after the project has used up its limit', async () => {
    for (const caller of [owner, colleague]) await untilRefused(() => overview(caller));
    const id = '00000000-0000-4000-8000-000000000000';
    const { token, projectId: project } = owner;
    const heartbeat = await world.raw('POST', `/workers/runs/${id}/heartbeat`, { token, project, json: { fence: 1 } });
    expect(heartbeat.status).toBe(404);
  });

  it('a client is told how long to wait', async () => {
    await untilRefused(() => overview(owner));
    const error = await owner.api
      .getChipOverview({ params, query: { since: sinceAnother() } })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).retryAfterSeconds).toBeGreaterThanOrEqual(1);
  });
});
