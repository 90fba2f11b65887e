import { expect } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { listExportRecords } from '#shared/devices/store/exports.ts';
import { askForExport } from '#shared/devices/verbs/export/jobs/ask-export.ts';
import { cancelExport } from '#shared/devices/verbs/export/jobs/cancel-export.ts';
import type { ExportContext } from '#shared/devices/verbs/export/jobs/export-context.ts';
import { fileKey } from '#shared/devices/verbs/export/jobs/keys.ts';
import { type MakerContext, makeExport } from '#shared/devices/verbs/export/jobs/make-export.ts';
import { readExport } from '#shared/devices/verbs/export/jobs/read-exports.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { type MemoryObjects, memoryParts } from '#test/support/engine/memory-objects.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';

interface Scene {
  ctx: ExportContext & MakerContext & { objects: MemoryObjects; parts: ReturnType<typeof memoryParts> };
  /** Of the export that is there; undefined where it is to be asked for. */
  exportId: string | undefined;
}

type Act = (scene: Scene) => Promise<unknown>;

const chipId = 'chip';
/** Metrics of the chip: their values are read, and so are written, one page after the other. */
const metrics = ['t1', 't2_echo', 'qubit_frequency'];

const ask = ({ ctx }: Scene) =>
  askForExport(ctx, { kind: 'samples', format: 'csv', filter: { chipId, endAt: undefined } });
const refOf = ({ ctx, exportId = '' }: Scene) => ({ projectId: ctx.projectId, exportId });
/** A part for each page. */
const make: Act = (scene) => makeExport(scene.ctx, refOf(scene), { partBytes: 1 });
const makeSome: Act = (scene) => makeExport(scene.ctx, refOf(scene), { partBytes: 1, until: new Date(0) });

const acts: Record<string, Act> = {
  'asks for an export': ask,
  'makes an export': make,
  'makes some of an export': makeSome,
  'goes on with an export': make,
  'cancels an export': ({ ctx, exportId = '' }) => cancelExport(ctx, exportId),
};

const others: Record<string, (scene: Scene, act: Act) => Promise<unknown>> = {
  'another does the same': (scene, act) => {
    const { idempotency } = scene.ctx;
    const mark = idempotency && { idempotency: { ...idempotency, repeated: true } };
    return act({ ...scene, ctx: { ...scene.ctx, ...mark } }).catch(() => undefined);
  },
  'another makes some of it and dies': (scene) => makeSome(scene),
  'another makes it': (scene) => make(scene),
  'it is cancelled': ({ ctx, exportId }) =>
    (exportId ? cancelExport(ctx, exportId) : Promise.resolve()).catch(() => undefined),
  'the chip is deleted and made again': async ({ ctx }) => {
    await deleteChip(ctx, chipId, { force: true, permanent: true });
    await createChip(ctx, { chipId, topologyId: 'linear-3' });
    await updateParameters(ctx, { chipId, qid: '2', parameters: { t1: { value: 1 } } });
  },
};

/**
 * Exports of rows. If several holders make one in turn, each row is in the file once, the export is ready or cancelled
 * and never fails, and no upload remains of one that is ready.
 */
export function exportCases({ verbs, pauses }: Stage): HolderCase[] {
  const prepare = async (name: string): Promise<Scene> => {
    await verbs.empty();
    verbs.now = new Date('2025-03-01T12:00:00.000Z');
    const owner = await verbs.member('alice');
    const { objects } = verbs.ctx;
    const own = {
      objects,
      parts: memoryParts(objects),
      exports: undefined,
      downloads: { sign: async () => 'address' },
    };
    const key = { userId: owner.actor.user.userId, digest: 'one', forgetAt: 4_000_000_000, repeated: false };
    const ctx = { ...owner, ...own, idempotency: key };
    await createChip(owner, { chipId, topologyId: 'linear-2' });
    for (const [n, metric] of metrics.entries())
      await updateParameters(owner, { chipId, qid: '0', parameters: { [metric]: { value: n + 1 } } });
    const scene = { ctx, exportId: undefined };
    if (name === 'asks for an export') return scene;
    const { exportId } = await ask(scene);
    if (name === 'goes on with an export') await makeSome({ ctx, exportId });
    return { ctx, exportId };
  };
  return Object.entries(acts).map(([name, act]) => ({
    name,
    others: Object.keys(others),
    visit: async (at, other) => {
      const scene = await prepare(name);
      const { ctx } = scene;
      const paused = await pauses.run(
        at,
        () => act(scene),
        async () => {
          anHourLater({ verbs });
          await others[other]?.(scene, act);
        },
      );
      const [record, ...more] = await listExportRecords(ctx.db, ctx.projectId);
      expect(more).toEqual([]);
      if (!record) {
        // Who asked died before.
        expect(scene.exportId).toBeUndefined();
        return paused;
      }
      anHourLater({ verbs });
      const { exportId } = record;
      // This holder is the last.
      await make({ ctx, exportId });
      const { status, bytes, rows } = await readExport(ctx, exportId);
      const file = ctx.objects.kept.get(fileKey(record));
      if (status === 'cancelled') {
        expect([name, other]).toContainEqual(expect.stringMatching(/cancel/));
        return paused;
      }
      expect(status).toBe('ready');
      // Of one that died the bucket's own rule drops what was begun.
      if (!at.dies) expect(ctx.parts.uploads.size).toBe(0);
      expect(file?.length).toBe(bytes);
      const lines = Buffer.from(file ?? [])
        .toString('utf8')
        .split('\r\n')
        .slice(1, -1);
      expect(lines).toHaveLength(rows);
      const named = lines.map((line) => line.split(',').slice(0, 4).join(' '));
      expect(new Set(named).size).toBe(named.length);
      if (other !== 'the chip is deleted and made again')
        expect(named.toSorted()).toEqual(metrics.map((metric) => `chip qubit 0 ${metric}`).toSorted());
      return paused;
    },
  }));
}
