import { expect, test } from 'vitest';
import type { ExecutionStatus } from '#shared/runs/rules/statuses.ts';
import { startGraceSeconds, terminationReason } from '#shared/runs/rules/termination.ts';
import {
  abort,
  acceptsResults,
  begin,
  beginClaimed,
  closeToAbort,
  closeToComplete,
  complete,
  prepare,
  type RunState,
  requestCancel,
  scheduledRun,
  type Transition,
  takeFence,
} from '#shared/runs/rules/transitions.ts';

const state = (status: ExecutionStatus, given: Partial<RunState> = {}): RunState => ({
  ...{ status, fence: 3, closing: false, cancelRequested: false },
  ...given,
});
const states = {
  scheduled: state('scheduled'),
  running: state('running'),
  'to be cancelled': state('running', { cancelRequested: true }),
  'to be cancelled before it began': state('scheduled', { cancelRequested: true }),
  closing: state('running', { closing: true }),
  'closing, to be cancelled': state('running', { closing: true, cancelRequested: true }),
  completed: state('completed', { closing: true }),
  failed: state('failed', { closing: true }),
  cancelled: state('cancelled', { closing: true, cancelRequested: true }),
};
type Name = keyof typeof states;

/** The change by a transition in each state, or the reason of its refusal; a state without either does not change. */
type Outcomes = Partial<Record<Name, Partial<RunState> | string>>;

const ended: Outcomes = { completed: 'ended', failed: 'ended', cancelled: 'ended' };
const stops: Outcomes = {
  ...ended,
  closing: 'ended',
  'to be cancelled': 'cancel-requested',
  'to be cancelled before it began': 'cancel-requested',
  'closing, to be cancelled': 'cancel-requested',
};
const toClose = { closing: true, fence: 4 };
const transitions: [string, (run: RunState) => Transition, Outcomes][] = [
  ['begin', begin, { ...stops, scheduled: { status: 'running' } }],
  ['prepare', prepare, stops],
  [
    'a claim',
    beginClaimed,
    { ...stops, scheduled: { status: 'running', fence: 4 }, running: { status: 'running', fence: 4 } },
  ],
  ['take the fence', takeFence, { ...stops, scheduled: 'not-begun', running: { fence: 4 } }],
  [
    'ask to cancel',
    requestCancel,
    {
      ...{ completed: 'ended', failed: 'ended', scheduled: { cancelRequested: true } },
      ...{ running: { cancelRequested: true }, closing: { cancelRequested: true } },
    },
  ],
  ['close to complete', closeToComplete, { ...stops, closing: {}, scheduled: 'not-begun', running: toClose }],
  [
    'close to abort',
    closeToAbort,
    {
      ...ended,
      ...{ scheduled: toClose, running: toClose },
      ...{ 'to be cancelled': toClose, 'to be cancelled before it began': toClose },
    },
  ],
  [
    'complete',
    complete,
    { ...stops, closing: { status: 'completed' }, scheduled: 'not-begun', running: 'not-closing' },
  ],
  [
    'abort',
    abort,
    {
      ...ended,
      ...{ scheduled: 'not-closing', running: 'not-closing' },
      ...{ 'to be cancelled': 'not-closing', 'to be cancelled before it began': 'not-closing' },
      ...{ closing: { status: 'failed' }, 'closing, to be cancelled': { status: 'cancelled' } },
    },
  ],
];
const cases = transitions.flatMap(([name, transition, outcomes]) =>
  (Object.keys(states) as Name[]).map((of) => ({ name, of, transition, outcome: outcomes[of] ?? {} })),
);

test.each(cases)('$name of a run that is $of', ({ of, transition, outcome }) => {
  const before = states[of];
  const found = transition(before);
  if (typeof outcome === 'string') expect(found).toEqual({ refusal: outcome });
  else expect(found).toEqual({ run: { ...before, ...outcome } });
  // By whether it is another object a caller knows whether to write.
  if ('run' in found && Object.keys(outcome).length === 0) expect(found.run).toBe(before);
});

test('a run begins scheduled, under no fence', () => {
  expect(scheduledRun).toEqual({ status: 'scheduled', fence: 0, closing: false, cancelRequested: false });
});

test('results are taken under the fence of a run that is on, and from no one else', () => {
  const accepting = Object.entries(states).filter(([, run]) => acceptsResults(run, 3));
  expect(accepting.map(([name]) => name)).toEqual(['running']);
  expect([2, 4].filter((fence) => acceptsResults(states.running, fence))).toEqual([]);
});

test.each([
  ['lives', { status: 'running' as const }, 1e6, undefined],
  ['was just started', undefined, startGraceSeconds - 1, undefined],
  ['is not known for a minute', undefined, startGraceSeconds, 'The run is not known to the state machine'],
  ['failed', { status: 'failed' as const, reason: 'out of memory' }, 0, 'The state machine failed: out of memory'],
  ['timed out', { status: 'timed_out' as const }, 0, 'The state machine timed out'],
  ['was stopped', { status: 'aborted' as const }, 0, 'The state machine was stopped'],
  ['is over', { status: 'succeeded' as const }, 0, 'The state machine ended without ending the run'],
])('a run whose state machine %s is dead or not, and why', (_, machine, ageSeconds, reason) => {
  expect(terminationReason(machine, ageSeconds)).toBe(reason);
});

test('a run that no one else can be starting is dead as soon as it is unknown', () => {
  expect(terminationReason(undefined, 0, 0)).toBe('The run is not known to the state machine');
});
