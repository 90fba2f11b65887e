import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../api/support/world.ts';
import { dumpDocuments } from '../support/qdash/dump/documents.ts';
import { type Doc, projectId } from '../support/qdash/dump/fields.ts';
import { password } from '../support/qdash/dump/people.ts';
import { writeDump } from '../support/qdash/dump/write.ts';
import { runCliProcess } from './run-cli.ts';

/** Task results of the dump; `npm run test:qdash` sets it to 50,000. */
const results = Number(process.env.QDASH_RESULTS ?? 0);
const why = results === 0 ? ' (skipped: QDASH_RESULTS is not set)' : '';
const size = { results, days: 30 };
const reads = 1000;

let folder: string;
let world: World;
beforeAll(async () => {
  if (results === 0) return;
  folder = await mkdtemp(join(tmpdir(), 'fiducial-qdash-'));
  world = await startWorld();
});
afterAll(async () => {
  await world?.stop();
  if (folder) await rm(folder, { recursive: true });
});

/** What QDash's API says of a number: 0 for NaN. */
const answered = (value: unknown) => (typeof value === 'number' && !Number.isFinite(value) ? 0 : value);

test.skipIf(results === 0)(
  `a dump with years of task results is imported, and 1,000 reads of results say what the dump says${why}`,
  async () => {
    const dump = join(folder, 'dump');
    await writeDump(dump, size);
    const began = Date.now();
    const env = { FIDUCIAL_URL: world.stack.url, FIDUCIAL_TOKEN: world.admin.token };
    const imported = await runCliProcess(['import', '--from', 'qdash', dump, '--json'], env);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const { projects } = JSON.parse(imported.stdout);
    process.stdout.write(
      `${results} results: ${JSON.stringify(projects)} in ${Math.round((Date.now() - began) / 1000)} s\n`,
    );
    const { access_token } = await world.client(undefined).login({ body: { username: 'anna', password } });
    const anna = world.client(access_token, projectId);
    const every = Math.max(1, Math.floor(results / reads));
    let n = 0;
    let compared = 0;
    for (const [collection, doc] of dumpDocuments(size)) {
      if (collection !== 'task_result_history') continue;
      n += 1;
      if (n % every !== 0) continue;
      const read = await anna.getTaskResult({ params: { task_id: String(doc.task_id) } });
      expect(read).toMatchObject({
        ...{ task_name: doc.name, execution_id: doc.execution_id, chip_id: doc.chip_id, username: doc.username },
        ...{ figure_path: doc.figure_path, json_figure_path: doc.json_figure_path, tags: doc.tags },
        start_at: (doc.start_at as Date).toISOString(),
      });
      for (const [metric, model] of Object.entries(doc.output_parameters as Record<string, Doc>))
        if (typeof model.value === 'number')
          expect(read.output_parameters).toMatchObject({
            [metric]: { value: answered(model.value), unit: model.unit },
          });
      compared += 1;
    }
    expect(compared).toBeGreaterThanOrEqual(Math.min(reads, results));
    const list = await anna.listTaskResults({ query: { chip_id: 'alpha', limit: 1 } });
    expect(list.total).toBe(results);
    const before = await world.scan();
    expect((await runCliProcess(['import', '--from', 'qdash', dump, '--json'], env)).code).toBe(0);
    expect(await world.scan()).toEqual(before);
  },
  3_600_000,
);
