import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listManualEdits } from '#compat/qdash/verbs/manual-edits.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { listExportRecords } from '#shared/devices/store/exports.ts';
import { askForExport } from '#shared/devices/verbs/export/jobs/ask-export.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/** A request pauses before its write; its key is free after a minute, and its repeat is carried out meanwhile. */
let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
});

const sent = (repeated: boolean): ProjectContext => ({
  ...ctx,
  idempotency: { userId: ctx.actor.user.userId, digest: 'one', forgetAt: 4_000_000_000, repeated },
});

const requests: Record<string, { send: (of: ProjectContext) => Promise<unknown>; done: () => Promise<number> }> = {
  'sets a value by hand': {
    send: (of) => updateParameters(of, { chipId: 'chip', qid: '0', parameters: { t1: { value: 3 } } }),
    done: async () =>
      (await listManualEdits(ctx, { target: { kind: 'qubit', id: '0' } }, { skip: 0, limit: 10 })).records.length,
  },
  'asks for an export': {
    send: (of) => {
      const ports = { objects: verbs.ctx.objects, exports: undefined, downloads: { sign: async () => 'address' } };
      return askForExport({ ...of, ...ports }, { kind: 'samples', format: 'csv', filter: { endAt: undefined } });
    },
    done: async () => (await listExportRecords(ctx.db, ctx.projectId)).length,
  },
};

test.each(Object.entries(requests))(
  'a request that %s and whose repeat was faster does it once, and answers the same',
  async (_, { send, done }) => {
    let repeat: unknown;
    const first = await interleaved(verbs.client, {
      work: () => send(sent(false)),
      meanwhile: async () => {
        verbs.now = new Date(verbs.now.getTime() + 120_000);
        repeat = await send(sent(true));
      },
      where: ({ command }) => command === 'TransactWriteItems',
    });
    expect(await done()).toBe(1);
    expect(first).toEqual(repeat);
  },
);

test.each(Object.entries(requests))(
  'the repeat of a request that %s and died after its write does nothing more',
  async (_, { send, done }) => {
    const first = await send(sent(false));
    expect(await send(sent(true))).toEqual(first);
    expect(await done()).toBe(1);
  },
);
