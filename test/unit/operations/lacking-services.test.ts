import { describe, expect, test } from 'vitest';
import { type StackTemplate, servicesOf, withoutServices } from '#scripts/emulator/lib/lacking-services.ts';
import { reportOf } from '#scripts/emulator/lib/localstack-deployment.ts';

type Resources = NonNullable<StackTemplate['Resources']>;

const queue = { Type: 'AWS::SQS::Queue' };
const toQueue = { 'Fn::GetAtt': ['Queue', 'Arn'] };
const bucket = (Properties: Record<string, unknown>) => ({ Type: 'AWS::S3::Bucket', Properties });

/** The resources of one template that remain without queues. */
function keptOf(Resources: Resources) {
  const { templates, leftOut } = withoutServices({ service: { Resources } }, new Set(['sqs']));
  return { kept: templates.service?.Resources ?? {}, leftOut };
}

describe('the services of templates', () => {
  test('each service is named once, as LocalStack names it', () => {
    const Resources = { A: queue, B: queue, C: { Type: 'AWS::ApiGatewayV2::Api' } };
    expect(
      servicesOf({ data: { Resources: { T: { Type: 'AWS::DynamoDB::Table' } } }, service: { Resources } }),
    ).toEqual(['apigatewayv2', 'dynamodb', 'sqs']);
  });
});

describe('templates without a service', () => {
  test('templates that need no lacking service stay the same', () => {
    const templates = { service: { Resources: { Queue: queue }, Outputs: { Q: { Value: toQueue } } } };
    expect(withoutServices(templates, new Set(['kms']))).toEqual({ templates, leftOut: [] });
  });

  test.each([
    ['Ref', { Ref: 'Queue' }],
    ['Fn::GetAtt', toQueue],
    ['Fn::GetAtt in one text', { 'Fn::GetAtt': 'Queue.Arn' }],
    ['Fn::Sub', { 'Fn::Sub': `a \${Queue} b` }],
    ['Fn::Sub of an attribute', { 'Fn::Sub': `a \${Queue.Arn} b` }],
    ['a value of Fn::Sub', { 'Fn::Sub': [`a \${Own} b`, { Own: toQueue }] }],
    ['Fn::Join', { 'Fn::Join': ['', ['a', { Ref: 'Queue' }]] }],
  ])('a resource that refers to what is left out by %s goes too', (_how, reference) => {
    const { kept, leftOut } = keptOf({ Bucket: bucket({ Deep: [{ er: reference }] }), Queue: queue });
    expect(kept).toEqual({});
    expect(leftOut).toEqual([
      { stack: 'service', type: 'AWS::S3::Bucket', name: 'Bucket' },
      { stack: 'service', type: 'AWS::SQS::Queue', name: 'Queue' },
    ]);
  });

  test.each([
    ['a text', 'Queue'],
    ['another name', { Ref: 'QueueOther' }],
    ['a literal of Fn::Sub', { 'Fn::Sub': `\${!Queue}` }],
    ['a name of its own in Fn::Sub', { 'Fn::Sub': [`\${Queue}`, { Queue: 'x' }] }],
  ])('a resource with %s stays', (_what, value) => {
    const Bucket = bucket({ value });
    expect(keptOf({ Bucket, Queue: queue }).kept).toEqual({ Bucket });
  });

  test('what refers to a resource that goes for its reference goes too', () => {
    const { kept } = keptOf({ A: bucket({ of: { Ref: 'B' } }), B: bucket({ of: { Ref: 'Queue' } }), Queue: queue });
    expect(kept).toEqual({});
  });

  test('a resource that only waits for others waits for those that remain', () => {
    const { kept } = keptOf({
      One: { ...bucket({}), DependsOn: 'Queue' },
      Many: { ...bucket({}), DependsOn: ['Queue', 'One'] },
      Queue: queue,
    });
    expect(kept).toEqual({ One: bucket({}), Many: { ...bucket({}), DependsOn: ['One'] } });
  });

  test('a function loses the variables, and stays', () => {
    const withVariables = (Variables: object) => ({
      Type: 'AWS::Lambda::Function',
      Properties: { Environment: { Variables } },
    });
    const { kept, leftOut } = keptOf({ F: withVariables({ URL: toQueue, LEVEL: 'info' }), Queue: queue });
    expect(kept).toEqual({ F: withVariables({ LEVEL: 'info' }) });
    expect(leftOut[0]).toEqual({
      ...{ stack: 'service', type: 'AWS::Lambda::Function', name: 'F' },
      part: 'Environment.Variables.*',
    });
  });

  test('a role loses the statements, and a policy that has no other', () => {
    const role = (...policies: object[][]) => ({
      Type: 'AWS::IAM::Role',
      Properties: { Policies: policies.map((Statement) => ({ PolicyDocument: { Statement } })) },
    });
    const [gone, stays] = [{ Resource: ['*', toQueue] }, { Resource: '*' }];
    expect(keptOf({ Role: role([gone, stays], [gone]), Queue: queue }).kept).toEqual({ Role: role([stays]) });
  });

  test('outputs and exports go, and what another stack imports by them, wherever it is in the list', () => {
    const imported = bucket({ of: { 'Fn::ImportValue': 'data:Queue' } });
    const other = bucket({ of: { 'Fn::ImportValue': 'data:Other' } });
    const { templates, leftOut } = withoutServices(
      {
        service: { Resources: { Imported: imported, Other: other }, Outputs: { Own: { Value: { Ref: 'Imported' } } } },
        data: {
          Resources: { Queue: queue },
          Outputs: {
            Q: { Value: { Ref: 'Queue' }, Export: { Name: 'data:Queue' } },
            Other: { Value: 'x', Export: { Name: 'data:Other' } },
          },
        },
      },
      new Set(['sqs']),
    );
    expect(templates.service).toEqual({ Resources: { Other: other }, Outputs: {} });
    expect(Object.keys(templates.data?.Outputs ?? {})).toEqual(['Other']);
    expect(leftOut.map(({ stack, type, name }) => `${stack} ${type} ${name}`)).toEqual([
      'service AWS::S3::Bucket Imported',
      'service Output Own',
      'data AWS::SQS::Queue Queue',
      'data Output Q',
    ]);
  });
});

describe('the report of a deployment', () => {
  const localStack = { endpoint: 'http://l', edition: 'community', version: '4', services: new Set<string>() };

  test('a report names the services and everything that is left out', () => {
    const entry = { stack: 'service', type: 'AWS::SQS::Queue' };
    const leftOut = [
      { ...entry, name: 'A' },
      { ...entry, name: 'B' },
      { stack: 'service', type: 'AWS::Lambda::Function', name: 'F', part: 'Environment.Variables.*' },
    ];
    expect(reportOf(localStack, { needed: ['lambda', 'sqs'], lacking: ['sqs'], leftOut })).toEqual([
      'LocalStack 4 (edition community) listens at http://l.',
      'The stacks need lambda, sqs. It lacks sqs.',
      'What needs these services is left out, and so is what refers to it:',
      '  service: AWS::SQS::Queue (2): A, B',
      '  service: AWS::Lambda::Function, only Environment.Variables.* (1): F',
    ]);
  });

  test('a report of a LocalStack with everything says so', () => {
    expect(reportOf(localStack, { needed: ['sqs'], lacking: [], leftOut: [] })[1]).toBe(
      'It has all services that the stacks need: sqs.',
    );
  });
});
