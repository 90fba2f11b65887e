import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { groups } from '#shared/api/routes.ts';
import { limitPartitions } from '#shared/kernel/store/keys.ts';
import { conditionsHold } from '#test/support/aws/conditions.ts';
import {
  bucketArn,
  bucketName,
  executionsArn,
  scheduleArn,
  schedulerNames,
  secretArn,
  stateMachineArn,
  tableArn,
} from '#test/support/aws/deployed-names.ts';
import type { UsedRight } from '#test/support/aws/used-right.ts';
import { groupWrites } from '#test/support/stack/group-writes.ts';
import { recorded, usedRights as used } from './recorded.ts';
import { resolved } from './resolved.ts';
import { flowNames, functionName, functionRoles, type RoleStatement, roleStatements } from './roles.ts';
import { resourcesOf, synthesize } from './synthesis.ts';

const { service } = synthesize('prod');

/** A right that a role has. */
interface AllowedRight extends Omit<UsedRight, 'context'> {
  /** An ARN, with the wildcards of the policy. */
  resource: string;
  conditions: RoleStatement['conditions'];
}

const textOf = (right: UsedRight | AllowedRight) => `${right.function}: ${right.action} on ${right.resource}`;

/** What Lambda does with the role of a function, and the requests of an index and for sessions that the tests have elsewhere. */
const isElsewhere = (action: string) =>
  /^logs:|^sqs:|^es:|^sts:|^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams)$/.test(action);

const roles = functionRoles(service);
/** The role that the scheduler takes, which the functions are told of by their settings. */
const schedulerRole = Object.keys(resourcesOf(service, 'AWS::IAM::Role')).filter(
  (id) => resolved({ 'Fn::GetAtt': [id, 'Arn'] }) === schedulerNames.roleArn,
);

const rightsOf = (name: string, statements: readonly RoleStatement[]): AllowedRight[] =>
  statements
    .filter(({ effect }) => effect === 'Allow')
    .flatMap(({ actions, resources, conditions }) =>
      actions.flatMap((action) =>
        resources.map((resource) => ({ function: name, action, resource: resolved(resource), conditions })),
      ),
    );

/** Every right of every function that is the function's own to use, and those of the scheduler. */
const allowed = [
  ...roles.flatMap((role) =>
    rightsOf(functionName(role), role.statements).filter(({ action }) => !isElsewhere(action)),
  ),
  ...schedulerRole.flatMap((id) => rightsOf('scheduler', roleStatements(service, id))),
];

/** `*` is the only wildcard that is used, and always last. */
const matches = (pattern: string, resource: string) =>
  pattern.endsWith('*') ? resource.startsWith(pattern.slice(0, -1)) : resource === pattern;

const covers = (right: AllowedRight, use: UsedRight) =>
  right.function === use.function &&
  right.action === use.action &&
  matches(right.resource, use.resource) &&
  conditionsHold(right.conditions, use.context ?? {});

/**
 * Who starts what waits for a lock has seen the lock free. Only where it is taken in between does it look after the new
 * holder, whose wait it may end: the tests may come to it, or not.
 */
const inRacesAlone = [
  `flow-start-queued: states:DescribeExecution on ${executionsArn}:*`,
  ...['start-queued', 'run-status-changed'].flatMap((name) =>
    ['Failure', 'Success'].map((end) => `flow-${name}: states:SendTask${end} on ${stateMachineArn}`),
  ),
];

/**
 * The recorder sees the adapters of ports alone, and on one machine the maker of archives writes to a disk, and that of exports
 * reads the table in the process of the service.
 */
const madeElsewhere = ['GetObject', 'PutObject', 'AbortMultipartUpload'];
const isMaker = (right: AllowedRight): boolean =>
  (right.function === 'make-archive' && madeElsewhere.includes(right.action.replace('s3:', ''))) ||
  right.function === 'make-export' ||
  // Who asks for an export puts an object that starts the maker, but on one machine.
  (right.function === 'export-jobs' && right.action === 's3:PutObject');

const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'];
const isWrite = ({ action }: Pick<UsedRight, 'action'>) => writes.includes(action.replace('dynamodb:', ''));

/** The settings without which the adapters of a function would ask for something else than was recorded. */
const settings: readonly (readonly [service: string, variables: Record<string, string>])[] = [
  ['states', { STATE_MACHINE_ARN: stateMachineArn }],
  ['s3', { BUCKET_NAME: bucketName }],
  [
    'scheduler',
    {
      SCHEDULE_GROUP: schedulerNames.groupName,
      SCHEDULE_FUNCTION_ARN: schedulerNames.functionArn,
      SCHEDULE_ROLE_ARN: schedulerNames.roleArn,
      SCHEDULE_DEAD_LETTER_ARN: schedulerNames.deadLetterArn,
    },
  ],
];

describe.skipIf(!recorded)(`rights used by the API's tests (${recorded ?? 'skipped: no calls were recorded'})`, () => {
  it('rights were recorded for every group, the sweep, firings of schedules, the projection and the steps of runs', () => {
    expect(new Set(used.map((right) => right.function))).toEqual(
      new Set([...groups, 'sweep', 'deliver', 'start-scheduled', 'scheduler', 'stream-project', ...flowNames]),
    );
  });

  it('the rights recorded are of every service that the functions call', () => {
    const services = new Set(used.map(({ action }) => action.split(':')[0]));
    expect(services).toEqual(new Set(allowed.map(({ action }) => action.split(':')[0])));
  });

  it('every right that a function used is allowed by its role', () => {
    expect(used.filter((use) => !allowed.some((right) => covers(right, use))).map(textOf)).toEqual([]);
  });

  it('the rights recorded are of what the settings of the functions name', () => {
    const wrong = settings.flatMap(([prefix, variables]) => {
      const users = new Set(used.filter(({ action }) => action.startsWith(`${prefix}:`)).map((use) => use.function));
      return roles
        .filter((role) => users.has(functionName(role)))
        .flatMap((role) =>
          Object.entries(variables)
            .filter(([name, value]) => resolved(role.environment[name] ?? 'missing') !== value)
            .map(([name]) => `${functionName(role)}: ${name} is ${resolved(role.environment[name] ?? 'missing')}`),
        );
    });
    expect(wrong).toEqual([]);
  });

  it('a group whose operations only read notes when members were there and what limits are used, and may write nothing else', () => {
    const readers = new Set<string>(groups.filter((group) => !groupWrites(group)));
    expect(readers.size).toBeGreaterThan(0);
    const written = [...used, ...allowed].filter((right) => readers.has(right.function) && isWrite(right));
    const ofLimits = { 'dynamodb:LeadingKeys': [limitPartitions] };
    const ofWhat = (right: UsedRight | AllowedRight) =>
      'conditions' in right
        ? right.conditions['ForAllValues:StringEquals']?.['dynamodb:Attributes']
        : right.context?.['dynamodb:Attributes'];
    const isOfLimits = (right: UsedRight | AllowedRight) =>
      'conditions' in right && isDeepStrictEqual(right.conditions['ForAllValues:StringLike'], ofLimits);
    for (const right of written.filter((one) => !isOfLimits(one))) {
      expect(right.action).toBe('dynamodb:UpdateItem');
      const attributes = [...(ofWhat(right) as string[])].filter((name) => name !== 'pk' && name !== 'sk');
      const isBucket = attributes.includes('fullAtMs');
      expect([right.function, attributes.toSorted()]).toEqual([
        right.function,
        isBucket ? ['entity', 'expires_at', 'fullAtMs', 'v'] : [expect.stringMatching(/^last(AccessedAt|SeenAt)$/)],
      ]);
    }
  });

  it('the secret is read in the group auth and nowhere else', () => {
    const readers = (rights: readonly (UsedRight | AllowedRight)[]) =>
      new Set(rights.filter(({ resource }) => resource === secretArn).map((right) => right.function));
    expect(readers(used)).toEqual(new Set(['auth']));
    expect(readers(allowed)).toEqual(new Set(['auth']));
  });

  it('rights that nothing used are listed', () => {
    const idle = allowed.filter((right) => !used.some((use) => covers(right, use)));
    const byFunction = Map.groupBy(idle, (right) => right.function);
    const short = ({ action, resource }: AllowedRight) =>
      `${action.replace('dynamodb:', '')} ${resource.replace(/^arn:[^:]*:[^:]*:[^:]*:[^:]*:/, '')}`;
    const lines = [...byFunction].map(([name, rights]) => `  ${name}: ${rights.map(short).join(', ')}`);
    process.stdout.write(`Allowed, and used by no test of the API:\n${lines.join('\n')}\n`);
    const unneeded = idle.filter((right) => !right.action.startsWith('dynamodb:') && !isMaker(right)).map(textOf);
    expect(unneeded.filter((right) => !inRacesAlone.includes(right))).toEqual([]);
  });
});

describe('rights of the functions', () => {
  it('rights name their resources: the table, its indexes, the secret, objects, runs, schedules and the role of these', () => {
    const indexes = ['gsi1', 'gsi2', 'gsi3', 'gsi4'].map((name) => `${tableArn}/index/${name}`);
    const executions = `${executionsArn}:*`;
    const { roleArn, functionArn, deadLetterArn, groupName } = schedulerNames;
    const folders = ['figures', 'images', 'raw', 'results', 'snapshots', 'downloads'];
    const objects = folders.map((folder) => `${bucketArn}/${folder}/*`);
    expect(new Set(allowed.map(({ resource }) => resource))).toEqual(
      new Set([
        tableArn,
        ...indexes,
        secretArn,
        bucketArn,
        ...objects,
        stateMachineArn,
        executions,
        scheduleArn(groupName, '*'),
        roleArn,
        functionArn,
        deadLetterArn,
      ]),
    );
    for (const { action, resource } of allowed) {
      expect(action).not.toContain('*');
      expect(resource).not.toMatch(/\*.|\?/);
    }
  });
});
