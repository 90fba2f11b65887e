import { describe, expect, it } from 'vitest';
import { type Resource, synthesize, templateOf } from './synthesis.ts';

type Name = 'web' | 'observability';
const resourcesOfStack = (name: Name, context: Record<string, unknown> = {}) =>
  templateOf(synthesize('prod', { context }), name).toJSON().Resources as Record<string, Resource>;

/** The resources of a stack that take something from the stack `service`. */
const referring = (name: Name) =>
  Object.entries(resourcesOfStack(name))
    .filter(([, resource]) => JSON.stringify(resource).includes('"StackName":"fiducial-prod-service"'))
    .map(([id]) => id);

describe('the stack service, deleted and deployed again', () => {
  it.each(['web', 'observability'] as const)('the service has no export that %s keeps from going away', (name) => {
    expect(JSON.stringify(resourcesOfStack(name))).not.toContain('fiducial-prod-service:Export');
    expect(referring(name).length).toBeGreaterThan(name === 'web' ? 0 : 8);
  });

  it.each(['web', 'observability'] as const)(
    'the service is found anew by all of %s that refers to it, when its generation is raised',
    (name) => {
      const [before, after] = [{}, { serviceGeneration: '2' }].map((context) => resourcesOfStack(name, context));
      const unchanged = referring(name).filter(
        (id) => JSON.stringify(before?.[id]?.Properties) === JSON.stringify(after?.[id]?.Properties),
      );
      expect(unchanged).toEqual([]);
    },
  );

  it('an alarm begins a quarter of an hour after the last sweep, also when nothing of the service is left that could be measured', () => {
    const alarms = Object.values(resourcesOfStack('observability')).filter(
      ({ Type }) => Type === 'AWS::CloudWatch::Alarm',
    );
    const [watch, ...others] = alarms.filter(({ Properties }) => Properties.TreatMissingData === 'breaching');
    expect(others).toEqual([]);
    expect(watch?.Properties).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 3,
    });
    const stats = watch?.Properties.Metrics.flatMap(({ MetricStat }: { MetricStat?: object }) => MetricStat ?? []);
    expect(stats).toMatchObject([
      { Metric: { MetricName: 'Invocations', Namespace: 'AWS/Lambda' }, Period: 300, Stat: 'Sum' },
      { Metric: { MetricName: 'Errors', Namespace: 'AWS/Lambda' }, Period: 300, Stat: 'Sum' },
    ]);
    for (const { Metric } of stats) expect(JSON.stringify(Metric.Dimensions)).toContain('Sweep');
  });
});
