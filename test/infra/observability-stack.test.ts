import { rmSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { environmentNames } from '#infra/config.ts';
import { inAlarms, together } from '#infra/constructs/alarm.ts';
import { createLog, metricDimensions, metricNamespace } from '#shared/kernel/observability.ts';
import { tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { consumerFunction, streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { flowFunctions } from '#shared/runs/orchestration/flow-run.asl.ts';
import { metricsOfDashboard } from '#test/bench/costs/idle-costs.ts';
import prices from '#test/bench/costs/prices.json' with { type: 'json' };
import { resolved } from './resolved.ts';
import { defineApp, onlyResource, type Resource, resourcesOf, synthesize, templateOf } from './synthesis.ts';

const topic = 'arn:aws:sns:eu-central-1:111122223333:lab-alarms';
const all = { search: 'managed', alarmTopicArn: topic };
const template = templateOf(synthesize('prod', { context: all }), 'observability');
const alarms = Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
const of = (metric: string, namespace: string) =>
  alarms.filter((alarm) => alarm.MetricName === metric && alarm.Namespace === namespace);

interface Stat {
  Stat: string;
  Metric: { MetricName: string; Dimensions: { Name: string; Value: unknown }[] };
}

/** What a metric is called, and its dimensions by name. */
interface Measured {
  namespace: string;
  metric: string;
  dimensions: Record<string, unknown>;
}

/** The metrics of an alarm: one, or those of its expression. */
function alarmMetrics(alarm: Resource['Properties']): Measured[] {
  const parts: { MetricStat?: { Metric: Resource['Properties'] } }[] = alarm.Metrics ?? [];
  return [alarm, ...parts.map(({ MetricStat }) => MetricStat?.Metric ?? {})].flatMap((one) =>
    one.MetricName === undefined
      ? []
      : {
          namespace: one.Namespace,
          metric: one.MetricName,
          dimensions: Object.fromEntries(
            (one.Dimensions ?? []).map(({ Name, Value }: { Name: string; Value: unknown }) => [Name, Value]),
          ),
        },
  );
}

/** The metrics of a dashboard: a list of namespace, name, and dimensions by name and value. */
function widgetMetrics(body: unknown): Measured[] {
  const parts: unknown[] = (body as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1];
  const text = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  const { widgets } = JSON.parse(text) as { widgets: { properties: { metrics?: unknown[][] } }[] };
  return widgets.flatMap(({ properties: { metrics = [] } }) =>
    metrics.map(([namespace, metric, ...rest]) => {
      const names = rest.filter((one) => typeof one === 'string');
      const pairs = names.flatMap((name, n) => (n % 2 === 0 ? [[name, names[n + 1]]] : []));
      return { namespace, metric, dimensions: Object.fromEntries(pairs) } as Measured;
    }),
  );
}

/** The one alarm over several metrics of a name, its expression and those metrics. */
function overSeveral(metricName: string) {
  const [found, ...others] = alarms.flatMap((alarm) => {
    const parts: { Expression?: string; MetricStat?: Stat }[] = alarm.Metrics ?? [];
    const stats = parts.flatMap(({ MetricStat }) => MetricStat ?? []);
    const isOf = stats.some(({ Metric }) => Metric.MetricName === metricName);
    return isOf ? [{ alarm, stats, expression: parts.find(({ Expression }) => Expression)?.Expression }] : [];
  });
  if (!found || others.length > 0)
    throw new Error(`${others.length + 1} alarms over several of ${metricName}, not one`);
  return found;
}
const measuredOf = (metricName: string) =>
  new Set(overSeveral(metricName).stats.map(({ Metric }) => JSON.stringify(Metric.Dimensions)));

describe('alarms', () => {
  it('one alarm watches the throttles of all functions of the account, for which one metric is paid', () => {
    expect(of('Throttles', 'AWS/Lambda')).toMatchObject([{ Threshold: 0, Statistic: 'Sum' }]);
    expect(of('Throttles', 'AWS/Lambda')[0]).not.toHaveProperty('Dimensions');
  });

  it('an alarm begins at 80 % of the concurrency of the account, where its quota is set', () => {
    const [alarm] = Object.values(
      resourcesOf(
        templateOf(synthesize('prod', { context: { concurrencyQuota: '1000' } }), 'observability'),
        'AWS::CloudWatch::Alarm',
      ),
    ).filter(({ Properties }) => Properties.MetricName === 'ConcurrentExecutions');
    expect(alarm?.Properties).toMatchObject({ Threshold: 800, Statistic: 'Maximum', Namespace: 'AWS/Lambda' });
    expect(alarm?.Properties.Dimensions).toBeUndefined();
    expect(of('ConcurrentExecutions', 'AWS/Lambda')).toEqual([]);
  });

  it('alarms watch a red search domain, and one that refuses writes or is short of space, where there is one', () => {
    const dimensions = [
      { Name: 'ClientId', Value: { Ref: 'AWS::AccountId' } },
      { Name: 'DomainName', Value: 'fiducial-prod' },
    ];
    expect(of('ClusterStatus.red', 'AWS/ES')).toMatchObject([{ Threshold: 0, Dimensions: dimensions }]);
    const full = alarms.find(({ AlarmDescription }) => AlarmDescription.startsWith('The search domain refuses'));
    expect(full?.Metrics).toMatchObject([
      { Expression: 'MAX([blocked, IF(free < 2560, 1, 0)])' },
      { MetricStat: { Metric: { MetricName: 'ClusterIndexWritesBlocked', Dimensions: dimensions }, Stat: 'Maximum' } },
      { MetricStat: { Metric: { MetricName: 'FreeStorageSpace', Dimensions: dimensions }, Stat: 'Minimum' } },
    ]);
    const without = JSON.stringify(templateOf(synthesize('prod'), 'observability').toJSON());
    expect(without).not.toContain('AWS/ES');
  });

  it('one alarm watches the errors of all steps of runs, whose functions answer no request', () => {
    const steps = alarms.find(({ AlarmDescription }) => AlarmDescription.startsWith('A step of a run'));
    const watched = steps?.Metrics.flatMap(({ MetricStat }: { MetricStat?: Stat }) => MetricStat?.Metric ?? []);
    expect(watched.every(({ MetricName }: Stat['Metric']) => MetricName === 'Errors')).toBe(true);
    expect(new Set(watched.map(({ Dimensions }: Stat['Metric']) => JSON.stringify(Dimensions))).size).toBe(
      // What fails in the function that settles ended runs is a dead letter.
      flowFunctions.length,
    );
    expect(steps).toMatchObject({ Threshold: 0, EvaluationPeriods: 1 });
  });

  it('one alarm begins when no sweep ended well for a quarter of an hour, also where nothing is measured', () => {
    expect(overSeveral('Invocations').expression).toBe('invocations - failures');
    expect(overSeveral('Invocations').alarm).toMatchObject({
      Threshold: 1,
      EvaluationPeriods: 3,
      TreatMissingData: 'breaching',
      ComparisonOperator: 'LessThanThreshold',
    });
    expect(measuredOf('Invocations').size).toBe(1);
  });

  it('one alarm watches every dead-letter queue of the service', () => {
    const { service } = synthesize('prod', { context: all });
    const queues = Object.keys(resourcesOf(service, 'AWS::SQS::Queue')).filter((id) => id.includes('DeadLetters'));
    expect(queues.length).toBe(4 + streamConsumers.length);
    expect(measuredOf('ApproximateNumberOfMessagesVisible').size).toBe(queues.length);
    const { alarm, expression, stats } = overSeveral('ApproximateNumberOfMessagesVisible');
    expect(expression).toBe(`SUM([${queues.map((_, n) => `m${n}`).join(',')}])`);
    expect(stats.every(({ Stat }) => Stat === 'Maximum')).toBe(true);
    expect(alarm).toMatchObject({ Threshold: 0 });
    for (const name of [
      'sweep',
      'deliver',
      'make-archive',
      'start-scheduled',
      ...streamConsumers.map(consumerFunction),
    ])
      expect(alarm.AlarmDescription).toContain(name);
  });

  it('one alarm watches how far each consumer of the stream is behind', () => {
    const { alarm, expression } = overSeveral('IteratorAge');
    expect(measuredOf('IteratorAge').size).toBe(streamConsumers.length);
    expect(expression).toMatch(/^MAX\(/);
    expect(alarm).toMatchObject({ Threshold: 600_000, EvaluationPeriods: 3 });
  });

  it('alarms watch runs that could not be settled or timed out', () => {
    for (const metric of ['ExecutionsFailed', 'ExecutionsTimedOut'])
      expect(of(metric, 'AWS/States')).toMatchObject([{ Threshold: 0, Statistic: 'Sum' }]);
  });

  it('metrics beyond the ten that CloudWatch takes in one alarm come into a second one', () => {
    expect(inAlarms(Array.from({ length: 21 }, (_, n) => n)).map((some) => some.length)).toEqual([10, 10, 1]);
    expect(() => together('SUM', [])).toThrow('1 to 10 metrics');
  });

  it.each([
    ['lockAge', 86_401, 'Seconds', { Threshold: 86_400, Statistic: 'Maximum' }],
    ['schemaMismatches', 1, 'Count', { Threshold: 0, Statistic: 'Sum' }],
  ] as const)(
    'an alarm watches what the functions measure themselves, under the name and dimensions that they write: %s',
    (name, value, unit, watched) => {
      const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      createLog({ logLevel: 'ERROR', environment: 'prod' }).measure(name, value);
      const line = JSON.parse(String(written.mock.lastCall?.[0]));
      written.mockRestore();
      const [{ Namespace, Dimensions, Metrics }] = line._aws.CloudWatchMetrics;
      expect([line[name], Metrics[0].Unit]).toEqual([value, unit]);
      const dimensions = Dimensions[0].toSorted().map((key: string) => ({ Name: key, Value: line[key] }));
      expect(dimensions).toContainEqual({ Name: 'environment', Value: 'prod' });
      expect(of(Metrics[0].Name, Namespace)).toMatchObject([{ ...watched, Dimensions: dimensions }]);
    },
  );

  it('alarms watch answers of 500 and above, and the slowest hundredth of requests', () => {
    expect(of('5xx', 'AWS/ApiGateway')).toMatchObject([{ Threshold: 0, Statistic: 'Sum' }]);
    expect(of('Latency', 'AWS/ApiGateway')).toMatchObject([{ ExtendedStatistic: 'p99', Threshold: 5000 }]);
  });

  it('an alarm watches requests that the table or one of its indexes turns away, reads and writes', () => {
    const stats = overSeveral('ReadThrottleEvents').stats;
    const measured = stats.map(({ Metric: { MetricName, Dimensions } }) => {
      const index = Dimensions.find(({ Name }) => Name === 'GlobalSecondaryIndexName');
      return `${MetricName} ${index?.Value ?? 'table'}`;
    });
    const places = ['table', ...tableDefinition.indexes.map(({ name }) => name)];
    expect(measured.toSorted()).toEqual(
      ['Read', 'Write'].flatMap((kind) => places.map((place) => `${kind}ThrottleEvents ${place}`)).toSorted(),
    );
  });

  it('alarms are quiet without data, but for that of a sweep that did not run, and tell the configured topic when they begin and when they end', () => {
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({
        ...(JSON.stringify(alarm.Metrics ?? '').includes('Invocations')
          ? { TreatMissingData: 'breaching' }
          : { TreatMissingData: 'notBreaching', ComparisonOperator: 'GreaterThanThreshold' }),
        AlarmActions: [topic],
        OKActions: [topic],
      });
      expect(alarm.AlarmDescription.length).toBeGreaterThan(20);
    }
  });

  it('dev has no alarms, which are paid, but the dashboard that shows the same', () => {
    const dev = templateOf(synthesize('dev'), 'observability');
    expect(resourcesOf(dev, 'AWS::CloudWatch::Alarm')).toEqual({});
    expect(Object.keys(resourcesOf(dev, 'AWS::CloudWatch::Dashboard'))).toHaveLength(1);
  });

  it('an address of e-mail is told by a topic that is made for it, which alarms of the account alone may use, by TLS', () => {
    const told = templateOf(synthesize('prod', { context: { alarmEmail: 'ops@lab.example' } }), 'observability');
    expect(onlyResource(told, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'ops@lab.example',
    });
    const statements = onlyResource(told, 'AWS::SNS::TopicPolicy').Properties.PolicyDocument.Statement;
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
    const [subject] = Object.keys(resourcesOf(told, 'AWS::SNS::Topic'));
    for (const { Properties } of Object.values(resourcesOf(told, 'AWS::CloudWatch::Alarm')))
      expect(Properties.AlarmActions).toEqual([{ Ref: subject }]);
  });

  it.each([
    ['prod', {}, true],
    ['prod', { alarmEmail: 'ops@lab.example' }, false],
    ['prod', { alarmTopicArn: topic }, false],
    ['dev', {}, false],
  ])('the synthesis of %s with %j warns of alarms without a recipient: %s', (environment, context, warns) => {
    const { app, observability } = defineApp(environment, { context });
    rmSync(app.outdir, { recursive: true, force: true });
    const warnings = observability?.node.metadata.filter(({ data }) => String(data).includes('set alarmEmail'));
    expect(warnings?.length).toBe(warns ? 1 : 0);
  });

  it('alarms hold no export of another stack, so that a function can go away', () => {
    expect(JSON.stringify(template.toJSON())).toContain('Fn::GetStackOutput');
    expect(JSON.stringify(template.toJSON())).not.toContain('Fn::ImportValue');
  });
});

describe.each(environmentNames.filter((name) => name !== 'local'))('metrics of the service itself in %s', (name) => {
  const { service, observability } = synthesize(name);
  const stacks = [service, ...(observability ? [observability] : [])];
  const own = stacks.flatMap((stack) => [
    ...Object.values(resourcesOf(stack, 'AWS::CloudWatch::Alarm')).flatMap(({ Properties }) =>
      alarmMetrics(Properties),
    ),
    ...Object.values(resourcesOf(stack, 'AWS::CloudWatch::Dashboard')).flatMap(({ Properties }) =>
      widgetMetrics(Properties.DashboardBody),
    ),
  ]);

  it(`every alarm and widget of ${name} over a metric of the service is over that of its environment`, () => {
    const ofService = own.filter(({ namespace }) => namespace === metricNamespace);
    expect(ofService.length).toBeGreaterThanOrEqual(name === 'prod' ? 4 : 2);
    for (const { metric, dimensions } of ofService)
      expect([metric, dimensions]).toEqual([metric, metricDimensions(name)]);
  });

  it(`every other metric of ${name} is of a resource of the environment, but the throttles, which are of the account`, () => {
    const withoutResource = own.filter(({ dimensions }) => Object.keys(dimensions).length === 0);
    expect(new Set(withoutResource.map(({ namespace, metric }) => `${namespace} ${metric}`))).toEqual(
      new Set(['AWS/Lambda Throttles']),
    );
  });
});

describe('the dashboard', () => {
  it('the dashboard of a deployment shows the API, the operations, the functions, the runs, the table and the queue', () => {
    const { DashboardBody, DashboardName } = onlyResource(template, 'AWS::CloudWatch::Dashboard').Properties;
    expect(resolved(DashboardName)).toBe('fiducial-prod-eu-central-1-overview');
    const body = JSON.stringify(DashboardBody);
    for (const part of [
      'AWS/ApiGateway',
      'AWS/Lambda',
      'AWS/DynamoDB',
      'AWS/SQS',
      'AWS/States',
      'lockAge',
      'schemaMismatches',
      'start-scheduled',
      'pct(latencyMilliseconds, 99)',
      'Task timed out',
      'stream-project',
      'sweep',
    ])
      expect(body).toContain(part);
  });

  it('the dashboard has no more metrics than a free one, and no query more log groups than CloudWatch reads', () => {
    const { DashboardBody } = onlyResource(template, 'AWS::CloudWatch::Dashboard').Properties;
    expect(metricsOfDashboard(DashboardBody)).toBeGreaterThan(20);
    expect(metricsOfDashboard(DashboardBody)).toBeLessThanOrEqual(prices.cloudWatch.freeDashboardMetrics);
    const sources = JSON.stringify(DashboardBody)
      .split('properties')
      .map((widget) => widget.split('SOURCE').length - 1);
    expect(Math.max(...sources)).toBeGreaterThan(20);
    expect(Math.max(...sources)).toBeLessThanOrEqual(50);
  });
});

describe('the budget', () => {
  const budgetsOf = (context: Record<string, unknown>) =>
    Object.values(
      resourcesOf(templateOf(synthesize('prod', { context }), 'observability'), 'AWS::Budgets::Budget'),
    ).map(({ Properties }) => Properties);

  it('the address of the alarms is told when an environment costs more than its budget, or will', () => {
    const [budget] = budgetsOf({ alarmEmail: 'ops@lab.example', monthlyBudgetDollars: '120' });
    expect(budget?.Budget).toMatchObject({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 120, Unit: 'USD' },
      CostFilters: { TagKeyValue: ['user:environment$prod'] },
    });
    expect(budget?.NotificationsWithSubscribers).toMatchObject(
      ['ACTUAL', 'FORECASTED'].map((NotificationType) => ({
        Notification: { NotificationType, ComparisonOperator: 'GREATER_THAN', Threshold: 100 },
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'ops@lab.example' }],
      })),
    );
  });

  it('without an address, or with a budget of 0, there is none', () => {
    expect(budgetsOf({})).toEqual([]);
    expect(budgetsOf({ alarmEmail: 'ops@lab.example', monthlyBudgetDollars: '0' })).toEqual([]);
  });
});
