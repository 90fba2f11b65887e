import { describe, expect, it } from 'vitest';
import { canaryGroups } from '#infra/constructs/canary-release.ts';
import { calledBy, importedRoutes } from './api-body.ts';
import { onlyResource, resourcesOf, synthesize } from './synthesis.ts';

const { service } = synthesize('prod');
const of = (type: string) => Object.entries(resourcesOf(service, type));
const descriptionOf = (functionId: string): string =>
  resourcesOf(service, 'AWS::Lambda::Function')[functionId]?.Properties.Description;

describe('a release of what everybody uses', () => {
  it('the functions of logins, chips and metrics, and no others, are called by an alias that CodeDeploy moves', () => {
    const aliases = of('AWS::Lambda::Alias').map(([, { Properties }]) => descriptionOf(Properties.FunctionName.Ref));
    expect(aliases.map((text) => /^API, (.*):/.exec(text)?.[1]).toSorted()).toEqual([...canaryGroups].toSorted());
    const called = new Map(
      [...importedRoutes(service).values()].map(calledBy).map(({ functionId, alias }) => [functionId, alias]),
    );
    const byAlias = [...called].flatMap(([id, alias]) => (alias === undefined ? [] : [[alias, id]]));
    expect(byAlias.toSorted()).toEqual(
      of('AWS::Lambda::Alias')
        .map(([, { Properties }]) => [Properties.Name, Properties.FunctionName.Ref])
        .toSorted(),
    );
    for (const [id, alias] of of('AWS::Lambda::Alias'))
      expect([id, (alias as { UpdatePolicy?: object }).UpdatePolicy]).toMatchObject([
        id,
        { CodeDeployLambdaAliasUpdate: { ApplicationName: {}, DeploymentGroupName: {} } },
      ]);
  });

  it('a new version has a tenth of the requests for five minutes, and goes back where one alarm begins', () => {
    const groups = of('AWS::CodeDeploy::DeploymentGroup').map(([, { Properties }]) => Properties);
    expect(groups).toHaveLength(canaryGroups.length);
    const alarm = of('AWS::CloudWatch::Alarm').map(([id]) => id);
    for (const group of groups)
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: alarm[0] } }] },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'].map((event) =>
            expect.stringMatching(event.replace(/ON_ALARM|ON_REQUEST/, 'ON_(ALARM|REQUEST)')),
          ),
        },
      });
  });

  it('the alarm of a release counts errors of the aliases and answers of 500 of the gateway, within a minute', () => {
    const { Metrics, Threshold, EvaluationPeriods } = onlyResource(service, 'AWS::CloudWatch::Alarm').Properties;
    const stats = Metrics.flatMap(({ MetricStat }: { MetricStat?: object }) => MetricStat ?? []);
    expect(stats.map(({ Metric }: { Metric: { MetricName: string } }) => Metric.MetricName)).toEqual([
      ...canaryGroups.map(() => 'Errors'),
      '5xx',
    ]);
    expect(stats.every(({ Period, Stat }: { Period: number; Stat: string }) => Period === 60 && Stat === 'Sum')).toBe(
      true,
    );
    const aliased = stats.filter(({ Metric }: { Metric: { Dimensions: { Name: string }[] } }) =>
      Metric.Dimensions.some(({ Name }) => Name === 'Resource'),
    );
    expect(aliased).toHaveLength(canaryGroups.length);
    expect({ Threshold, EvaluationPeriods }).toEqual({ Threshold: 0, EvaluationPeriods: 1 });
  });

  it('without a canary, as in dev, the gateway calls functions by themselves', () => {
    const dev = synthesize('dev').service;
    for (const type of ['AWS::Lambda::Alias', 'AWS::CodeDeploy::DeploymentGroup'])
      expect(resourcesOf(dev, type)).toEqual({});
  });
});
