import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taskIdOf } from '#shared/runs/rules/task-id.ts';

const flowRunId = '0b6d6b0e-6f6f-4b9a-9c36-3f0f1c5a7d11';

// Tables contain these ids, so the function must keep making the same ones.
test.each([
  [{ stage: 0, task: 'CheckRabi', target: '3', attempt: 1 }, '44e02eec-b256-5623-ada8-d4f5b1871d01'],
  [{ stage: 12, task: 'CheckT1', target: '3-5', attempt: 2 }, '99d052b9-5d8e-5bf9-94ff-2efdd915ef53'],
  [{ stage: 0, task: '', target: '', attempt: 0 }, 'b7b97d5e-f030-5f79-98fa-14aa8d408178'],
  [{ stage: 0, task: 'Kalibrierung ü 量子 😀', target: '0', attempt: 0 }, '19a1fc5a-f8dd-5771-86de-20393642475d'],
])('the task id of %o stays %s', (task, id) => {
  expect(taskIdOf({ flowRunId, ...task })).toBe(id);
});

test('a task id is the UUID of version 5 that RFC 9562 makes of run, stage, task, target and attempt', () => {
  const identity = fc.record({
    flowRunId: fc.uuid(),
    stage: fc.nat(),
    task: fc.string({ unit: 'binary', maxLength: 40 }),
    target: fc.string({ maxLength: 20 }),
    attempt: fc.nat(),
  });
  fc.assert(
    fc.property(identity, ({ flowRunId: run, ...task }) => {
      const name = JSON.stringify([task.stage, task.task, task.target, task.attempt]);
      const namespace = Buffer.from(run.replaceAll('-', ''), 'hex');
      const hash = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
      hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
      hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
      expect(taskIdOf({ flowRunId: run, ...task }).replaceAll('-', '')).toBe(hash.toString('hex'));
    }),
  );
});

test('an id that is not a UUID is refused as a run', () => {
  expect(() => taskIdOf({ flowRunId: 'run-1', stage: 0, task: 'T', target: '', attempt: 0 })).toThrow('Invalid UUID');
});
