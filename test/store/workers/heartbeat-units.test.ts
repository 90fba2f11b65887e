import { expect, test } from 'vitest';
import { getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { runKeys } from '#shared/kernel/store/keys.ts';
import { itemBytes } from '#test/bench/item-size.ts';
import { machine, onWorkerRuns, pass, run, verbs, window, worker, working } from './scene.ts';

onWorkerRuns();

/** Length of a task token of Step Functions (API reference, SendTaskSuccess): 1,024 characters at most. */
const tokenLength = 1024;

/** Write calls of the client, by what each of them writes. */
function countWrites(): string[] {
  const writes: string[] = [];
  verbs.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const input = args.input as { Item?: { sk?: { S?: string } }; Key?: { sk?: { S?: string } } };
        if (/^(Put|Update|Delete|Transact|Batch)/.test(commandName) && !commandName.startsWith('BatchGet'))
          writes.push(`${commandName} ${input.Item?.sk?.S ?? input.Key?.sk?.S ?? ''}`);
        return next(args);
      },
    { step: 'initialize', name: 'countWrites', override: true },
  );
  return writes;
}

const lines = { '0': Array.from({ length: 60 }, (_, n): [number, number] => [n, Math.sqrt(n)]) };
const axis = { name: 'delay', unit: 'us' };
const trace = { task: 'CheckT1', qid: '0', stage: 0, attempt: 0, x: axis, y: axis, lines };

test('heartbeats with a trace take at most one write unit each on average, renewals and sightings included', async () => {
  await working();
  const writes = countWrites();
  const beats = 4 * (window / 4 / 2);
  let most = 0;
  for (let n = 0; n < beats; n += 1) {
    pass(2);
    const before = writes.length;
    expect(await worker.beat({ running: true, trace })).toBeUndefined();
    most = Math.max(most, writes.length - before);
  }
  const traces = writes.filter((write) => write.endsWith('TRACE')).length;
  expect(traces).toBeGreaterThan((beats * 3) / 4);
  expect(writes.every((write) => write.startsWith('Put') || write.startsWith('Update'))).toBe(true);
  const pointer = await getItem(verbs.db, runKeys.run(run.projectId, run.flowRunId));
  if (!pointer) throw new Error('no pointer');
  const token = String((pointer.waiting as { token: string }).token).length;
  const unitsOfRenewal = Math.ceil((itemBytes(pointer) - token + tokenLength) / 1024);
  const renewals = writes.filter((write) => write.startsWith('Update')).length;
  expect(renewals).toBe(4);
  // A sighting is less than 1 KB.
  expect(writes.length + renewals * (unitsOfRenewal - 1)).toBeLessThanOrEqual(beats);
  expect(most).toBeLessThanOrEqual(2);
});

test('the first trace of a task is kept at once, and those of a worker with a long pace are all kept', async () => {
  await working();
  const writes = countWrites();
  const kept = () => writes.filter((write) => write.endsWith('TRACE')).length;
  await worker.beat({ running: true, trace });
  expect(kept()).toBe(1);
  for (let n = 0; n < 4; n += 1) {
    pass(window / 4);
    await worker.beat({ trace });
  }
  expect(kept()).toBe(5);
  expect(machine.at(run.flowRunId)).toBe('AwaitWorker');
});
