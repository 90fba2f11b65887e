import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDeploymentConfig } from '#infra/config.ts';
import { functionRoles, roleStatements } from './roles.ts';
import { everything, onlyResource, resourcesOf, synthesize } from './synthesis.ts';

const tracingLayerArn = 'arn:aws:lambda:eu-central-1:615299751070:layer:AWSOpenTelemetryDistroJs:16';

const partsOf = ({ service }: ReturnType<typeof synthesize>) => ({
  roles: functionRoles(service),
  functions: Object.values(resourcesOf(service, 'AWS::Lambda::Function')).map(({ Properties }) => Properties),
  machine: onlyResource(service, 'AWS::StepFunctions::StateMachine').Properties,
  service,
});
const traced = partsOf(synthesize('prod', { context: { ...everything, tracingLayerArn } }));

describe('tracing (rule DEPLOY-57)', () => {
  it('without a layer nothing is traced, and no role may write traces', () => {
    const { functions, machine, service } = partsOf(synthesize('prod'));
    for (const { TracingConfig, Layers } of functions) expect([TracingConfig, Layers]).toEqual([undefined, undefined]);
    expect(machine.TracingConfiguration).toBeUndefined();
    expect(JSON.stringify(service.toJSON())).not.toMatch(/xray:|OTEL_|AWS_LAMBDA_EXEC_WRAPPER/);
  });

  it('with a layer each function and the state machine are traced, and may write traces', () => {
    const { roles, functions, machine, service } = traced;
    for (const { TracingConfig, Layers, Environment } of functions) {
      expect([TracingConfig, Layers]).toEqual([{ Mode: 'Active' }, [tracingLayerArn]]);
      expect(Environment.Variables).toMatchObject({
        AWS_LAMBDA_EXEC_WRAPPER: '/opt/otel-instrument',
        NODE_OPTIONS: '--enable-source-maps',
      });
    }
    expect(machine.TracingConfiguration).toEqual({ Enabled: true });
    const may = (statements: ReturnType<typeof roleStatements>) =>
      statements.flatMap(({ actions }) => actions.filter((action) => action.startsWith('xray:Put'))).toSorted();
    const writing = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
    expect(roles).toHaveLength(functions.length);
    for (const { statements } of roles) expect(may(statements)).toEqual(writing);
    expect(may(roleStatements(service, machine.RoleArn['Fn::GetAtt'][0]))).toEqual(writing);
  });

  it('the layer records no request that a function sends, since addresses of webhooks and links are secret', () => {
    for (const { Environment } of traced.functions)
      expect(Environment.Variables).toMatchObject({
        OTEL_NODE_ENABLED_INSTRUMENTATIONS: 'aws-lambda',
        OTEL_NODE_DISABLED_INSTRUMENTATIONS: 'http',
      });
  });

  it('the ARN of a layer without its version is refused', () => {
    expect(() => loadDeploymentConfig({ tracingLayerArn: tracingLayerArn.replace(/:16$/, '') }, {})).toThrow(
      'tracingLayerArn is neither empty nor the ARN of a version of a layer',
    );
  });

  it('the API of OpenTelemetry in the bundles is at most the 1.9 of the layer, which would not be found otherwise', () => {
    const { dependencies } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    const [major, minor] = dependencies['@opentelemetry/api'].split('.').map(Number);
    expect([major, minor <= 9]).toEqual([1, true]);
  });
});
