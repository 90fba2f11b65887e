import { describe, expect, it } from 'vitest';
import { gatewayPath } from '#infra/constructs/api-body.ts';
import { byGroup } from '#infra/function-units.ts';
import { groups, routeKey, routeList } from '#shared/api/routes.ts';
import { calledBy, importedApi, importedRoutes } from '../api-body.ts';
import { resolved } from '../resolved.ts';
import { allowedActions, groupRole } from '../roles.ts';
import { everything, onlyResource, resourcesOf, synthesize } from '../synthesis.ts';

const { service } = synthesize('prod', { context: { search: 'managed' } });

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
