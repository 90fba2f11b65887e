import { describe, expect, it } from 'vitest';
import { failuresByReason } from '../../../../web/runs/lib/failures.ts';

const failed = (qid: string, message: string, name = 'CheckT1') => ({ qid, name, message, status: 'failed' });

describe('the failures of a run', () => {
  it('failures are gathered by what their messages say but for numbers, the commonest reason first', () => {
    const tasks = [
      failed('3', 'no peak between 4.1 and 4.9 GHz'),
      failed('7', 'R² value too low: 0.39'),
      { qid: '8', name: 'CheckT1', message: 'R² 0.993', status: 'completed' },
      failed('9', 'CheckRabi R² value too low: −0.12', 'CheckRabi'),
      failed('2', ''),
    ];
    expect(failuresByReason(tasks).map(({ reason, tasks: own }) => [reason, own.map(({ qid }) => qid)])).toEqual([
      ['R² value too low', ['7', '9']],
      ['no peak between 4.1 and 4.9 GHz', ['3']],
      ['No reason given', ['2']],
    ]);
  });

  it('a reason that says one number alone keeps it', () => {
    expect(failuresByReason([failed('1', 'timeout after 60 s'), failed('2', 'timeout after 60 s')])).toMatchObject([
      { reason: 'timeout after 60 s' },
    ]);
  });
});
