import { describe, expect, it } from 'vitest';
import { lastTwoOfFlow, runBefore } from '../../../web/statistics/lib/differences/last-two-of-flow.ts';

const run = (execution_id: string, flow_name: string, status = 'completed', chip_id = 'a') => ({
  ...{ execution_id, flow_name, status, chip_id },
});

describe('the last two runs of a flow', () => {
  it('the newest run whose flow completed before is compared with the one just before it', () => {
    const runs = [
      run('6', 'weekly'),
      run('5', 'check', 'failed'),
      run('4', 'check'),
      run('3', 'check', 'cancelled'),
      run('2', 'check'),
      run('1', 'check'),
    ];
    expect(lastTwoOfFlow(runs)).toEqual({ after: runs[2], before: runs[4] });
    expect(lastTwoOfFlow([...runs, run('0', 'weekly')])).toEqual({ after: runs[0], before: run('0', 'weekly') });
  });

  it('a run is compared with the one of its flow and chip that completed last before it', () => {
    const runs = [
      run('5', 'weekly'),
      run('4', 'check', 'failed'),
      run('3', 'check', 'failed'),
      run('2', 'check', 'completed', 'b'),
      run('1', 'weekly'),
      run('0', 'check'),
    ];
    expect(runBefore(runs, '4')).toBe(runs[5]);
    expect(runBefore(runs, '2')).toBeUndefined();
    expect(runBefore(runs, 'unlisted')).toBeUndefined();
  });

  it('runs of two chips are not of one kind', () => {
    expect(lastTwoOfFlow([run('1', 'check'), run('0', 'check', 'completed', 'b')])).toBeUndefined();
  });

  it('flows that completed once are compared with nothing', () => {
    expect(lastTwoOfFlow([run('2', 'weekly'), run('1', 'check'), run('0', 'check', 'failed')])).toBeUndefined();
    expect(lastTwoOfFlow([])).toBeUndefined();
  });
});
