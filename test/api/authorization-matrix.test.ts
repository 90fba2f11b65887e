import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, registry } from '#shared/api/registry.ts';
import { type Group, type OperationId, type Route, routeList } from '#shared/api/routes.ts';
import { PROJECT_ROLES } from '#shared/projects/rules/permissions.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { type SampleNames, sampleRequest } from './support/samples.ts';
import { makeScene } from './support/scene.ts';
import { send } from './support/wire.ts';
import { type Caller, startWorld, type World } from './support/world.ts';

/** Everybody there is: `admin` is a system administrator without a membership. */
const everybody = ['anonymous', 'stranger', 'viewer', 'editor', 'owner', 'admin'] as const;
type Who = (typeof everybody)[number];

/** Operations whose verb decides beyond the route: who may call them, and the answer then. */
const decidedByVerb: Partial<
  Record<OperationId, { may: Who[]; answer: number; answers?: Partial<Record<Who, number>> }>
> = {
  // No provider is configured here.
  beginSignIn: { may: [...everybody], answer: 404 },
  completeSignIn: { may: [...everybody], answer: 404 },
  beginIdentityLink: { may: [...everybody], answer: 404 },
  restoreProject: { may: ['owner', 'admin'], answer: 409 },
  transferProjectOwnership: { may: ['owner', 'admin'], answer: 200 },
  withdrawProjectTransfer: { may: ['owner'], answer: 409 },
  acceptProjectTransfer: { may: ['viewer', 'editor', 'owner'], answer: 409 },
  declineProjectTransfer: { may: ['viewer', 'editor', 'owner'], answer: 409 },
  // The owner is in the project, and stays.
  leaveProject: { may: ['viewer', 'editor', 'owner'], answer: 200, answers: { owner: 400 } },
  acceptProjectInvitation: { may: ['viewer', 'editor', 'owner'], answer: 409 },
  // Its one line was not sent.
  finishProjectImport: { may: ['admin'], answer: 409 },
  // The queue is empty: a queued start would need a running run, which would affect the other calls.
  updateQueuedRun: { may: ['editor', 'owner'], answer: 404 },
  deleteQueuedRun: { may: ['editor', 'owner'], answer: 404 },
  deleteTopology: { may: ['editor', 'owner'], answer: 404 },
  // Nothing of the run has failed.
  reExecuteTasks: { may: ['editor', 'owner'], answer: 400 },
};

/** What the registry says: 401, 403, or the status of an allowed call. */
function expectedOf(route: { operationId: OperationId } & Route, who: Who): number {
  const byVerb = decidedByVerb[route.operationId];
  const allowed = byVerb?.answers?.[who] ?? byVerb?.answer ?? registry[route.operationId].status;
  if (route.auth === 'none') return allowed;
  if (who === 'anonymous') return 401;
  if (route.auth === 'admin') return who === 'admin' ? allowed : 403;
  if (route.auth === 'user') return byVerb?.may.includes(who) === false ? 403 : allowed;
  const role = PROJECT_ROLES.find((one) => one === who);
  return role && PROJECT_ROLES.indexOf(role) >= PROJECT_ROLES.indexOf(route.role) ? allowed : 403;
}

/**
 * Whether an allowed write is tried by a caller: always by the one with the least rights who may make it and where its verb
 * decides, by the others an eighth of the operations each; all under `.ci/run --all`.
 */
function isTried(route: { operationId: OperationId } & Route, who: Who): boolean {
  const least = everybody.find((one) => ![401, 403].includes(expectedOf(route, one)));
  const place = routeList.findIndex(({ operationId }) => operationId === route.operationId) + everybody.indexOf(who);
  return isEveryCase || who === least || decidedByVerb[route.operationId] !== undefined || place % 8 === 0;
}

let world: World;
let people: Record<Exclude<Who, 'anonymous'> | 'member' | 'outsider', Caller>;
/** The owners of the projects that each role calls: one owner may not have as many as there are calls. */
let hosts: Map<Who, Caller>;

beforeAll(async () => {
  // Rights are decided before anything is written, so nothing that follows from the stream matters.
  world = await startWorld({ consumers: [] });
  // No run goes on by itself here: what a call changed is compared.
  world.stack.runtime.ports.orchestrator = fakeOrchestrator();
  const [stranger, viewer, editor, owner, member, outsider] = await Promise.all(
    ['stranger', 'viewer', 'editor', 'owner', 'member', 'outsider'].map((name) => world.register(name)),
  );
  people = { stranger, viewer, editor, owner, member, outsider, admin: world.admin } as typeof people;
  hosts = new Map(
    await Promise.all(
      everybody.map(
        async (who) => [who, who === 'owner' ? people.owner : await world.register(`host-of-${who}`)] as const,
      ),
    ),
  );
});
afterAll(() => world.stop());

/** A project for one call of a role, see `makeScene`; a host owns it unless the owner calls. */
function scene(who: Who, group?: Group): Promise<SampleNames> {
  const { editor, stranger } = people;
  const owner = hosts.get(who) ?? people.owner;
  const isInvited = group === undefined || group === 'projects';
  const members = (
    [
      ['viewer', 'viewer'],
      ['editor', 'editor'],
      ['member', 'viewer'],
    ] as const
  ).filter(([username]) => username === who || isInvited);
  const caller = who === 'anonymous' ? stranger : people[who];
  const author = members.some(([username]) => username === who) ? caller : owner;
  return makeScene(world, { owner, caller, commenter: who === 'editor' ? editor : owner, author, members, group });
}

const callAs = (who: Who, operationId: OperationId, names: SampleNames) =>
  send(world.stack.url, sampleRequest(operationId, names, who === 'anonymous' ? undefined : people[who].token));

const isRefused = (route: (typeof routeList)[number], who: Who) => [401, 403].includes(expectedOf(route, who));

// Before all others: it reads the whole table.
describe('what the registry does not allow', () => {
  it.each(everybody)('%s is refused what the registry does not allow, and changes nothing by trying', async (who) => {
    const names = await scene(who);
    const before = await world.scan();
    for (const route of routeList.filter((one) => isRefused(one, who))) {
      const answer = await callAs(who, route.operationId, names);
      const challenge = answer.headers['www-authenticate'];
      expect([route.operationId, answer.status, answer.body.detail]).toEqual([
        route.operationId,
        expectedOf(route, who),
        expect.any(String),
      ]);
      expect(challenge).toBe(answer.status === 401 ? 'Bearer' : undefined);
    }
    expect(await world.scan()).toBe(before);
  });
});

describe.each(everybody)('%s', (who) => {
  const allowed = routeList.filter((route) => !isRefused(route, who));

  const call = async (names: SampleNames, route: (typeof allowed)[number]) => {
    const answer = await callAs(who, route.operationId, names);
    const detail = answer.status < 400 ? '' : answer.body.detail;
    expect([route.operationId, answer.status, detail]).toEqual([
      route.operationId,
      expectedOf(route, who),
      answer.status < 400 ? '' : expect.any(String),
    ]);
    return answer;
  };

  it(`${who} may read whatever the registry allows`, async () => {
    const names = await scene(who);
    for (const route of allowed.filter(({ method }) => method === 'GET')) await call(names, route);
  });

  const writes = allowed.filter((route) => route.method !== 'GET' && isTried(route, who));
  it.each(writes.map((route) => [route.operationId, route] as const))(
    `${who} may call %s`,
    async (operationId, route) => {
      const answer = await call(await scene(who, route.group), route);
      // A changed password ends the token that changed it.
      if (operationId === 'changePassword' && who !== 'anonymous') people[who].token = String(answer.body.access_token);
    },
  );
});

describe('the matrix', () => {
  it('the authorization matrix has every operation of the registry', () => {
    expect(routeList.map(({ operationId }) => operationId).sort()).toEqual(
      operations.map(({ operationId }) => operationId).sort(),
    );
  });
});
