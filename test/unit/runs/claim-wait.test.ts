import { describe, expect, test } from 'vitest';
import {
  awaitsClaim,
  backendOf,
  claimDeadline,
  secondsToClaim,
  unclaimedReason,
  wholeUnits,
  whoWasSeen,
} from '#shared/runs/rules/claim-wait.ts';

const run = { createdAt: '2025-03-01T12:00:00.000Z', status: 'scheduled' as const, backend: 'bench' };
const at = (text: string) => new Date(`2025-03-01T${text}Z`);
const worker = (name: string, ...backends: string[]) => ({
  worker: name,
  backends,
  lastSeenAt: '2025-03-01T11:00:00.000Z',
});

describe('a run that waits for a worker', () => {
  test('a run that waits for a worker waits from its start for as long as it was asked to, ten minutes unless something else was said', () => {
    expect(claimDeadline(run)).toEqual(at('12:10:00'));
    expect(claimDeadline({ ...run, claimTimeoutSeconds: 45 })).toEqual(at('12:00:45'));
  });

  test('a run whose state machine begins late waits for what is left, a second at least', () => {
    expect(secondsToClaim(run, at('12:00:00'))).toBe(600);
    expect(secondsToClaim(run, at('12:09:00.500'))).toBe(60);
    expect(secondsToClaim(run, at('13:00:00'))).toBe(1);
  });

  test('a run that was claimed before and is only taken up again is not hurried', () => {
    expect(secondsToClaim({ ...run, status: 'running' }, at('13:00:00'))).toBe(600);
  });
});

describe('a run', () => {
  test("a run is for the backend of its parameters, else for 'worker'", () => {
    expect([{}, { backend: 'fridge-2' }, { backend: 7 }, { backend: '' }].map(backendOf)).toEqual([
      'worker',
      'fridge-2',
      'worker',
      'worker',
    ]);
  });

  test.each([
    ['of a worker waits until it is claimed', {}, true],
    ['that is claimed does not wait', { status: 'running' as const }, false],
    ['of the service does not wait', { runner: 'managed' as const }, false],
    ['whose cancellation was asked for does not wait', { cancelRequestedAt: '2025-03-01T12:00:00.000Z' }, false],
    ['that is being ended does not wait', { closing: true }, false],
  ])('a run %s', (_, given, waits) => {
    expect(awaitsClaim({ runner: 'worker', status: 'scheduled', ...given })).toBe(waits);
  });
});

describe('who was seen', () => {
  test.each([
    ['no one at all', [], "no worker was seen for backend 'bench'"],
    [
      'others only',
      [worker('a', 'x'), worker('b', 'y', 'x')],
      "no worker was seen for backend 'bench', only for 'x', 'y'",
    ],
    [
      'one for the backend',
      [worker('a', 'x'), worker('b', 'x', 'bench')],
      "workers seen for backend 'bench': 'b' (last seen 2025-03-01T11:00:00.000Z)",
    ],
  ])('who was seen for a backend names %s', (_, workers, text) => {
    expect(whoWasSeen('bench', workers)).toBe(text);
  });

  test('who was seen for a backend names three of many, and says how many more there are', () => {
    const many = Array.from({ length: 50 }, (_, n) => worker(`w${n}`, 'bench'));
    expect(whoWasSeen('bench', many)).toMatch(/^workers seen for backend 'bench': 'w0' .*'w2' \(.*\) and 47 more$/);
  });

  test('why a run has failed that no one claimed says who was seen', () => {
    expect(unclaimedReason({ ...run, claimTimeoutSeconds: 7200 }, [])).toBe(
      "No worker picked up the run within 2 hours: no worker was seen for backend 'bench'",
    );
  });
});

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [60, '1 minute'],
  [3600, '1 hour'],
  [86_400, '24 hours'],
])('%d seconds are %s', (seconds, text) => {
  expect(wholeUnits(seconds)).toBe(text);
});
