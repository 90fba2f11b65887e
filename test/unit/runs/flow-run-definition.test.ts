import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import {
  type FlowFunction,
  flowFunctionSeconds,
  flowFunctions,
  flowRunDefinition,
  workerWaitSeconds,
} from '#shared/runs/orchestration/flow-run.asl.ts';

describe('the definition of flow-run', () => {
  const arn = (name: string) => `arn:aws:lambda:eu-central-1:111122223333:function:${name}`;
  const functions = Object.fromEntries(flowFunctions.map((name) => [name, arn(name)])) as Record<FlowFunction, string>;
  const definition = flowRunDefinition({ functions, partition: 'aws' });
  const states: Record<
    string,
    { Type: string; Retry?: unknown; Catch?: unknown; TimeoutSeconds?: number; End?: boolean }
  > = definition.States;

  // The validator writes into what it is given.
  const validate = (asl: object) => aslValidator(structuredClone(asl), { checkArn: true, checkPaths: true });

  it('the state machine is valid Amazon States Language', () => {
    const { isValid, errorsText } = validate(definition);
    expect(errorsText('\n')).toBe('');
    expect(isValid).toBe(true);
  });

  it('a definition is refused with a state that nothing leads to, or that leads nowhere', () => {
    const broken = structuredClone(definition) as { States: Record<string, object> };
    broken.States.Forgotten = { Type: 'Succeed' };
    expect(validate(broken).isValid).toBe(false);
    const dangling = structuredClone(definition);
    dangling.States.Begin.Next = 'Runer';
    expect(validate(dangling).isValid).toBe(false);
  });

  it('the state machine has no Map and no JSONata, which the interpreters on one machine do not know', () => {
    expect(JSON.stringify(definition)).not.toMatch(/"Map"|JSONata|QueryLanguage/);
  });

  it('the state machine catches every error of every step in Abort, which retries and catches nothing', () => {
    const tasks = Object.entries(states).filter(([, state]) => state.Type === 'Task');
    for (const [name, state] of tasks.filter(([name]) => name !== 'Abort' && name !== 'StartQueued')) {
      expect([name, state.Catch]).toEqual([
        name,
        [{ ErrorEquals: ['States.ALL'], Next: 'Abort', ResultPath: '$.error' }],
      ]);
    }
    expect(states.Abort).toMatchObject({ Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 20 }] });
    expect(states.Abort?.Catch).toBeUndefined();
  });

  it('a step whose functions are all busy waits for hours before it fails', () => {
    for (const name of ['Begin', 'RunSlice', 'Complete'] as const)
      expect(states[name]?.Retry).toContainEqual(
        expect.objectContaining({
          ErrorEquals: ['Lambda.TooManyRequestsException'],
          MaxAttempts: 1000,
          MaxDelaySeconds: 60,
        }),
      );
  });

  it('after both ends the state machine starts what waits for the lock, and ends well whatever comes of that', () => {
    expect([definition.States.Complete.Next, definition.States.Abort.Next]).toEqual(['StartQueued', 'StartQueued']);
    expect(states.StartQueued).toMatchObject({
      Next: 'Over',
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Over', ResultPath: null }],
    });
    expect(states.Over).toEqual({ Type: 'Succeed' });
  });

  it.each(['AwaitClaim', 'AwaitWorker'] as const)(
    '%s is entered again after what Lambda itself failed with, and never after a wait that is over',
    (name) => {
      const retried = definition.States[name].Retry.flatMap(({ ErrorEquals }) => ErrorEquals);
      const service = [
        'ClientExecutionTimeoutException',
        'ServiceException',
        'AWSLambdaException',
        'SdkClientException',
      ];
      const lambda = [...service, 'TooManyRequestsException', 'Unknown'].map((error) => `Lambda.${error}`);
      expect(retried).toEqual(expect.arrayContaining([...lambda, 'Sandbox.Timedout']));
      expect(retried.filter((error) => error.startsWith('States.') || error.startsWith('Run'))).toEqual([]);
    },
  );

  it('the state machine waits for a function a little longer than Lambda lets it run', () => {
    const functionOf = {
      Begin: 'begin',
      RunSlice: 'run-slice',
      Complete: 'complete',
      Abort: 'abort',
      StartQueued: 'start-queued',
    } as const;
    for (const [name, fn] of Object.entries(functionOf))
      expect(states[name]?.TimeoutSeconds).toBeGreaterThan(flowFunctionSeconds[fn]);
  });

  it('the state machine lasts longer than all waits of a worker together, and ends at last', () => {
    expect(definition.TimeoutSeconds).toBeGreaterThan(workerWaitSeconds.claim + workerWaitSeconds.work);
  });
});
