import { describe, expect, it } from 'vitest';
import { advance, minute, onFakeTime, service, start, stepper } from './started-worker.ts';

onFakeTime();

describe('a worker without an answer of the service', () => {
  it.each(['refuse', 'drop'] as const)(
    'a worker goes on through a cut of less than half a window (%s), and neither loses nor doubles a result',
    async (cut) => {
      const { begun, work } = stepper(120);
      start(work);
      await advance(10_000);
      service.network = cut;
      await advance(45_000);
      service.network = 'up';
      await advance(2 * minute);
      expect(begun).toHaveLength(120);
      expect(service.results.map(({ qid }) => Number(qid))).toEqual(Array.from({ length: 120 }, (_, n) => n));
      expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
    },
  );

  it('a worker makes the hardware pause half a window after the last heartbeat that was answered', async () => {
    const { begun, work } = stepper(600);
    start(work);
    await advance(31_000);
    const last = Date.now() - 1000;
    service.network = 'refuse';
    await advance(5 * minute);
    expect(Math.max(...begun)).toBeLessThan(last + minute);
    expect(Math.max(...begun)).toBeGreaterThan(last + minute - 2000);
  });

  it('a worker tells that it has stopped, and all that it had measured, when the network comes back in time', async () => {
    const { begun, work } = stepper(600);
    start(work);
    await advance(10_000);
    service.network = 'refuse';
    await advance(90_000);
    service.network = 'up';
    await advance(minute);
    expect(service.results).toHaveLength(begun.length);
    expect(service.finished).toEqual([
      { status: 'stopped', message: 'The service did not respond for half the worker window' },
    ]);
  });

  it('a worker gives up telling two windows after the last heartbeat, and asks for other work', async () => {
    const { events } = start(stepper(600).work);
    await advance(10_000);
    service.network = 'refuse';
    await advance(6 * minute);
    expect(events.find(({ kind }) => kind === 'finished')).toMatchObject({ accepted: false });
    expect(events.at(-1)).toMatchObject({ kind: 'unanswered' });
    service.network = 'up';
    const before = service.of('claims').length;
    await advance(minute);
    expect(service.of('claims').length).toBeGreaterThan(before);
    expect(service.finished).toEqual([]);
  });

  it('a worker does not begin a step after it was paused for half a window, though no timer has fired', async () => {
    let now = 0;
    const begun: number[] = [];
    start(
      async (run) => {
        for (;;) {
          run.guard();
          begun.push(now);
          // The process is stopped here, and goes on a minute later.
          now += minute;
        }
      },
      { clock: () => now },
    );
    await advance(0);
    expect(begun).toEqual([0]);
    expect(service.finished).toEqual([
      { status: 'stopped', message: 'The service did not respond for half the worker window' },
    ]);
  });
});
