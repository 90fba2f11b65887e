import { once } from 'node:events';
import type { FuzzedService } from '#scripts/suites/lib/fuzz-configuration.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { makeScene } from '../api/support/scene.ts';
import { startWorld } from '../api/support/world.ts';

/*
 * A local stack with a filled project, for a fuzzer that calls it as the project's owner, who is an administrator as well: prints one line of JSON that
 * says where it is and what is in it, and ends when its standard input does.
 */

const world = await startWorld();
// Each request is looked at by itself: no run goes on alongside it.
world.stack.runtime.ports.orchestrator = fakeOrchestrator();
const owner = world.admin;
await world.register('outsider');
await world.register('member');
// As in the examples of the OpenAPI document, which the fuzzer sends as well.
const called = { chipId: 'torino', cryoId: 'fridge-1', cooldownId: 'cd-2025-03', flowName: 'morning_check' };
const names = await makeScene(world, {
  owner,
  caller: owner,
  commenter: owner,
  members: [['member', 'viewer']],
  called,
  topologyId: 'linear-32',
  qid: '17',
});
const scraps = await Promise.all(
  Array.from({ length: 4 }, (_, index) => owner.api.createProject({ body: { name: `scrap ${index}` } })),
);
const inProject = world.client(owner.token, names.projectId);
const scrapChips = Array.from({ length: 8 }, (_, index) => `scrap-${index}`);
for (const chip_id of scrapChips) await inProject.createChip({ body: { chip_id, topology_id: 'linear-2' } });

const { caller: _, ...ids } = names;
const described: FuzzedService = {
  url: `${world.stack.url}/api`,
  token: owner.token,
  names: ids,
  scrapProjects: scraps.map(({ project_id }) => project_id),
  scrapChips,
};
process.stdout.write(`${JSON.stringify(described)}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await world.stop();
