import { ExecutionAlreadyExists, ExecutionDoesNotExist, SFNClient, TaskTimedOut } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stepFunctions } from '#shared/runs/orchestration/step-functions.ts';

const machine = 'arn:aws:states:eu-west-1:123456789012:stateMachine:flow-run';
const input = { project_id: 'p', execution_id: '20250301-000', flow_run_id: 'run-1', runner: 'managed' as const };
const said = { message: 'said so', $metadata: {} };

// No engine makes these errors on demand.
const client = mockClient(SFNClient);
/** Answers the next requests in turn. */
const answer = (...answers: (object | Error)[]) => {
  let next = client.onAnyCommand();
  for (const one of answers) next = one instanceof Error ? next.rejectsOnce(one) : next.resolvesOnce(one);
};
const sent = () => client.calls().map(({ args }) => args[0].input);
let adapter: ReturnType<typeof stepFunctions>;
beforeEach(() => {
  client.reset();
  adapter = stepFunctions(machine, new SFNClient({ region: 'eu-west-1' }));
});
afterAll(() => client.restore());

describe('starting a run', () => {
  test('a start names the execution of the state machine by the run id', async () => {
    answer({});
    await adapter.start(input);
    expect(sent()).toEqual([{ stateMachineArn: machine, name: 'run-1', input: JSON.stringify(input) }]);
  });

  test('a start of what was started before is not an error; any other refusal is', async () => {
    answer(new ExecutionAlreadyExists(said), new Error('throttled'));
    await adapter.start(input);
    await expect(adapter.start(input)).rejects.toThrow('throttled');
  });

  test('a start without an ARN fails', async () => {
    await expect(stepFunctions(undefined).start(input)).rejects.toThrow('STATE_MACHINE_ARN is not set');
    expect(sent()).toEqual([]);
  });
});

describe('a run', () => {
  test.each([
    ['RUNNING', 'running'],
    ['PENDING_REDRIVE', 'running'],
    ['SUCCEEDED', 'succeeded'],
    ['FAILED', 'failed'],
    ['TIMED_OUT', 'timed_out'],
    ['ABORTED', 'aborted'],
  ] as const)('a run whose execution is %s is %s', async (status, expected) => {
    answer({ status });
    expect(await adapter.describe('run-1')).toEqual({ status: expected });
    expect(sent()).toEqual([{ executionArn: 'arn:aws:states:eu-west-1:123456789012:execution:flow-run:run-1' }]);
  });

  test('a run that failed says why; one that is unknown is undefined; what cannot be asked is an error', async () => {
    answer(
      { status: 'FAILED', error: 'States.Runtime', cause: 'no such path' },
      new ExecutionDoesNotExist(said),
      new Error('throttled'),
    );
    expect(await adapter.describe('x')).toEqual({ status: 'failed', reason: 'States.Runtime: no such path' });
    expect(await adapter.describe('x')).toBeUndefined();
    await expect(adapter.describe('x')).rejects.toThrow('throttled');
  });
});

test('a run seen running is not asked about again within the second, one that had ended always', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  answer({ status: 'RUNNING' }, { status: 'RUNNING' }, { status: 'FAILED' }, { status: 'FAILED' });
  expect([await adapter.describe('a'), await adapter.describe('a')]).toEqual([
    { status: 'running' },
    { status: 'running' },
  ]);
  expect(sent()).toHaveLength(1);
  await adapter.describe('b');
  expect(sent()).toHaveLength(2);
  vi.advanceTimersByTime(1000);
  expect([await adapter.describe('b'), await adapter.describe('b')]).toEqual([
    { status: 'failed' },
    { status: 'failed' },
  ]);
  expect(sent()).toHaveLength(4);
  vi.useRealTimers();
});

test('failing a token cuts what is too long, and one whose wait is over is not an error', async () => {
  answer({}, new TaskTimedOut(said), new Error('throttled'));
  await adapter.failToken('token', 'e'.repeat(300), 'c'.repeat(40_000));
  expect(sent()).toEqual([{ taskToken: 'token', error: 'e'.repeat(256), cause: 'c'.repeat(32_768) }]);
  await adapter.failToken('token', 'e', 'c');
  await expect(adapter.failToken('token', 'e', 'c')).rejects.toThrow('throttled');
});

test('completing a token sends its output as JSON, and one whose wait is over is not an error', async () => {
  answer({}, new TaskTimedOut(said), new Error('throttled'));
  await adapter.completeToken('token', { worker: 'fridge-2', fence: 3 });
  expect(sent()).toEqual([{ taskToken: 'token', output: '{"worker":"fridge-2","fence":3}' }]);
  await adapter.completeToken('token', null);
  await expect(adapter.completeToken('token', null)).rejects.toThrow('throttled');
});

test('a heartbeat names its token alone, and one whose wait is over is not an error', async () => {
  answer({}, new TaskTimedOut(said), new Error('throttled'));
  await adapter.heartbeat('token');
  expect(sent()).toEqual([{ taskToken: 'token' }]);
  await adapter.heartbeat('token');
  await expect(adapter.heartbeat('token')).rejects.toThrow('throttled');
});
