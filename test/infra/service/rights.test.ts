import { describe, expect, it } from 'vitest';
import { groups, routeList } from '#shared/api/routes.ts';
import { groupWrites } from '#test/support/stack/group-writes.ts';
import { allowedActions, functionRoles, groupRole } from '../roles.ts';
import { resourcesOf, synthesize } from '../synthesis.ts';

const { service } = synthesize('prod', { context: { search: 'managed' } });

describe('rights', () => {
  const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
  const writeActions = ['BatchWriteItem', 'ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'];
  const dynamo = (group: string) => allowedActions(groupRole(service, group)).filter((a) => a.startsWith('dynamodb:'));

  it.each(groups.filter((group) => !groupWrites(group)))(
    'the group %s, which only reads, has no write action but the one that notes when users were there and takes tokens of limits',
    (group) => {
      const isForUsers = routeList.some((route) => route.group === group && route.auth !== 'none');
      expect(dynamo(group)).toEqual([...readActions, ...(isForUsers ? ['dynamodb:UpdateItem'] : [])]);
    },
  );

  it.each(groups.filter(groupWrites))('the group %s writes items and cannot scan, drop or alter the table', (group) => {
    expect(dynamo(group)).toEqual([...readActions, ...writeActions.map((action) => `dynamodb:${action}`)].sort());
  });

  it('writes go to the table and never to an index', () => {
    for (const { statements } of functionRoles(service)) {
      for (const { actions, resources } of statements) {
        if (JSON.stringify(resources).includes('/index/')) expect(actions).toEqual(['dynamodb:Query']);
      }
    }
  });

  it('the consumer that projects reads and writes items of which it knows the key, and neither scans nor writes batches', () => {
    const role = functionRoles(service).find(({ description }) => description.startsWith('Stream, project:'));
    const actions = role ? allowedActions(role).filter((action) => action.startsWith('dynamodb:')) : [];
    expect(actions).toEqual(
      expect.arrayContaining([...readActions, 'dynamodb:PutItem', 'dynamodb:ConditionCheckItem']),
    );
    expect(actions.filter((action) => /BatchWrite|Scan/.test(action))).toEqual([]);
  });

  it('only the auth group reads the secret', () => {
    const readers = functionRoles(service).filter(
      (role) =>
        role.environment.SECRET_ID !== undefined || allowedActions(role).some((a) => a.startsWith('secretsmanager:')),
    );
    expect(readers.map((role) => role.description.split(':')[0])).toEqual(['API, auth']);
    expect(allowedActions(groupRole(service, 'auth'))).toContain('secretsmanager:GetSecretValue');
  });

  it('the sign-in provider is known to the auth group alone, which alone reads the secret of the client', () => {
    const oidcClientSecretArn = 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:fiducial-oidc-AbCdEf';
    const context = {
      publicUrl: 'https://qubits.lab.example',
      oidcIssuer: 'https://sso.lab.example',
      oidcClientId: 'fiducial',
      oidcClientSecretArn,
      oidcGroupRoles: [{ group: 'qc', system_role: 'admin' }],
      passwordSignIn: 'false',
    };
    const signIn = synthesize('prod', { context }).service;
    const knowing = functionRoles(signIn).filter(({ environment }) => environment.OIDC_ISSUER !== undefined);
    expect(knowing.map(({ description }) => description.split(':')[0])).toEqual(['API, auth']);
    expect(knowing[0]?.environment).toMatchObject({
      PASSWORD_SIGN_IN: 'off',
      OIDC_CLIENT_SECRET_ID: oidcClientSecretArn,
      OIDC_GROUP_ROLES: '[{"group":"qc","system_role":"admin"}]',
    });
    const reading = functionRoles(signIn).filter(({ statements }) =>
      JSON.stringify(statements).includes('fiducial-oidc'),
    );
    expect(reading.map(({ logicalId }) => logicalId)).toEqual(knowing.map(({ logicalId }) => logicalId));
    expect(JSON.stringify(functionRoles(service))).not.toContain('OIDC_');
  });

  it('no role has a managed policy, or a wildcard in an action or in a resource but objects, runs, schedules and streams', () => {
    for (const role of functionRoles(service)) {
      expect(role.managedPolicies).toEqual([]);
      expect(role.statements.length).toBeGreaterThan(1);
      for (const { actions, resources } of role.statements) {
        expect(JSON.stringify(actions)).not.toContain('*');
        // The only names that are not known when the rights are given.
        const isOpen = actions.every((action) =>
          [
            's3:GetObject',
            's3:PutObject',
            's3:DeleteObject',
            's3:AbortMultipartUpload',
            'states:DescribeExecution',
            'dynamodb:ListStreams',
            'scheduler:CreateSchedule',
            'scheduler:UpdateSchedule',
            'scheduler:DeleteSchedule',
          ].includes(action),
        );
        if (!isOpen) expect(JSON.stringify(resources)).not.toContain('*');
      }
    }
  });

  it('rights to runs are of the groups that start, look at or stop them, of schedules, queued runs and who hears workers', () => {
    const used = functionRoles(service).flatMap((role) => {
      const actions = allowedActions(role).filter((action) => action.startsWith('states:'));
      return actions.length > 0
        ? [
            [
              role.description
                .split(':')
                .slice(0, 2)
                .join(':')
                .replace(/: \d+ operations$/, ''),
              actions,
            ],
          ]
        : [];
    });
    const end = ['states:SendTaskFailure', 'states:SendTaskSuccess'];
    const all = ['states:DescribeExecution', ...end, 'states:StartExecution'];
    expect(used.toSorted()).toEqual([
      ['API, executions', ['states:DescribeExecution', ...end]],
      ['API, flows', all],
      ['API, run-queue', all],
      ['API, workers', ['states:SendTaskFailure', 'states:SendTaskHeartbeat', 'states:SendTaskSuccess']],
      ['Resumes interrupted imports and deletions, and settles runs that died', all],
      ['Runs: keeps the token that a worker presents at its end', end],
      ["Runs: keeps the token that a worker's claim presents", ['states:SendTaskSuccess']],
      ['Runs: settles one whose state machine was stopped, failed or timed out', all],
      ["Runs: starts the one that waits for a project's lock", all],
      ['Schedules: starts the flow that is due', all],
    ]);
  });

  it('rights to objects are of the groups that serve files and take uploads, of who runs tasks, and of the purge', () => {
    const used = functionRoles(service).flatMap(({ description, statements }) =>
      statements
        .filter(({ actions }) => actions.some((action) => action.startsWith('s3:')))
        .map(({ actions, resources }) => [
          description.replace(/: \d+ operations$/, ''),
          actions,
          resources.map((resource) => JSON.stringify(resource).replace(/^.*"\/(.*?)".*$/, '$1')),
        ]),
    );
    const sweep = 'Resumes interrupted imports and deletions, and settles runs that died';
    const writer = 'Exports: writes samples and task results to a file';
    const maker = 'Archives: packs figures that are too large for one response';
    expect(used.toSorted()).toEqual([
      ['API, archives', ['s3:GetObject'], ['figures/*', 'images/*', 'raw/*', 'results/*', 'snapshots/*']],
      ['API, archives', ['s3:ListBucket'], [expect.stringContaining('ImportValue')]],
      ['API, artifacts', ['s3:GetObject'], ['downloads/*', 'figures/*', 'raw/*', 'results/*', 'snapshots/*']],
      ['API, artifacts', ['s3:ListBucket'], [expect.stringContaining('ImportValue')]],
      ['API, artifacts', ['s3:PutObject'], ['downloads/*', 'figures/*', 'raw/*']],
      ['API, export-jobs', ['s3:GetObject', 's3:PutObject'], ['downloads/*']],
      ['API, images', ['s3:GetObject', 's3:PutObject'], ['images/*']],
      ['API, images', ['s3:ListBucket'], [expect.stringContaining('ImportValue')]],
      [
        'API, project-imports',
        ['s3:GetObject', 's3:PutObject'],
        ['figures/*', 'images/*', 'raw/*', 'results/*', 'snapshots/*'],
      ],
      ['API, project-imports', ['s3:ListBucket'], [expect.stringContaining('ImportValue')]],
      ['API, projects', ['s3:ListBucket'], [expect.stringContaining('ImportValue')]],
      ['API, reanalysis', ['s3:GetObject'], ['raw/*']],
      [maker, ['s3:AbortMultipartUpload', 's3:PutObject'], ['downloads/*']],
      [maker, ['s3:GetObject'], ['downloads/*', 'figures/*']],
      [writer, ['s3:AbortMultipartUpload', 's3:GetObject', 's3:PutObject'], ['downloads/*']],
      [sweep, ['s3:DeleteObject'], ['downloads/*', 'figures/*', 'images/*', 'raw/*', 'results/*', 'snapshots/*']],
      [sweep, ['s3:GetObject', 's3:PutObject'], ['results/*']],
      [sweep, ['s3:ListBucket'], [expect.stringContaining('ImportValue')]],
      ['Runs: begins one', ['s3:ListBucket'], [expect.stringContaining('ImportValue')]],
      ['Runs: begins one', ['s3:PutObject'], ['snapshots/*']],
      ['Runs: executes the next tasks of a plan', ['s3:PutObject'], ['figures/*', 'raw/*']],
    ]);
  });
});

describe('archives', () => {
  it('the bucket tells of each object that asks for an archive, and the function that makes it neither reads nor writes the table', () => {
    const rules = Object.values(resourcesOf(service, 'AWS::Events::Rule')).map(({ Properties }) => Properties);
    const ofBucket = rules.filter(({ EventPattern }) => EventPattern?.source?.includes('aws.s3'));
    const [rule, other] = ofBucket;
    expect(other?.EventPattern.detail.object).toEqual({ key: [{ wildcard: 'downloads/*.export.json' }] });
    expect(rule?.EventPattern['detail-type']).toEqual(['Object Created']);
    expect(rule?.EventPattern.detail.object).toEqual({ key: [{ wildcard: 'downloads/*.request.json' }] });
    const [maker] = functionRoles(service).filter(({ description }) => description.startsWith('Archives:'));
    const actions = maker?.statements.flatMap((statement) => statement.actions) ?? [];
    expect(actions.filter((action) => action.startsWith('dynamodb:'))).toEqual([]);
  });
});
