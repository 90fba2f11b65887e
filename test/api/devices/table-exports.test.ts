import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { getChip } from '#shared/chips/store/chips.ts';
import { type ExportRecord, exportEntity, getExport } from '#shared/devices/store/exports.ts';
import { fileKey } from '#shared/devices/verbs/export/jobs/keys.ts';
import { type MakerContext, makeExport } from '#shared/devices/verbs/export/jobs/make-export.ts';
import { type DiskObjects, diskObjects } from '#shared/kernel/objects/disk.ts';
import { diskParts } from '#shared/kernel/objects/disk-parts.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { archivedMonthEntity } from '#shared/results/store/archived-months.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
const folder = mkdtempSync(join(tmpdir(), 'fiducial-exports-'));
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  const qubits = (n: number) =>
    Object.fromEntries(
      Array.from({ length: 5 }, (_, qid) => [
        qid,
        { t1: [20_000 + 100 * n + qid, 500], t2: [10_000 + n, null], qubit: { frequency_01: 5e9 + n } },
      ]),
    );
  const calibrations = Array.from({ length: 12 }, (_, n) => ({
    calibrated_at: new Date(Date.UTC(2024, n, 3)).toISOString(),
    calibration: { single_qubits: qubits(n), two_qubits: { '0-1': { cz_fidelity: 0.9 + n / 1000 } } },
  }));
  await owner.api.importChip({ body: { format: 'qibolab', chip_id: 'long', documents: { calibrations } } });
  await owner.api.createChip({ body: { chip_id: 'other', topology_id: 'linear-2' } });
  await owner.api.updateCalibrationParameters({
    body: { chip_id: 'other', qid: '0', parameters: { t1: { value: 1e-7 } }, reason: '=1+1, "so"' },
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.stop();
});

type Body = Parameters<Caller['api']['createExport']>[0]['body'];

const ended = async (export_id: string) => {
  const read = () => owner.api.getExport({ params: { export_id } });
  await expect.poll(async () => (await read()).status).not.toMatch(/queued|running/);
  return read();
};
const fileOf = async (body: Body) => {
  const made = await ended((await owner.api.createExport({ body })).export_id);
  const answer = await fetch(new URL(made.link?.url ?? '', world.stack.url));
  return { made, bytes: await answer.arrayBuffer() };
};
const rowsOf = async (body: Omit<Body, 'format'>) =>
  parquetReadObjects({ file: (await fileOf({ ...body, format: 'parquet' } as Body)).bytes });

describe('createExport', () => {
  it('an export of task results names the archived months in its range, which are not in it', async () => {
    const { db } = world.stack.runtime;
    const { projectId } = owner;
    const chip = await getChip(db, projectId, 'other');
    const put = (chipId: string, month: string, isOut: boolean) => {
      const parts = [{ name: 'part', rows: 1, bytes: 1, ...(isOut && { isOut: true as const }) }];
      const record = { projectId, chipId, month, chipCreatedAt: chip?.createdAt ?? '', parts };
      return writeItem(db, {
        put: archivedMonthEntity.encode({ ...record, state: isOut ? 'archived' : 'restored' }, 1),
      });
    };
    for (const month of ['202401', '202403', '202405']) await put('other', month, true);
    await put('other', '202404', false);
    await put('long', '202404', true);
    const range = { start_at: '2024-02-10T00:00:00Z', end_at: '2024-05-01T00:00:00Z' };
    const { made } = await fileOf({ kind: 'task_results', format: 'csv', ...range });
    expect(made.archived_months).toEqual([
      { chip_id: 'other', month: '202403' },
      { chip_id: 'other', month: '202405' },
    ]);
    const samples = await fileOf({ kind: 'samples', format: 'csv', ...range });
    expect(samples.made.archived_months).toEqual([]);
  });

  it('createExport 201: samples become a CSV file with every value, its unit and where it comes from', async () => {
    const { made, bytes } = await fileOf({ kind: 'samples', format: 'csv', chip_id: 'long' });
    const lines = Buffer.from(bytes).toString('utf8').split('\r\n');
    // Of each of the five qubits three metrics and of the pair one, in twelve versions that all differ.
    expect(made).toMatchObject({ status: 'ready', rows: 12 * 16, bytes: bytes.byteLength, message: null });
    expect(lines).toHaveLength(12 * 16 + 2);
    expect(lines[0]).toMatch(
      /^chip_id,target_kind,target_id,metric,measured_at,value,error,unit,faulty,source,simulated,held,/,
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^long,qubit,3,t1,2024-02-03T00:00:00\.000Z,20\.103,0\.5,us,false,import,false,false,/),
    );
    expect(made.link?.file_name).toMatch(/^long-samples-\d{4}-\d\d-\d\d\.csv$/);
  });

  it('createExport 201: a text that a spreadsheet would run is text, and a small number loses nothing', async () => {
    const { bytes } = await fileOf({ kind: 'samples', format: 'csv', chip_id: 'other' });
    const text = Buffer.from(bytes).toString('utf8');
    expect(text).toContain(`"'=1+1, ""so"""`);
    expect(text).toContain(',1e-7,');
  });

  it('createExport 201: Parquet has instants, doubles and flags, and the rows of the CSV', async () => {
    const rows = await rowsOf({ kind: 'samples', chip_id: 'long' });
    expect(rows).toHaveLength(12 * 16);
    expect(rows).toContainEqual(
      expect.objectContaining({
        ...{ target_id: '3', metric: 't1', measured_at: new Date('2024-02-03'), value: 20.103, error: 0.5, unit: 'us' },
        ...{ faulty: false, held: false, excluded: false, simulated: false, source: 'import', task_id: null },
      }),
    );
  });

  it('createExport 201: range, metric and targets leave out what is not wanted; without a chip all chips are in it', async () => {
    const range = { start_at: '2024-03-03T00:00:00Z', end_at: '2024-05-03T00:00:00Z' };
    const some = await rowsOf({ kind: 'samples', chip_id: 'long', metric: 't1', targets: ['1', '4'], ...range });
    const named = some.map(({ target_id, measured_at }) => `${target_id} ${measured_at.toISOString().slice(0, 7)}`);
    expect(named.sort()).toEqual(['1 2024-03', '1 2024-04', '1 2024-05', '4 2024-03', '4 2024-04', '4 2024-05']);
    expect(await rowsOf({ kind: 'samples', chip_id: 'long', task: 'CheckT1' })).toEqual([]);
    const chips = new Set((await rowsOf({ kind: 'samples' })).map(({ chip_id }) => chip_id));
    expect([...chips].sort()).toEqual(['long', 'other']);
  });

  it('createExport 201: task results are those of the task, metric, targets and cool-down that are asked for', async () => {
    const { api } = owner;
    await api.createChip({ body: { chip_id: 'cold', topology_id: 'linear-4' } });
    await api.createCryostat({ body: { cryo_id: 'fridge' } });
    const code =
      "parameters: {bad_target_rate: 0, failure_rate: 0}\nstages:\n  - name: s\n    tasks: [CheckT1, CheckT2Echo]\n    targets: {qubits: ['0', '1']}\n";
    await api.saveFlow({ body: { name: 'check', chip_id: 'cold', code } });
    const run = async () => {
      const { execution_id } = await api.executeFlow({ params: { name: 'check' }, body: {} });
      const status = async () => (await api.getExecution({ params: { execution_id } })).status;
      await expect.poll(status).toBe('completed');
    };
    await run();
    const cooldown = { cooldown_id: 'cd-1', cryo_id: 'fridge', chip_ids: ['cold'] };
    await api.createCooldown({ body: { ...cooldown, started_at: new Date().toISOString() } });
    await run();
    const named = async (more: Partial<Body>) =>
      (await rowsOf({ kind: 'task_results', chip_id: 'cold', ...more }))
        .map(({ task, target_id }) => `${task} ${target_id}`)
        .sort();
    const all = ['CheckT1 0', 'CheckT1 1', 'CheckT2Echo 0', 'CheckT2Echo 1'];
    expect(await named({})).toEqual([...all, ...all].sort());
    expect(await named({ cooldown_id: 'cd-1' })).toEqual(all);
    expect(await named({ task: 'CheckT1', targets: ['1'] })).toEqual(['CheckT1 1', 'CheckT1 1']);
    expect(await named({ metric: 't2_echo', cooldown_id: 'cd-1' })).toEqual(['CheckT2Echo 0', 'CheckT2Echo 1']);
    const before = world.now().toISOString();
    const { bytes, made } = await fileOf({ kind: 'task_results', format: 'csv', chip_id: 'cold', task: 'CheckT1' });
    const [head = '', ...lines] = Buffer.from(bytes).toString('utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect((made.complete_until ?? '') >= before).toBe(true);
    // A value has its unit in a column of its own, which is never empty, in either format.
    expect(head.split(',').slice(-4)).toEqual(['t1_us', 't1_error_us', 't1_unit', 'output_parameters']);
    const rows = await rowsOf({ kind: 'task_results', chip_id: 'cold', task: 'CheckT1' });
    expect(Object.keys(rows[0] ?? {})).toEqual(head.split(','));
    // The four at the end: a message may have commas.
    const read = lines.map((line) => /,([^,]*),[^,]*,us,"\{/.exec(line)?.[1]);
    expect(rows.map((row) => String(row.t1_us))).toEqual(read);
    for (const row of rows) {
      const { t1 } = JSON.parse(row.output_parameters);
      expect([row.t1_us, row.t1_error_us, row.t1_unit]).toEqual([t1.value, t1.error, 'us']);
    }
    // Of all tasks each metric has its columns, and a result those that it measured.
    const mixed = await rowsOf({ kind: 'task_results', chip_id: 'cold' });
    const [echo] = mixed.filter(({ task }) => task === 'CheckT2Echo');
    expect([echo?.t1_us, typeof echo?.t2_echo_us]).toEqual([null, 'number']);
  });

  it('createExport 201: a chip that was made again under its id gives none of the results of the one before', async () => {
    const { api } = owner;
    await api.createChip({ body: { chip_id: 'again', topology_id: 'linear-2' } });
    const code =
      "parameters: {bad_target_rate: 0, failure_rate: 0}\nstages:\n  - name: s\n    tasks: [CheckT1]\n    targets: {qubits: ['0']}\n";
    await api.saveFlow({ body: { name: 'again', chip_id: 'again', code } });
    const { execution_id } = await api.executeFlow({ params: { name: 'again' }, body: {} });
    const status = async () => (await api.getExecution({ params: { execution_id } })).status;
    await expect.poll(status).toBe('completed');
    expect(await rowsOf({ kind: 'task_results', chip_id: 'again' })).toHaveLength(1);
    await api.deleteChip({ params: { chip_id: 'again' }, query: { force: true } });
    await api.createChip({ body: { chip_id: 'again', topology_id: 'linear-2' } });
    expect(await rowsOf({ kind: 'task_results', chip_id: 'again' })).toEqual([]);
  });

  it('createExport 400: an unknown chip or cool-down, an inverted range', async () => {
    const refused = async (more: object) =>
      refusal(owner.api.createExport({ body: { kind: 'samples', format: 'csv', ...more } }));
    expect(await refused({ chip_id: 'none' })).toMatchObject({
      status: 400,
      detail: expect.stringContaining("'none'"),
    });
    expect(await refused({ cooldown_id: 'cd' })).toMatchObject({
      status: 400,
      detail: expect.stringContaining("'cd'"),
    });
    expect(await refused({ start_at: '2025-01-02', end_at: '2025-01-01' })).toMatchObject({ status: 400 });
  });

  it('getExport 404: an export of another project', async () => {
    const { export_id } = await owner.api.createExport({ body: { kind: 'samples', format: 'csv' } });
    const stranger = await world.register('stranger');
    expect((await refusal(stranger.api.getExport({ params: { export_id } }))).status).toBe(404);
    expect((await stranger.api.listExports({})).total).toBe(0);
    await ended(export_id);
  });

  it('listExports 200: the youngest comes first', async () => {
    const { made } = await fileOf({ kind: 'task_results', format: 'csv' });
    const { exports, total } = await owner.api.listExports({ query: { limit: 1 } });
    expect([exports.length, exports[0]?.export_id, (total ?? 0) > 1]).toEqual([1, made.export_id, true]);
  });
});

/** Exports that the test makes itself, step by step. */
describe('makeExport', () => {
  let objects: DiskObjects;
  let number = 0;
  let now = Date.parse('2026-01-01T00:00:00Z');
  beforeAll(() => {
    objects = diskObjects(folder);
  });

  const maker = (more: Partial<MakerContext> = {}): MakerContext => ({
    ...contextOf(world.stack.runtime, 'test'),
    ...{ objects, parts: diskParts(objects), clock: () => new Date(now) },
    ...more,
  });
  const asked = async (format: ExportRecord['format']) => {
    number += 1;
    const exportId = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    const record: ExportRecord = {
      ...{ projectId: owner.projectId, exportId, kind: 'samples', format, status: 'queued' },
      ...{ filter: { chipId: 'long', endAt: '2026-01-01T00:00:00.000Z' }, fileName: 'f', requestedBy: 'owner' },
      ...{ requestedAt: new Date(now).toISOString(), rows: 0, bytes: 0, lastPart: 0 },
    };
    await writeItem(world.stack.runtime.db, { put: exportEntity.encode(record, 1) });
    return record;
  };
  const fileBytes = async (record: ExportRecord) => (await objects.get(fileKey(record))) ?? new Uint8Array();
  const stands = (record: ExportRecord) => getExport(world.stack.runtime.db, record.projectId, record.exportId);
  const whole = async (format: ExportRecord['format']) => {
    const record = await asked(format);
    expect(await makeExport(maker(), record)).toBe(false);
    return fileBytes(record);
  };

  it.each(['csv', 'parquet'] as const)(
    'makeExport goes on in another call from where it was left, and the %s file has the rows of one made at once',
    async (format) => {
      const record = await asked(format);
      let calls = 1;
      // The time is over at once, so each call makes one page. A part is a few hundred bytes, so that there are many.
      while (await makeExport(maker(), record, { until: new Date(now), partBytes: 400 })) calls += 1;
      expect(calls).toBeGreaterThan(10);
      const [made, once] = [await fileBytes(record), await whole(format)];
      if (format === 'csv') expect(Buffer.from(made).equals(Buffer.from(once))).toBe(true);
      else expect(await rowsIn(made)).toEqual(await rowsIn(once));
      expect(await stands(record)).toMatchObject({ status: 'ready', rows: 192, bytes: made.length });
    },
  );

  it('makeExport: a holder that paused past the lease writes nothing more, and the file of the next holder is whole', async () => {
    const record = await asked('csv');
    const slow = diskParts(objects);
    let writes = 0;
    const standing = maker({
      parts: {
        ...slow,
        write: async (upload, part, bytes) => {
          writes += 1;
          if (writes === 3) {
            now += 600_000;
            expect(await makeExport(maker(), record, { partBytes: 900 })).toBe(false);
          }
          return slow.write(upload, part, writes === 3 ? Buffer.from('destroyed') : bytes);
        },
      },
    });
    expect(await makeExport(standing, record, { partBytes: 400 })).toBe(false);
    expect(writes).toBe(3);
    expect(Buffer.from(await fileBytes(record)).equals(Buffer.from(await whole('csv')))).toBe(true);
  });

  it('makeExport: while one process holds an export no other makes it', async () => {
    const record = await asked('csv');
    const parts = diskParts(objects);
    let other: boolean | undefined;
    const watched = {
      ...parts,
      complete: async (...given: Parameters<typeof parts.complete>) => {
        other = await makeExport(
          maker({ parts: { ...parts, begin: () => Promise.reject(new Error('begun')) } }),
          record,
        );
        await parts.complete(...given);
      },
    };
    await makeExport(maker({ parts: watched }), record);
    expect([other, (await stands(record))?.status]).toEqual([false, 'ready']);
  });

  it('cancelExport: what is being made ends at its next step, and leaves no file', async () => {
    const record = await asked('csv');
    expect(await makeExport(maker(), record, { until: new Date(now), partBytes: 400 })).toBe(true);
    const params = { export_id: record.exportId };
    expect(await owner.api.cancelExport({ params })).toMatchObject({ status: 'cancelled', link: null });
    expect(await owner.api.cancelExport({ params })).toMatchObject({ status: 'cancelled' });
    expect(await makeExport(maker(), record)).toBe(false);
    expect(await objects.size(fileKey(record))).toBeUndefined();
    const done = await asked('csv');
    await makeExport(maker(), done);
    expect((await refusal(owner.api.cancelExport({ params: { export_id: done.exportId } }))).status).toBe(409);
  });

  it('makeExport: what cannot be made has failed, with a word to the user who asked', async () => {
    const record = await asked('csv');
    const parts = { ...diskParts(objects), write: () => Promise.reject(new Error('no room')) };
    await expect(makeExport(maker({ parts }), record)).rejects.toThrow('no room');
    expect(await stands(record)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('ask for it again'),
    });
  });
});

describe('getExport', () => {
  it('getExport 200: after a day the file has expired', async () => {
    const { made } = await fileOf({ kind: 'task_results', format: 'csv' });
    world.advance(90_000);
    const { username, password } = owner;
    const { access_token } = await world.client(undefined).login({ body: { username, password } });
    const gone = await world.client(access_token, owner.projectId).getExport({ params: { export_id: made.export_id } });
    expect(gone).toMatchObject({ status: 'expired', link: null });
  });
});

const rowsIn = (bytes: Uint8Array) => parquetReadObjects({ file: new Uint8Array(bytes).buffer });
