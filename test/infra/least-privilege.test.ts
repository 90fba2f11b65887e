import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groups, groupWrites } from '#shared/contract/routes.ts';
import { flowFunctions } from '#shared/orchestration/flow-run.asl.ts';
import type { UsedRight } from '#test/support/recorder.ts';
import { type FunctionRole, functionRoles } from './roles.ts';
import { synthesize } from './synthesis.ts';

/** What a run of the API's tests has noted (`npm run test:privileges`). */
const recorded = process.env.FIDUCIAL_RECORDED;
const used = [
  ...new Set((recorded ? readFileSync(recorded, 'utf8') : '').split('\n').filter((line) => line !== '')),
].map((line) => JSON.parse(line) as UsedRight);

const textOf = (right: UsedRight) => `${right.function}: ${right.action} on ${right.resource}`;

/** The name under which the recorder knows a function. */
const nameOf = ({ description, logicalId }: FunctionRole) =>
  /^API, ([^:]+):/.exec(description)?.[1] ??
  /^Stream, ([^:]+):/.exec(description)?.[1]?.replace(/^/, 'stream-') ??
  (description.startsWith('Schedules:') ? 'start-scheduled' : undefined) ??
  flowNames.find((name) => logicalId.startsWith(`FlowRun${name.replace('flow', '').replaceAll('-', '')}Function`)) ??
  'sweep';

/** The functions of runs, as the recorder knows them. */
const flowNames = [...flowFunctions, 'run-status-changed'].map((name) => `flow-${name}`);

/** The steps of runs, of managed flows and of workers'. */
const steps = flowFunctions.map((name) => `flow-${name}`);

/** The recorder's word for a resource of a template. */
function resourceName(resource: unknown): string {
  const text = JSON.stringify(resource);
  const index = /\/index\/(\w+)/.exec(text)?.[1];
  if (index) return `index/${index}`;
  if (/DataTable\w*Arn/.test(text)) return 'table';
  if (/ServiceSecret/.test(text)) return 'secret';
  if (/Artifacts/.test(text)) return 'objects';
  if (/schedule\/fiducial-prod-schedules|SchedulesRole/.test(text)) return 'schedules';
  if (/:(execution|stateMachine):fiducial-prod-flow-run/.test(text)) return 'runs';
  return text;
}

/** What Lambda does with the role of a consumer, and the requests of an index that the tests have elsewhere. */
const isOfStreams = (action: string) =>
  /^es:|^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams)$/.test(action);

/** Every right of every function, but that of writing its own log and of sending on what failed. */
const allowed = functionRoles(synthesize('prod').service).flatMap((role) =>
  role.statements
    .filter(({ effect }) => effect === 'Allow')
    .flatMap(({ actions, resources }) =>
      actions
        .filter((action) => !action.startsWith('logs:') && !action.startsWith('sqs:') && !isOfStreams(action))
        .flatMap((action) =>
          resources.map((resource) => ({ function: nameOf(role), action, resource: resourceName(resource) })),
        ),
    ),
);

const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'];
const isWrite = ({ action }: UsedRight) => writes.includes(action.replace('dynamodb:', ''));

describe.skipIf(!recorded)(`rights used by the API's tests (${recorded ?? 'not recorded'})`, () => {
  it('were recorded for every group, for the sweep, for the target of schedules, for the consumer that projects and for the steps of runs', () => {
    expect(new Set(used.map((right) => right.function))).toEqual(
      new Set([...groups, 'sweep', 'start-scheduled', 'stream-project', ...steps]),
    );
  });

  it('are all allowed by the role of the function that used them', () => {
    const granted = new Set(allowed.map(textOf));
    expect(used.map(textOf).filter((right) => !granted.has(right))).toEqual([]);
  });

  it('are no writes in a group whose operations only read, nor may such a group write', () => {
    const readers = new Set<string>(groups.filter((group) => !groupWrites(group)));
    expect(readers.size).toBeGreaterThan(0);
    expect([...used, ...allowed].filter((right) => readers.has(right.function) && isWrite(right))).toEqual([]);
  });

  it('read the secret in the group auth and nowhere else', () => {
    const readers = (rights: UsedRight[]) =>
      new Set(rights.filter(({ resource }) => resource === 'secret').map((right) => right.function));
    expect(readers(used)).toEqual(new Set(['auth']));
    expect(readers(allowed)).toEqual(new Set(['auth']));
  });

  it('name their resources: the table, one of its indexes, the secret, the objects, the runs, or the schedules', () => {
    const resources = new Set(allowed.map(({ resource }) => resource));
    const indexes = ['index/gsi1', 'index/gsi2', 'index/gsi3', 'index/gsi4'];
    expect([...resources].sort()).toEqual([...indexes, 'objects', 'runs', 'schedules', 'secret', 'table']);
    for (const { action } of allowed) expect(action).not.toContain('*');
  });

  it('are listed where nothing used them', () => {
    const seen = new Set(used.map(textOf));
    const idle = allowed.filter((right) => !seen.has(textOf(right)));
    const byFunction = Map.groupBy(idle, (right) => right.function);
    const lines = [...byFunction].map(
      ([name, rights]) =>
        `  ${name}: ${rights.map((r) => `${r.action.replace('dynamodb:', '')} ${r.resource}`).join(', ')}`,
    );
    process.stdout.write(`Allowed, and used by no test of the API:\n${lines.join('\n')}\n`);
    expect(idle.length).toBeLessThan(allowed.length);
  });
});
