import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { type ExportRecord, getExport } from '#shared/devices/store/exports.ts';
import { askForExport } from '#shared/devices/verbs/export/jobs/ask-export.ts';
import type { ExportContext } from '#shared/devices/verbs/export/jobs/export-context.ts';
import { fileKey } from '#shared/devices/verbs/export/jobs/keys.ts';
import { type MakerContext, makeExport } from '#shared/devices/verbs/export/jobs/make-export.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import type { Passing } from '#test/support/engine/interleave.ts';
import { memoryParts } from '#test/support/engine/memory-objects.ts';
import { injectPauses, type Pauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/** The maker of an export dies at the worst moment, and another goes on. */
let verbs: Verbs;
let pauses: Pauses;
let ctx: ExportContext & MakerContext & { parts: ReturnType<typeof memoryParts> };
let record: ExportRecord;
beforeAll(async () => {
  verbs = await startVerbs();
  pauses = injectPauses(verbs.client);
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  const { objects } = verbs.ctx;
  const own = { objects, parts: memoryParts(objects), exports: undefined, downloads: { sign: async () => 'address' } };
  ctx = { ...(await verbs.member('alice')), ...own };
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
  for (const metric of ['t1', 't2_echo'])
    await updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { [metric]: { value: 5 } } });
  record = await askForExport(ctx, { kind: 'samples', format: 'csv', filter: { chipId: 'chip', endAt: undefined } });
});

/** Whether a request writes an item that has a text. */
const writes =
  (text: string) =>
  ({ command, input }: Passing): boolean =>
    command === 'TransactWriteItems' && JSON.stringify(input).includes(text);

const file = () => Buffer.from(verbs.ctx.objects.kept.get(fileKey(record)) ?? []).toString('utf8');
const laterBegun = async () => {
  verbs.now = new Date(verbs.now.getTime() + 3_600_000);
};

test.each([
  ['told of the upload that is begun', { call: writes('"uploadId"'), when: 'after' }],
  ['told of the last part', { call: writes('"export-part"'), when: 'after' }],
  ['put the file together, and told no one', { call: writes('"status":{"S":"ready"}'), when: 'before' }],
] as const)('an export whose maker died when they had %s is ready, with each row once', async (_, at) => {
  const died = await pauses.run({ ...at, dies: true }, () => makeExport(ctx, record), laterBegun);
  expect(died.reached).toBe(true);
  expect(await makeExport(ctx, record)).toBe(false);
  expect(await getExport(ctx.db, ctx.projectId, record.exportId)).toMatchObject({ status: 'ready', rows: 2 });
  const lines = file().split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.split(',')[3]).sort()).toEqual(['t1', 't2_echo']);
});

test('an upload that was begun by who has lost the export by then is given up', async () => {
  await pauses.run(
    { call: writes('"uploadId"'), when: 'before' },
    () => makeExport(ctx, record),
    async () => {
      await laterBegun();
      await makeExport(ctx, record);
    },
  );
  expect(await getExport(ctx.db, ctx.projectId, record.exportId)).toMatchObject({ status: 'ready' });
  expect([...ctx.parts.uploads.keys()]).toEqual([]);
});
