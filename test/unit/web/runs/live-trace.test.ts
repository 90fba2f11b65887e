import { describe, expect, it } from 'vitest';
import { axisText, type LiveTrace, linesOf, runningTrace } from '../../../../web/lib/runs/live-trace.ts';

const trace: LiveTrace = {
  ...{ at: '2026-11-26T10:00:00.000Z', task: 'CheckT1', qid: '1', mux_id: null, stage: 0, attempt: 1 },
  ...{ x: { name: 'delay', unit: 'us' }, y: { name: '', unit: '' } },
  lines: { '1': [[0, 1]] },
};
const ended = { name: 'CheckT1', qid: '1', stage: 0, attempt: 1, status: 'completed' } as const;

describe('the live trace of a run', () => {
  it('a live trace is drawn until a result says that its task has ended', () => {
    expect(runningTrace(trace, [])).toBe(trace);
    expect(runningTrace(trace, [{ ...ended, status: 'running' }])).toBe(trace);
    expect(runningTrace(trace, [ended])).toBeUndefined();
    expect(runningTrace(null, [])).toBeUndefined();
  });

  it.each([{ attempt: 0 }, { stage: 1 }, { qid: '2' }, { name: 'CheckT2' }])(
    'a live trace is not ended by another task, target, stage or attempt: %o',
    (other) => {
      expect(runningTrace(trace, [{ ...ended, ...other }])).toBe(trace);
    },
  );

  it('a live trace of a mux ends with the first result of the mux', () => {
    const ofMux = { ...trace, qid: null, mux_id: 0 };
    expect(runningTrace(ofMux, [{ ...ended, mux_id: 1 }])).toBe(ofMux);
    expect(runningTrace(ofMux, [{ ...ended, mux_id: 0 }])).toBeUndefined();
  });

  it('a live trace has its lines in the order of their targets and names its axes with their units', () => {
    const lines = { '10': [], '2': [[1, 2]] };
    expect(linesOf({ lines })).toEqual([
      { target: '2', points: [{ x: 1, y: 2 }] },
      { target: '10', points: [] },
    ]);
    expect([axisText(trace.x, 'x'), axisText(trace.y, 'y')]).toEqual(['delay (us)', 'y']);
  });
});
