import { createClient } from '#shared/api/client.ts';
import { forEachConcurrent } from '#shared/kernel/concurrency.ts';
import { batchWriteItems, chunk } from '#shared/kernel/store/dynamodb/database.ts';
import { chipKeys, noteKeys } from '#shared/kernel/store/keys.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import { measure } from './measure.ts';
import { attachMeter } from './meter.ts';
import { noteCases, seedNotes } from './notes.ts';

/*
 * `npm run bench:notes [count]`: what the notes of a chip cost to read with 1,000 task results on it, and with 500,000
 * (or `count`). Fails unless capacity and round trips are the same; the time is the median of 25 and never judged.
 */

const large = Number(process.argv[2] ?? 500_000);
const small = Math.min(1000, large);
// What is measured is reads: nothing derives anything from what is filled in.
const stack = await startTestStack({ metered: true, config: { strictResponses: false }, consumers: [] });
try {
  const login = await createClient({ baseUrl: `${stack.url}/api` }).login({ body: stack.admin });
  const projectId = login.default_project_id ?? '';
  const token = login.access_token;
  const client = createClient({ baseUrl: `${stack.url}/api`, token: () => token });
  const documents = deviceDocuments('heavy-hex-133', '2026-02-25T06:00:00Z');
  await client.importChip({ body: { format: 'ibm', chip_id: 'c133', documents } });
  await seedNotes(client);
  const meter = attachMeter(stack.client);
  const [read] = noteCases(projectId, 'r-0', { get: [] });
  if (!read) throw new Error('There is no read to measure');
  const contributes = [{ get: [chipKeys.chip(projectId, 'c133')] }, { query: noteKeys.all(projectId, 'c133') }];

  const add = async (from: number, to: number): Promise<void> => {
    const numbers = Array.from({ length: to - from }, (_, n) => from + n);
    await forEachConcurrent(chunk(numbers, 1000), 2, async (part) => {
      const results = part.map((n) =>
        taskResultRecord({
          projectId,
          chipId: 'c133',
          taskId: `r-${n}`,
          qid: String(n % 133),
          executionId: `20260101-${n % 1000}`,
        }),
      );
      await batchWriteItems(
        stack.runtime.db,
        results.map((result) => ({ put: taskResultEntity.encode(result, 1) })),
      );
    });
  };
  const figures = async (results: number) => {
    const { units, trips, items, bodyBytes } = await measure(stack, meter, token, { ...read, contributes });
    const times: number[] = [];
    for (let n = 0; n < 25; n += 1) {
      const before = performance.now();
      await client.getChipNotesSummary({ params: { chip_id: 'c133' }, query: read.query ?? {} });
      times.push(performance.now() - before);
    }
    const median = times.sort((a, b) => a - b)[12] ?? 0;
    console.log(
      `${results} task results: ${units} read units, ${trips} round trips, ${items} items, ${bodyBytes} bytes, ${median.toFixed(1)} ms`,
    );
    return { units, trips, items, bodyBytes };
  };

  await add(0, small);
  const one = await figures(small);
  await add(small, large);
  const other = await figures(large);
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    console.error('notes-summary costs more when the chip has more task results');
    process.exitCode = 1;
  }
} finally {
  await stack.stop();
}
