import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '#infra/config.ts';
import {
  type FlowFunction,
  flowFunctionSeconds,
  flowFunctions,
  flowRunDefinition,
} from '#shared/runs/orchestration/flow-run.asl.ts';
import { stateMachineArn } from '#test/support/aws/deployed-names.ts';
import { resolved } from './resolved.ts';
import { roleStatements } from './roles.ts';
import { onlyResource, resourcesOf, synthesize } from './synthesis.ts';

const { service } = synthesize('prod');
const machine = onlyResource(service, 'AWS::StepFunctions::StateMachine').Properties;

/** Parts of a joined text; a reference by the attribute that it names. */
type Part = string | { Ref: string } | { 'Fn::GetAtt': [string, string] };

const versions = resourcesOf(service, 'AWS::Lambda::Version');

/** The definition as deployed, with `arn:...:function:<logical id>:1` for each version of a function. */
function deployedDefinition() {
  const parts: Part[] = machine.DefinitionString['Fn::Join'][1];
  const text = parts.map((part) => {
    if (typeof part === 'string') return part;
    if (!('Ref' in part)) throw new Error(`${part['Fn::GetAtt'][0]} has no version`);
    const version = versions[part.Ref];
    return version ? `${functionArn}:${version.Properties.FunctionName.Ref}:1` : 'aws';
  });
  return JSON.parse(text.join(''));
}

const functionArn = 'arn:aws:lambda:eu-central-1:111122223333:function';

/** Logical id of the Lambda of a step. */
function lambdaOf(name: string): string {
  const ids = Object.keys(resourcesOf(service, 'AWS::Lambda::Function'));
  const found = ids.filter((id) => id.startsWith(`FlowRun${name.replaceAll('-', '')}Function`));
  if (found.length !== 1) throw new Error(`${found.length} functions for '${name}'`);
  return String(found[0]);
}

describe('the state machine flow-run as deployed', () => {
  const arn = (name: FlowFunction) => `${functionArn}:${lambdaOf(name)}:1`;

  it('the state machine as deployed is the definition that runs on one machine, each step with its own function', () => {
    const functions = Object.fromEntries(flowFunctions.map((name) => [name, arn(name)])) as Record<
      FlowFunction,
      string
    >;
    const deployed = deployedDefinition();
    expect(deployed).toEqual(JSON.parse(JSON.stringify(flowRunDefinition({ functions, partition: 'aws' }))));
    expect(aslValidator(deployed, { checkArn: true, checkPaths: true }).isValid).toBe(true);
  });

  it.each(environmentNames)(
    'the state machine has a name that is known beforehand, of its own in %s',
    (environment) => {
      const { Properties } = onlyResource(synthesize(environment).service, 'AWS::StepFunctions::StateMachine');
      expect(resolved(Properties.StateMachineName)).toBe(`fiducial-${environment}-flow-run-0a1b2c3d`);
      expect(Properties.StateMachineType).toBe('STANDARD');
    },
  );

  it('the state machine logs every event, but not the data, which holds the tokens of waiting states', () => {
    expect(machine.LoggingConfiguration).toMatchObject({ Level: 'ALL', IncludeExecutionData: false });
  });

  it('a version of a step that a later deployment replaces is kept for the runs that began with it', () => {
    const kept = Object.values(versions).filter(({ Properties }) => Properties.FunctionName.Ref.startsWith('FlowRun'));
    expect(kept.map(({ Properties }) => Properties.FunctionName.Ref).toSorted()).toEqual(
      flowFunctions.map(lambdaOf).toSorted(),
    );
    for (const version of kept)
      expect(version).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  });

  it('the state machine may call the functions of its steps, each in every version, and no other', () => {
    const statements = roleStatements(service, machine.RoleArn['Fn::GetAtt'][0]);
    const [invoke, ...rest] = statements;
    expect(invoke?.actions).toEqual(['lambda:InvokeFunction']);
    const arnOf = (name: FlowFunction) => ({ 'Fn::GetAtt': [lambdaOf(name), 'Arn'] });
    const expected = flowFunctions.flatMap((name) => [arnOf(name), { 'Fn::Join': ['', [arnOf(name), ':*']] }]);
    expect(new Set(invoke?.resources.map((one) => JSON.stringify(one)))).toEqual(
      new Set(expected.map((one) => JSON.stringify(one))),
    );
    expect(rest.flatMap(({ actions }) => actions).every((action) => action.startsWith('logs:'))).toBe(true);
  });
});

describe('its functions', () => {
  const functions = resourcesOf(service, 'AWS::Lambda::Function');

  it('functions of the state machine have the time that the definition waits for', () => {
    for (const name of flowFunctions)
      expect([name, functions[lambdaOf(name)]?.Properties.Timeout]).toEqual([name, flowFunctionSeconds[name]]);
  });

  it('functions of the state machine know the bucket only where a run begins and where tasks are run', () => {
    const withBucket = Object.keys(functions).filter(
      (id) => functions[id]?.Properties.Environment.Variables.BUCKET_NAME !== undefined && id.startsWith('FlowRun'),
    );
    expect(withBucket.toSorted()).toEqual([lambdaOf('begin'), lambdaOf('run-slice')].toSorted());
  });
});

describe('a run whose state machine ended without settling it', () => {
  const rules = Object.entries(resourcesOf(service, 'AWS::Events::Rule')).filter(([id]) => id.startsWith('FlowRun'));
  const [rule] = rules.map(([, { Properties }]) => Properties);

  it('a run whose state machine ended without settling it is settled, on every such status of this machine alone', () => {
    expect(rules).toHaveLength(1);
    expect(rule?.EventPattern).toMatchObject({
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
      detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
    });
    expect(resolved(rule?.EventPattern.detail.stateMachineArn[0])).toBe(stateMachineArn);
    expect(rule?.Targets[0].Arn['Fn::GetAtt'][0]).toBe(lambdaOf('run-status-changed'));
  });

  it('settling a run is tried for hours, and what is given up stays in an encrypted queue', () => {
    const [queueId] = Object.keys(resourcesOf(service, 'AWS::SQS::Queue')).filter((id) => id.startsWith('FlowRun'));
    const queue = { 'Fn::GetAtt': [queueId, 'Arn'] };
    expect(rule?.Targets[0]).toMatchObject({
      DeadLetterConfig: { Arn: queue },
      RetryPolicy: { MaximumRetryAttempts: 20 },
    });
    const invoke = Object.entries(resourcesOf(service, 'AWS::Lambda::EventInvokeConfig')).filter(([id]) =>
      id.startsWith('FlowRun'),
    );
    expect(invoke).toHaveLength(1);
    expect(invoke[0]?.[1].Properties.DestinationConfig.OnFailure.Destination).toEqual(queue);
  });
});
