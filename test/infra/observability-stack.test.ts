import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { groups } from '#shared/contract/routes.ts';
import { createLog } from '#shared/observability.ts';
import { flowFunctions } from '#shared/orchestration/flow-run.asl.ts';
import { tableDefinition } from '#shared/store/dynamodb/table.ts';
import { consumerFunction, streamConsumers } from '#shared/store/system/stream-consumers.ts';
import { projectRoot } from '#test/support/stack/processes.ts';
import { resolved } from './resolved.ts';
import { onlyResource, resourcesOf, synthesize, templateOf } from './synthesis.ts';

const topic = 'arn:aws:sns:eu-central-1:111122223333:lab-alarms';
const template = templateOf(synthesize('prod', { context: { alarmTopicArn: topic } }), 'observability');
const alarms = Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
const of = (metric: string, namespace: string) =>
  alarms.filter((alarm) => alarm.MetricName === metric && alarm.Namespace === namespace);

describe('alarms', () => {
  it('alarms watch errors and throttles of every function, the sweep among them', () => {
    const functionsOf = (metric: string) =>
      new Set(of(metric, 'AWS/Lambda').map((alarm) => JSON.stringify(alarm.Dimensions)));
    expect(functionsOf('Errors').size).toBe(groups.length + flowFunctions.length + 5 + streamConsumers.length);
    // One metric of all functions of the account, for which one alarm is paid.
    expect(of('Throttles', 'AWS/Lambda')).toMatchObject([{ Threshold: 0, Statistic: 'Sum' }]);
    expect(of('Throttles', 'AWS/Lambda')[0]).not.toHaveProperty('Dimensions');
  });

  it('alarms watch what the sweep gave up, and a sweep that fails three times in a row', () => {
    expect(of('ApproximateNumberOfMessagesVisible', 'AWS/SQS').map((alarm) => alarm.AlarmDescription)).toContainEqual(
      expect.stringContaining("A run of 'sweep' was given up"),
    );
    const patient = of('Errors', 'AWS/Lambda').filter((alarm) => alarm.EvaluationPeriods === 3);
    expect(patient.map((alarm) => alarm.AlarmDescription)).toEqual([expect.stringContaining('sweep fails')]);
  });

  it('alarms watch archives that were given up', () => {
    expect(of('ApproximateNumberOfMessagesVisible', 'AWS/SQS').map((alarm) => alarm.AlarmDescription)).toContainEqual(
      expect.stringContaining('An archive of figures was given up'),
    );
  });

  it('alarms watch firings of schedules that were given up', () => {
    expect(of('ApproximateNumberOfMessagesVisible', 'AWS/SQS').map((alarm) => alarm.AlarmDescription)).toContainEqual(
      expect.stringContaining('A firing of a schedule was given up'),
    );
  });

  it('alarms watch runs that could not be settled or timed out, and what the status rule gave up', () => {
    for (const metric of ['ExecutionsFailed', 'ExecutionsTimedOut'])
      expect(of(metric, 'AWS/States')).toMatchObject([{ Threshold: 0, Statistic: 'Sum' }]);
    expect(of('ApproximateNumberOfMessagesVisible', 'AWS/SQS')).toHaveLength(5 + streamConsumers.length);
  });

  it('alarms watch what each consumer of the stream gave up, and how far it is behind', () => {
    const described = of('ApproximateNumberOfMessagesVisible', 'AWS/SQS').map((alarm) => alarm.AlarmDescription);
    for (const consumer of streamConsumers) {
      expect(described).toContainEqual(expect.stringContaining(`given up by '${consumerFunction(consumer)}'`));
    }
    const behind = of('IteratorAge', 'AWS/Lambda');
    expect(behind).toHaveLength(streamConsumers.length);
    for (const alarm of behind)
      expect(alarm).toMatchObject({ Threshold: 600_000, Statistic: 'Maximum', EvaluationPeriods: 3 });
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
      const dimensions = Dimensions[0].map((key: string) => ({ Name: key, Value: line[key] }));
      expect(of(Metrics[0].Name, Namespace)).toMatchObject([{ ...watched, Dimensions: dimensions }]);
    },
  );

  it('alarms watch answers of 500 and above, and the slowest hundredth of requests', () => {
    expect(of('5xx', 'AWS/ApiGateway')).toMatchObject([{ Threshold: 0, Statistic: 'Sum' }]);
    expect(of('Latency', 'AWS/ApiGateway')).toMatchObject([{ ExtendedStatistic: 'p99', Threshold: 5000 }]);
  });

  it('an alarm watches requests that the table or one of its indexes turns away, reads and writes', () => {
    const throttles = alarms.filter((alarm) => JSON.stringify(alarm.Metrics ?? '').includes('ThrottleEvents'));
    expect(throttles).toHaveLength(1);
    const stats = throttles.flatMap(({ Metrics }) =>
      Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: object } }) => (MetricStat ? [MetricStat.Metric] : [])),
    );
    const measured = stats.map(({ MetricName, Dimensions }) => {
      const index = Dimensions.find(({ Name }: { Name: string }) => Name === 'GlobalSecondaryIndexName');
      return `${MetricName} ${index?.Value ?? 'table'}`;
    });
    const places = ['table', ...tableDefinition.indexes.map(({ name }) => name)];
    expect(measured.toSorted()).toEqual(
      ['Read', 'Write'].flatMap((kind) => places.map((place) => `${kind}ThrottleEvents ${place}`)).toSorted(),
    );
    // CloudWatch takes no more in one alarm.
    expect(measured.length).toBeLessThanOrEqual(10);
  });

  it('alarms are quiet without data, but for that of a sweep that did not run, and tell the configured topic when they begin and when they end', () => {
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({
        ...(alarm.MetricName === 'Invocations'
          ? { TreatMissingData: 'breaching', ComparisonOperator: 'LessThanThreshold' }
          : { TreatMissingData: 'notBreaching', ComparisonOperator: 'GreaterThanThreshold' }),
        AlarmActions: [topic],
        OKActions: [topic],
      });
      expect(alarm.AlarmDescription.length).toBeGreaterThan(20);
    }
  });

  it('alarms have as many metrics, which are what is paid, as the table of costs says', () => {
    const metricsOf = (environment: string) =>
      Object.values(resourcesOf(templateOf(synthesize(environment), 'observability'), 'AWS::CloudWatch::Alarm'))
        .flatMap(({ Properties }) => Properties.Metrics ?? [{ MetricStat: {} }])
        .filter(({ MetricStat }) => MetricStat !== undefined).length;
    const costs = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
    expect(costs).toContain(`${metricsOf('prod')} metrics in \`prod\`, ${metricsOf('dev')} in \`dev\``);
  });

  it('alarms are only shown where no topic is configured', () => {
    const silent = templateOf(synthesize('dev', { context: { search: 'managed' } }), 'observability');
    const actions = Object.values(resourcesOf(silent, 'AWS::CloudWatch::Alarm')).map((a) => a.Properties.AlarmActions);
    expect(actions.length).toBe(alarms.length);
    expect(actions.every((action) => action === undefined)).toBe(true);
  });

  it('alarms hold no export of another stack, so that a function can go away', () => {
    expect(JSON.stringify(template.toJSON())).toContain('Fn::GetStackOutput');
    expect(JSON.stringify(template.toJSON())).not.toContain('Fn::ImportValue');
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
      'SEARCH(',
      'auth errors',
      'sweep',
    ])
      expect(body).toContain(part);
  });
});
