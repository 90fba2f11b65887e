import { describe, expect, it } from 'vitest';
import { gatewayPath } from '#infra/constructs/api-body.ts';
import { byGroup } from '#infra/function-units.ts';
import { groups, routeKey, routeList } from '#shared/api/routes.ts';
import { leaseSeconds } from '#shared/chips/verbs/jobs/jobs.ts';
import { deliveryTimeoutSeconds, sweepTimeoutSeconds } from '#shared/kernel/rules/sweep-seconds.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { flowFunctions } from '#shared/runs/orchestration/flow-run.asl.ts';
import { groupWrites } from '#test/support/stack/group-writes.ts';
import { calledBy, importedApi, importedRoutes } from './api-body.ts';
import { resolved } from './resolved.ts';
import { allowedActions, functionRoles, groupRole, roleStatements } from './roles.ts';
import { everything, onlyResource, type Resource, resourcesOf, synthesize } from './synthesis.ts';

const { service } = synthesize('prod', { context: { search: 'managed' } });
const local = synthesize('local').service;

/** Logical ids of the API of 0.1.0 and of its stage. */
const [formerId, formerStageId] = ['ApiGatewayED308F4C', 'ApiStage4697DF29'];

/** Route key -> description of the Lambda that answers it. */
function routing(template: typeof service): [string, string][] {
  const functions = resourcesOf(template, 'AWS::Lambda::Function');
  return [...importedRoutes(template)].map(([key, integration]) => {
    expect(integration).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST', payloadFormatVersion: '2.0' });
    return [key, functions[calledBy(integration).functionId]?.Properties.Description];
  });
}

describe('routes of the gateway', () => {
  it('the gateway sends each operation to the function of its group, by one route a path of it, and unknown paths to one', () => {
    const found = new Map(routing(service).map(([key, what]) => [key, what.replace(/ \d+ operations$/, '')]));
    const used = new Set(['$default']);
    for (const route of routeList) {
      // API Gateway prefers a route of the method to one of any.
      const keys = [routeKey(route), `ANY ${route.path}`, `ANY ${gatewayPath(route.path)}`];
      const key = keys.find((one) => found.has(one)) ?? 'none';
      used.add(key);
      expect([route.operationId, found.get(key)]).toEqual([route.operationId, `API, ${route.group}:`]);
    }
    expect(new Set(found.keys())).toEqual(used);
    expect(found.get('$default')).toBe('API, system:');
  });

  it('the gateway has less than 260 routes of the 300 that it can have', () => {
    expect(routing(service).length).toBeLessThan(260);
  });

  it('the gateway sends a split-off operation to its own function in one line', () => {
    const grouping = (route: Parameters<typeof byGroup>[0]) =>
      route.operationId === 'getChipMetrics' ? 'chip-metrics' : byGroup(route);
    const split = synthesize('dev', { grouping }).service;
    const target = routing(split).find(([key]) => key === 'GET /metrics/chips/{chip_id}/metrics');
    expect(target?.[1]).toBe('API, chip-metrics: 1 operations');
    expect(allowedActions(groupRole(split, 'chip-metrics'))).not.toContain('dynamodb:PutItem');
  });

  it('the API is one import that fails on a warning, with its name and tags in the document', () => {
    const { api, body } = importedApi(service);
    expect(Object.keys(api.Properties).toSorted()).toEqual(['Body', 'FailOnWarnings']);
    expect(api.Properties.FailOnWarnings).toBe(true);
    expect(body.info.title).toBe('fiducial-prod');
    expect(body.tags).toEqual([
      { name: 'application', 'x-amazon-apigateway-tag-value': 'fiducial' },
      { name: 'environment', 'x-amazon-apigateway-tag-value': 'prod' },
    ]);
    for (const [path, { parameters = [], ...operations }] of Object.entries(body.paths)) {
      const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name);
      expect(parameters.map(({ name }) => name)).toEqual(names);
      for (const { responses } of Object.values(operations)) expect(responses).toHaveProperty('default.description');
    }
  });

  it('with 400 routes the stack has as many resources as now, far below the limit of CloudFormation', () => {
    const more = Array.from({ length: 400 - routing(service).length }, (_, n) => ({
      ...routeList[0],
      operationId: `more${n}`,
      path: `/more-${n}/{chip_id}`,
    })) as unknown as typeof routeList;
    const grown = synthesize('prod', { context: everything, routes: [...routeList, ...more] }).service;
    const now = synthesize('prod', { context: everything }).service;
    const countOf = (template: typeof service) => Object.keys(template.toJSON().Resources).length;
    expect(importedRoutes(grown).size).toBe(400);
    expect(countOf(grown)).toBe(countOf(now));
    expect(countOf(grown)).toBeLessThan(260);
    // CloudFormation takes templates of a megabyte, and CDK indents them.
    expect(JSON.stringify(grown.toJSON(), null, 1).length).toBeLessThan(1_000_000);
  });

  it('a route of two functions stops the synthesis, which names it', () => {
    const twice = { ...routeList[0], operationId: 'twice', group: 'chips' } as unknown as (typeof routeList)[0];
    expect(() => synthesize('dev', { routes: [...routeList, twice] })).toThrow(
      `Two functions serve the route '${routeList[0]?.method.toLowerCase()} ${routeList[0]?.path}'`,
    );
  });

  it('the gateway has one permission a function for all routes, and the former one too', () => {
    const { id } = importedApi(service);
    const sources = Object.values(resourcesOf(service, 'AWS::Lambda::Permission'))
      .filter(({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com')
      .map(({ Properties }) => resolved(Properties.SourceArn));
    const [ours, former] = [id, formerId].map((api) => sources.filter((arn) => arn.endsWith(`:<${api}>/*/*`)));
    expect([ours?.length, former?.length, sources.length]).toEqual([groups.length, groups.length, 2 * groups.length]);
  });

  it('the gateway limits the rate and logs every request in a line of JSON without its path', () => {
    const stages = Object.values(resourcesOf(service, 'AWS::ApiGatewayV2::Stage'));
    expect(stages.map(({ Properties }) => Properties.ApiId.Ref).toSorted()).toEqual(
      [formerId, importedApi(service).id].toSorted(),
    );
    for (const { Properties } of stages) {
      expect(Properties).toMatchObject({ StageName: '$default', AutoDeploy: true });
      expect(Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 });
      const format = JSON.parse(Properties.AccessLogSettings.Format);
      expect(format).toMatchObject({ request_id: '$context.requestId', route: '$context.routeKey' });
      expect(JSON.stringify(format)).not.toMatch(/context\.path|context\.identity\.user\b|authorizer/);
    }
  });
});

describe('the address of the release before', () => {
  it('the former API stays with its stage and log, and forwards every path to the API', () => {
    expect(resourcesOf(service, 'AWS::ApiGatewayV2::Api')[formerId]?.Properties).toMatchObject({
      Name: 'fiducial-prod',
      ProtocolType: 'HTTP',
    });
    expect(resourcesOf(service, 'AWS::ApiGatewayV2::Stage')).toHaveProperty(formerStageId);
    const route = onlyResource(service, 'AWS::ApiGatewayV2::Route');
    const integration = onlyResource(service, 'AWS::ApiGatewayV2::Integration').Properties;
    expect(route.Properties).toMatchObject({ ApiId: { Ref: formerId }, RouteKey: 'ANY /{proxy+}' });
    expect(integration).toMatchObject({ IntegrationType: 'HTTP_PROXY', IntegrationMethod: 'ANY' });
    expect(resolved(integration.IntegrationUri)).toMatch(
      new RegExp(`^https://<${importedApi(service).id}>\\.execute-api\\..*/\\{proxy\\}$`),
    );
  });
});

describe('functions', () => {
  it('functions run Node 24 on arm64 with stated memory and time, each with a role and a log group of its own', () => {
    const functions = Object.values(resourcesOf(service, 'AWS::Lambda::Function'));
    expect(functions).toHaveLength(groups.length + flowFunctions.length + 6 + streamConsumers.length);
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], MemorySize: 1024 });
      expect(Properties.TracingConfig).toBeUndefined();
    }
    const distinct = (pick: (p: Resource['Properties']) => unknown) =>
      new Set(functions.map(({ Properties }) => JSON.stringify(pick(Properties)))).size;
    expect(distinct((p) => p.Role)).toBe(functions.length);
    expect(distinct((p) => p.LoggingConfig.LogGroup)).toBe(functions.length);
  });

  it('the consumers of the stream and what runs on a clock have calls for themselves where the configuration says so, and no other', () => {
    const reservedBy = (context: object) =>
      Object.values(
        resourcesOf(
          synthesize('prod', { context: { ...context, search: 'managed' } }).service,
          'AWS::Lambda::Function',
        ),
      ).flatMap(({ Properties: { Description, ReservedConcurrentExecutions: reserved } }) =>
        reserved === undefined ? [] : [`${reserved} ${Description}`],
      );
    const reserved = reservedBy({ reservedConcurrency: '5' });
    expect(reserved.filter((text) => text.startsWith('5 Stream, '))).toHaveLength(streamConsumers.length);
    const clocks = Object.values(resourcesOf(service, 'AWS::Events::Rule')).filter(
      (r) => r.Properties.ScheduleExpression,
    );
    expect(reserved.filter((text) => text.startsWith('5 '))).toHaveLength(streamConsumers.length + clocks.length);
    expect(reserved).toHaveLength(streamConsumers.length + clocks.length);
    expect(reservedBy({})).toEqual([]);
    // The calls of a queue are no more than what is reserved, and Lambda takes no ceiling below two.
    for (const [reservedConcurrency, ceiling] of [
      ['5', 5],
      ['1', 2],
    ] as const) {
      const { service: limited } = synthesize('prod', { context: { reservedConcurrency } });
      expect(queueMappings(limited).map(({ ScalingConfig }) => ScalingConfig.MaximumConcurrency)).toEqual([
        ceiling,
        ceiling,
      ]);
    }
  });

  it('slices of runs have a ceiling that leaves the API its share, where the quota of the account is known and allows one', () => {
    const ceiling = (context: Record<string, unknown>) =>
      Object.values(resourcesOf(synthesize('prod', { context }).service, 'AWS::Lambda::Function')).find(
        ({ Properties }) => Properties.Description === 'Runs: executes the next tasks of a plan',
      )?.Properties.ReservedConcurrentExecutions;
    expect(ceiling({})).toBeUndefined();
    expect(ceiling({ concurrencyQuota: '10' })).toBeUndefined();
    expect(ceiling({ concurrencyQuota: '1000' })).toBe(180);
  });

  it('functions of the API answer within the time that the gateway waits', () => {
    for (const { Properties } of Object.values(resourcesOf(service, 'AWS::Lambda::Function'))) {
      if (Properties.Description.startsWith('API, ')) expect(Properties.Timeout).toBeLessThan(30);
    }
  });

  it('functions get the variables that the configuration module reads', () => {
    for (const { environment } of functionRoles(service)) {
      expect(environment).toMatchObject({
        ENVIRONMENT: 'prod',
        SERVICE_ADMIN_USERNAME: 'admin',
        CALENDAR_TIMEZONE: 'Asia/Tokyo',
        LOG_LEVEL: 'INFO',
        STORED_FORMS: 'released',
        RESPONSE_CHECK_SHARE: '0.01',
        PROJECT_FILE_BYTES: '50000000000',
        PROJECT_ROWS: '20000000',
        RESULTS_KEPT_MONTHS: '0',
        LIMIT_TABLE_READ_UNITS: '12000',
        LIMIT_TABLE_WRITE_UNITS: '4000',
        LIMIT_PROJECT_SHARE: '0.1',
        LIMIT_USER_SHARE: '0.5',
        LIMIT_STARTS_PER_MINUTE: '60',
        LIMIT_UPLOAD_BYTES_PER_SECOND: '50000000',
        LIMIT_EXPORTS_PER_HOUR: '120',
        LIMIT_ADDRESS_REQUESTS_PER_SECOND: '20',
      });
      expect(environment).not.toHaveProperty('STRICT_RESPONSES');
      expect(environment.TABLE_NAME).toHaveProperty(['Fn::ImportValue']);
    }
    expect(groupRole(service, 'chips').environment.ORIGIN_SECRET).toHaveProperty(['Fn::Join']);
    expect(groupRole(local, 'chips').environment).toMatchObject({ ORIGIN_SECRET: '', STRICT_RESPONSES: 'true' });
  });

  it('every log group keeps its log for as long as configured', () => {
    const retention = (template: typeof service) =>
      new Set(Object.values(resourcesOf(template, 'AWS::Logs::LogGroup')).map((g) => g.Properties.RetentionInDays));
    expect(retention(service)).toEqual(new Set([180]));
    expect(retention(local)).toEqual(new Set([1]));
  });
});

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

describe('schedules of flows', () => {
  const [groupId] = Object.keys(resourcesOf(service, 'AWS::Scheduler::ScheduleGroup'));
  const [roleId, schedulerRole] =
    Object.entries(resourcesOf(service, 'AWS::IAM::Role')).find(([, { Properties }]) =>
      JSON.stringify(Properties.AssumeRolePolicyDocument).includes('scheduler.amazonaws.com'),
    ) ?? [];

  it('schedules are kept in a group of their own, and call one function as a role that only they may take', () => {
    expect(groupId).toBeDefined();
    const [trust] = schedulerRole?.Properties.AssumeRolePolicyDocument.Statement ?? [];
    expect(trust.Condition.StringEquals['aws:SourceAccount']).toEqual({ Ref: 'AWS::AccountId' });
    expect(JSON.stringify(trust.Condition.StringEquals['aws:SourceArn'])).toContain(
      ':schedule-group/fiducial-prod-schedules',
    );
    const statements = roleStatements(service, roleId ?? '');
    expect(statements.flatMap(({ actions }) => actions).toSorted()).toEqual([
      'lambda:InvokeFunction',
      'sqs:SendMessage',
    ]);
    const invoked = JSON.stringify(
      statements.find(({ actions }) => actions.includes('lambda:InvokeFunction'))?.resources,
    );
    expect(invoked).toContain(':function:fiducial-prod-start-scheduled');
  });

  it('firings too late to start anything are delivered as well, and then given up to a queue', () => {
    const [invoke] = Object.entries(resourcesOf(service, 'AWS::Lambda::EventInvokeConfig')).filter(([id]) =>
      id.startsWith('SchedulesTarget'),
    );
    expect(invoke?.[1].Properties).toMatchObject({
      MaximumEventAgeInSeconds: 3600,
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
  });

  it('the group, the target and the sweep alone tell schedules to the scheduler, and may pass its role to it alone', () => {
    const tellers = functionRoles(service).filter((role) =>
      allowedActions(role).some((action) => action.startsWith('scheduler:') || action === 'iam:PassRole'),
    );
    expect(tellers.map(({ description }) => description.split(':')[0]).toSorted()).toEqual([
      'API, schedules',
      'Resumes interrupted imports and deletions, and settles runs that died',
      'Schedules',
    ]);
    for (const { environment, statements } of tellers) {
      expect(environment).toMatchObject({ SCHEDULE_GROUP: 'fiducial-prod-schedules' });
      const pass = statements.find(({ actions }) => actions.includes('iam:PassRole'));
      expect(pass).toMatchObject({
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
        resources: [{ 'Fn::GetAtt': [roleId, 'Arn'] }],
      });
    }
  });
});

/** The mappings from queues; those from the table's stream have no ceiling of calls. */
const queueMappings = (template: typeof service) =>
  Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
    .map(({ Properties }) => Properties)
    .filter(({ ScalingConfig }) => ScalingConfig !== undefined);

describe('the queues of work', () => {
  it.each([
    ['Sweep', 50, sweepTimeoutSeconds],
    ['Deliver', 20, deliveryTimeoutSeconds],
  ] as const)(
    'the function %s is called with the messages that it puts into its own queue',
    (name, ceiling, timeout) => {
      const [[queueId, queue] = []] = Object.entries(resourcesOf(service, 'AWS::SQS::Queue')).filter(([id]) =>
        id.startsWith(name),
      );
      const arn = { 'Fn::GetAtt': [queueId, 'Arn'] };
      const [mapping] = queueMappings(service).filter(
        ({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0] === queueId,
      );
      expect(mapping).toMatchObject({
        EventSourceArn: arn,
        FunctionName: { Ref: expect.stringMatching(`^${name}Function`) },
        BatchSize: 5,
        ScalingConfig: { MaximumConcurrency: ceiling },
        // A message that fails is delivered again alone.
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      expect(queue?.Properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 3600 });
      expect(queue?.Properties.VisibilityTimeout).toBeGreaterThan(timeout);
      const [role] = functionRoles(service).filter(({ logicalId }) => logicalId.startsWith(`${name}Function`));
      expect(role?.environment.WORK_QUEUE_URL).toEqual({ Ref: queueId });
      expect(role?.statements).toContainEqual(
        expect.objectContaining({
          actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:SendMessage'],
          resources: [arn],
        }),
      );
    },
  );

  it('a message that fails three times ends in one encrypted queue, as do clocks that cannot be delivered', () => {
    const queues = resourcesOf(service, 'AWS::SQS::Queue');
    const targets = Object.values(queues).flatMap(({ Properties }) => Properties.RedrivePolicy ?? []);
    const [id] = Object.keys(queues).filter((one) => one.startsWith('WorkDeadLetters'));
    const arn = { 'Fn::GetAtt': [id, 'Arn'] };
    expect(targets).toEqual(Array.from({ length: 2 }, () => ({ deadLetterTargetArn: arn, maxReceiveCount: 3 })));
    expect(queues[id ?? '']?.Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 3600,
    });
  });

  it('no other function may use these queues', () => {
    const users = functionRoles(service).filter(({ statements }) =>
      statements.some(({ actions }) => actions.includes('sqs:ReceiveMessage')),
    );
    expect(users.map(({ logicalId }) => logicalId.replace(/Function.*/, '')).sort()).toEqual(['Deliver', 'Sweep']);
  });
});

describe('what is sent to webhooks', () => {
  it('every minute a function sends to webhooks, and may only write the state of deliveries and what projects use', () => {
    const [[, rule] = []] = Object.entries(resourcesOf(service, 'AWS::Events::Rule')).filter(([id]) =>
      id.startsWith('Deliver'),
    );
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
    const [role] = functionRoles(service).filter(({ description }) => description.startsWith('Sends notifications'));
    const writes = role?.statements.filter(({ actions }) =>
      actions.some((action) => /^dynamodb:(Put|Update|Delete|BatchWrite)/.test(action)),
    );
    expect(writes).toEqual([
      expect.objectContaining({
        actions: ['dynamodb:PutItem'],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['P#*#WEBHOOK', 'P#*#CHAT', 'USER#*#EMAIL'] },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      }),
      expect.objectContaining({
        actions: ['dynamodb:UpdateItem'],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIMIT#*'] },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      }),
    ]);
  });
});

describe('e-mails', () => {
  const sending = (template: typeof service) =>
    functionRoles(template).flatMap(({ description, statements }) =>
      statements
        .filter(({ actions }) => actions.some((action) => action.startsWith('ses:')))
        .map(({ effect, actions, resources, conditions }) => ({
          description,
          ...{ effect, actions, conditions, resources: resources.map(resolved) },
        })),
    );

  it('without a sender no function may send an e-mail', () => {
    expect(sending(service)).toEqual([]);
  });

  it('with a sender what sends every minute may send from that address alone, by its identity or that of its domain', () => {
    const template = synthesize('prod', { context: { emailSender: 'fiducial@example.org' } }).service;
    expect(sending(template)).toEqual([
      {
        description: expect.stringMatching(/^Sends notifications/),
        effect: 'Allow',
        actions: ['ses:SendEmail'],
        resources: ['example.org', 'fiducial@example.org'].map(
          (name) => `arn:aws:ses:eu-central-1:111122223333:identity/${name}`,
        ),
        conditions: { StringEquals: { 'ses:FromAddress': 'fiducial@example.org' } },
      },
    ]);
    for (const { environment } of functionRoles(template))
      expect(environment.EMAIL_SENDER).toBe('fiducial@example.org');
  });

  it('a malformed sender address is refused by name', () => {
    expect(() => synthesize('prod', { context: { emailSender: 'the lab' } })).toThrow(/emailSender/);
  });
});

describe('the sweep', () => {
  /** What the template has of a type below the construct of the sweep. */
  const ofSweep = (type: string) => Object.entries(resourcesOf(service, type)).filter(([id]) => id.startsWith('Sweep'));

  it('the sweep runs every five minutes; what cannot be delivered or fails ends in one encrypted queue', () => {
    const [queueId] = Object.keys(resourcesOf(service, 'AWS::SQS::Queue')).filter((id) =>
      id.startsWith('WorkDeadLetters'),
    );
    const arn = { 'Fn::GetAtt': [queueId, 'Arn'] };
    const [[, rule] = []] = ofSweep('AWS::Events::Rule');
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(5 minutes)', State: 'ENABLED' });
    expect(rule?.Properties.Targets).toHaveLength(1);
    expect(rule?.Properties.Targets[0].DeadLetterConfig.Arn).toEqual(arn);
    const [[, invoke] = []] = ofSweep('AWS::Lambda::EventInvokeConfig');
    expect(invoke?.Properties.DestinationConfig.OnFailure.Destination).toEqual(arn);
    expect(rule?.Properties.Targets[0].Arn['Fn::GetAtt'][0]).toBe(invoke?.Properties.FunctionName.Ref);
  });

  it('the sweep ends before the next one begins', () => {
    const [[, sweep] = []] = ofSweep('AWS::Lambda::Function');
    expect(sweep?.Properties.Timeout).toBeLessThan(300);
    expect(sweep?.Properties.Timeout).toBe(sweepTimeoutSeconds);
  });

  it('the lease of a job outlasts every function that may hold one', () => {
    const holders = Object.values(resourcesOf(service, 'AWS::Lambda::Function')).filter(({ Properties }) =>
      /^(API, |Resumes interrupted)/.test(Properties.Description),
    );
    expect(holders.length).toBeGreaterThan(groups.length);
    for (const { Properties } of holders) expect(Properties.Timeout).toBeLessThan(leaseSeconds);
  });
});
