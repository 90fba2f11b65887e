import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StreamState } from '#local/streams/state-file.ts';

const name = { consumer: 'project', streamArn: 'arn', shardId: 'shard' };

test('the positions of consumers are saved once a second, when asked for and at the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-state-'));
  const file = join(folder, 'streams.db');
  /** What a process would find that starts now. */
  const saved = () => {
    const other = new StreamState(file);
    const cursor = other.cursor(name);
    other.close();
    return cursor;
  };
  let now = 0;
  const state = new StreamState(file, undefined, () => now);
  state.moveCursor(name, { after: '1' });
  now = 999;
  state.moveCursor(name, { after: '2' });
  expect([saved(), state.cursor(name)]).toEqual([{ after: '1' }, { after: '2' }]);
  now = 1000;
  state.moveCursor(name, { after: '3' });
  expect(saved()).toEqual({ after: '3' });
  state.moveCursor(name, { after: '4' });
  state.save();
  expect(saved()).toEqual({ after: '4' });
  state.moveCursor(name, { after: '5' });
  state.close();
  expect(saved()).toEqual({ after: '5' });
  await rm(folder, { recursive: true });
});
