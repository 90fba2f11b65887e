import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, routeList, routes } from '#shared/api/routes.ts';
import { entityIdOf } from '#shared/results/rules/provenance/entity-id.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { type Ids, kindsAt, masked, nobodysIds } from './support/foreign-ids.ts';
import { hasValue, type Place, placesOf, withValue } from './support/places.ts';
import { type AnyInput, type SampleNames, sampleFlow, sampleInput, wireRequest } from './support/samples.ts';
import { makeScene } from './support/scene.ts';
import { send } from './support/wire.ts';
import { type Caller, startWorld, type World } from './support/world.ts';

/*
 * An owner of one project sends the ids of another, in every place of every operation: the answer is that for ids of
 * which there are none, and the other project stays as it is.
 */

let world: World;
/** The owner of the one project, and everybody of the other. */
let own: Caller;
let foreign: Record<'owner' | 'member', Caller>;
let foreignNames: SampleNames;
let foreignIds: Ids;
let foreignRows: string[] = [];
/** The one project, made again after whatever has changed it; by group. */
const ownScenes = new Map<string, SampleNames>();

beforeAll(async () => {
  world = await startWorld();
  // No run goes on by itself here: what a call changed is compared.
  world.stack.runtime.ports.orchestrator = fakeOrchestrator();
  own = await world.register('own');
  await world.register('member');
  await world.register('outsider');
  foreign = { owner: await world.register('foreign-owner'), member: await world.register('foreign-member') };
  foreignNames = await makeScene(world, {
    owner: foreign.owner,
    caller: foreign.owner,
    commenter: foreign.owner,
    members: [[foreign.member.username, 'editor']],
    suffix: '-b',
    topologyId: 'linear-16',
    qid: '7',
    couplingId: '7-8',
    run: { executionId: '20250104-003', flowRunId: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9dbb' },
  });
  foreignIds = await idsOfForeign();
  foreignRows = await rowsOfForeign();
});
afterAll(() => world.stop());

/** Fills the other project with what the scene lacks, and says how everything in it is called. */
async function idsOfForeign(): Promise<Ids> {
  const { projectId, chipId, flowName } = foreignNames;
  const api = world.client(foreign.owner.token, projectId);
  const parameters = { metric_b: { value: 1, unit: 'us' } };
  await api.updateCalibrationParameters({ body: { chip_id: chipId, qid: '7', parameters } });
  await api.importChip({ body: { format: 'ibm', chip_id: 'imported-b', documents: oldDevice() } });
  const imported = await api.getChip({ params: { chip_id: 'imported-b' } });
  await api.upsertTaskNote({ params: { task_id: foreignNames.taskId }, body: { content: 'seen' } });
  const { version } = await api.saveFlow({ body: { name: flowName, chip_id: chipId, code: `${sampleFlow}# again\n` } });
  const checkpoint = await api.createCooldownWiringCheckpoint({
    params: { cooldown_id: foreignNames.cooldownId },
    body: { comment: 'again' },
  });
  const key = { 'idempotency-key': 'once-b' };
  await api.executeFlow({ params: { name: flowName }, body: {}, headers: key });
  const { next_cursor } = await api.listChips({ query: { limit: 1 } });
  return {
    project: projectId,
    chip: chipId,
    qubit: '7',
    coupling: '7-8',
    topology: imported.topology_id ?? '',
    metric: 'metric_b',
    cryostat: foreignNames.cryoId,
    cooldown: foreignNames.cooldownId,
    wiringEvent: checkpoint.id,
    flow: flowName,
    flowFile: `flows/${flowName}/v1.yaml`,
    flowHelper: `${flowName}.yaml`,
    version: String(version),
    schedule: foreignNames.scheduleId,
    execution: foreignNames.executionId,
    flowRun: foreignNames.workerRunId,
    task: foreignNames.taskId,
    entity: entityIdOf({ kind: 'task', chipId, metric: 't1', taskId: foreignNames.taskId }),
    comment: foreignNames.qubitCommentId,
    post: foreignNames.postId,
    category: foreignNames.categoryKey,
    figure: foreignNames.figurePath,
    rawData: foreignNames.rawDataPath,
    image: foreignNames.imageName,
    archive: foreignNames.archiveId,
    export: foreignNames.exportId,
    reviewRun: foreignNames.reviewRunId,
    token: foreignNames.tokenId,
    notification: foreignNames.notificationId,
    session: foreignNames.sessionId,
    webhook: foreignNames.webhookId,
    delivery: foreignNames.deliveryId,
    chatMessage: foreignNames.chatMessageId,
    auditEntry: foreignNames.auditId,
    worker: 'fridge-2-b',
    claimKey: 'key-b',
    idempotencyKey: 'once-b',
    member: foreign.member.username,
    cursor: next_cursor ?? '',
  };
}

/** Every row that says anything of the other project or of its owner. */
async function rowsOfForeign(): Promise<string[]> {
  const isForeign = (line: string) => line.includes(foreignIds.project) || line.includes(foreign.owner.userId);
  return (await world.scan()).split('\n').filter(isForeign);
}

async function ownNames(operationId: OperationId): Promise<SampleNames> {
  const { group } = routes[operationId];
  const found = ownScenes.get(group);
  if (found) return found;
  const made = await makeScene(world, {
    owner: own,
    caller: own,
    commenter: own,
    members: [['member', 'viewer']],
    group,
  });
  ownScenes.set(group, made);
  return made;
}

/** What a request is answered, without ids. */
async function answerTo(operationId: OperationId, change: (input: AnyInput) => AnyInput) {
  const names = await ownNames(operationId);
  const input = change(sampleInput(operationId, names));
  const request = wireRequest(operationId, input, { token: own.token, projectId: names.projectId });
  const answer = await send(world.stack.url, request);
  // The next request meets the project as this one has met it.
  if (answer.status < 400 && request.method !== 'GET') ownScenes.delete(routes[operationId].group);
  const ownIds = { ...nobodysIds, project: names.projectId, chip: names.chipId, flow: names.flowName };
  return {
    status: answer.status,
    type: answer.headers['content-type'],
    text: masked(answer.text.replaceAll(/fresh[-_]\d+|scene \d+|\b\d{8}-\d{3}\b|\?expires=[^"]*/g, '{fresh}'), [
      ownIds,
      foreignIds,
      nobodysIds,
    ]),
  };
}

/** A request with an id in one place, or with one in every place that names something. */
interface Variant {
  title: string;
  change: (ids: Ids) => (input: AnyInput) => AnyInput;
}

const with1 = (place: Place, kind: keyof Ids): Variant => ({
  title: `${place.in} ${place.steps.join('.')} (${kind})`,
  change: (ids) => (input) => withValue(input, place, ids[kind]),
});

/** The variants of an operation; those of the cursor's place have a cursor that leads into the other project. */
function variantsOf(operationId: OperationId): Variant[] {
  const places = placesOf(operationId).map((place) => ({ place, kinds: kindsAt(place) }));
  const naming = places.filter(({ kinds }) => kinds.length > 0);
  const single = naming.flatMap(({ place, kinds }) => kinds.map((kind) => with1(place, kind)));
  const all: Variant = {
    title: 'everything',
    change: (ids) => (input) =>
      naming.reduce((changed, { place, kinds: [kind = 'chip'] }) => {
        const isSent = place.name === 'x-project-id' || hasValue(input, place);
        return isSent ? withValue(changed, place, ids[kind]) : changed;
      }, input),
  };
  return naming.length > 1 ? [...single, all] : single;
}

const covered = routeList.filter(({ operationId }) => variantsOf(operationId).length > 0);

/**
 * The variants that are tried: every third of each operation, and those of a place or kind that no operation before has
 * tried, so that every operation, place and kind is tried; all under `.ci/run --all`.
 */
const triedVariants = new Map<OperationId, Variant[]>();
const triedTitles = new Set<string>();
for (const [n, { operationId }] of covered.entries()) {
  const all = variantsOf(operationId);
  const chosen = all.filter(
    ({ title }, place) => isEveryCase || place % 3 === n % Math.min(3, all.length) || !triedTitles.has(title),
  );
  for (const { title } of chosen) triedTitles.add(title);
  triedVariants.set(operationId, chosen);
}

describe('the ids of a project in which the caller is not a member', () => {
  describe.each([...new Set(covered.map(({ group }) => group))])('in operations of %s', (group) => {
    it.each(covered.filter((route) => route.group === group).map(({ operationId }) => operationId))(
      `in ${group}, %s answers to ids of another project as to ids of which there are none`,
      async (operationId) => {
        for (const { title, change } of triedVariants.get(operationId) ?? []) {
          const toForeign = await answerTo(operationId, change(foreignIds));
          const toNobodys = await answerTo(operationId, change(nobodysIds));
          expect({ title, ...toForeign }).toEqual({ title, ...toNobodys });
        }
      },
    );

    // Once for all of them: it reads the whole table.
    it(`nothing of the other project has changed, come, or gone by operations of ${group}`, async () => {
      const rows = await rowsOfForeign();
      const was = new Set(foreignRows);
      expect([rows.filter((row) => !was.has(row)), rows.length]).toEqual([[], foreignRows.length]);
    });
  });

  it('the ids are those of things that the members of the other project read', async () => {
    // A run holds the lock of the other project, and there is no archive until it has ended.
    const isThere = (id: OperationId) => id !== 'getProjectArchive' && routes[id].auth !== 'admin';
    const reads = covered.filter(({ method, operationId }) => method === 'GET' && isThere(operationId));
    const refused: string[] = [];
    for (const { operationId } of reads) {
      let input = sampleInput(operationId, foreignNames);
      for (const place of placesOf(operationId)) {
        const [kind] = kindsAt(place);
        if (kind && place.in === 'path') input = withValue(input, place, foreignIds[kind]);
      }
      const request = wireRequest(operationId, input, { token: foreign.owner.token, projectId: foreignIds.project });
      const answer = await send(world.stack.url, request);
      if (answer.status >= 400) refused.push(`${operationId} ${answer.status} ${answer.text}`);
    }
    expect(refused).toEqual([]);
  });

  it('every project id, and every id that a path names, is one of those that are tried', () => {
    // Administrators name users of the whole service.
    const routesOfProjects = routeList.filter(({ path }) => !path.startsWith('/admin/users/'));
    const untried = routesOfProjects.flatMap(({ operationId, path }) => {
      const tried = variantsOf(operationId).map(({ title }) => title);
      const names = [...path.matchAll(/\{(\w+_id|name|username)\}/g)].map(([, name]) => `path ${name} `);
      return names.filter((name) => !tried.some((title) => title.startsWith(name))).map((name) => [operationId, name]);
    });
    // Words that all projects share, and the number of a qubit's neighbours.
    expect(untried).toEqual([
      ['getChipMux', 'path mux_id '],
      ['getFlowTemplate', 'path template_id '],
    ]);
  });
});
