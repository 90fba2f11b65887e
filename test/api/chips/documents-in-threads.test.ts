import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Client } from '#shared/api/client.ts';
import { lineOf } from '#shared/archives/store/archive-lines.ts';
import { tagEntity } from '#shared/results/store/task-registry.ts';
import { pairDevice } from '../support/pair-device.ts';
import { beginningBody, tinyArchive } from '../support/project-archive.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const isDeployed = Boolean(process.env.FIDUCIAL_URL);
const why = isDeployed ? ' (skipped: the functions run elsewhere)' : '';

describe.skipIf(isDeployed)(`where large documents are worked on${why}`, () => {
  let world: World;
  let owner: Caller;
  let threads: number;
  const count = (_worker: Worker) => {
    threads += 1;
  };
  beforeAll(async () => {
    world = await startWorld();
    owner = await world.register('owner');
    process.on('worker', count);
  });
  beforeEach(() => {
    threads = 0;
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => {
    process.off('worker', count);
    return world.stop();
  });

  type ImportBody = Parameters<Client['importChip']>[0]['body'];

  const at = '2025-01-01T00:00:00.000Z';
  const padding = 'x'.repeat(100_000);
  const pair = pairDevice(50, at);
  const ofGoogle = { name: 'single_qubit_idle_t1_micros', targets: ['3_2'], values: [{ doubleVal: 71.5 }] };
  const ofQibolab = { single_qubits: { 0: { t1: [20_000, 100] }, 1: {} }, two_qubits: {} };
  const ofFiducial = {
    format: 'fiducial-chip',
    version: 1,
    chip: { id: 'two' },
    topology: { id: 'own-2', qubits: { 0: { row: 0, col: 0 }, 1: { row: 0, col: 1 } }, couplings: [[0, 1]] },
    qubits: { 0: { values: { t1: { value: 20, unit: 'us', calibrated_at: at } } } },
    couplings: {},
  };

  /** A document of each format, with more text when it is to be large. */
  const documents: Record<ImportBody['format'], (more: string) => object> = {
    ibm: (more) => ({ ...pair, conf: { ...pair.conf, more } }),
    google: (more) => ({
      calibration: { cirq_type: 'Calibration', metrics: { metrics: [ofGoogle] }, more },
      measured_at: at,
    }),
    qibolab: (more) => ({ calibrations: [{ calibrated_at: at, calibration: ofQibolab, more }], device_name: 'q' }),
    quam: (more) => ({ state: { qubits: { q1: { T1: 2e-5 }, q2: {} }, qubit_pairs: {}, more }, measured_at: at }),
    qubex: (more) => ({
      files: [{ name: 't1.yaml', content: `# ${more}\nmeta:\n  unit: us\ndata:\n  Q00: 20\n  Q01: 30\n` }],
      measured_at: at,
    }),
    oqtopus: (more) => ({
      device: {
        name: 'two',
        qubits: [{ id: 0, physical_id: 0, fidelity: 0.99 }],
        couplings: [],
        calibrated_at: at,
        more,
      },
    }),
    fiducial: (more) => ({ chip: more === '' ? ofFiducial : JSON.stringify({ ...ofFiducial, more }) }),
  };

  it.each(Object.entries(documents))(
    'a large document of the format %s has a thread of its own in preview and import',
    async (format, documentsOf) => {
      const body = (more: string) =>
        ({ format, chip_id: `${format}-${more.length}`, documents: documentsOf(more) }) as ImportBody;

      await owner.api.previewChipImport({ body: body('') });
      expect(threads).toBe(0);
      const preview = await owner.api.previewChipImport({ body: body(padding) });
      expect(threads).toBe(1);
      const imported = await owner.api.importChip({ body: body(padding) });
      expect(threads).toBe(2);
      expect(imported).toMatchObject({ created: true, values: preview.values, warnings: preview.warnings });
      expect(imported.values).toBeGreaterThan(0);
      const again = await owner.api.importChip({ body: body(padding) });
      expect(again).toMatchObject({ values: 0, unchanged: imported.values });
    },
  );

  it.each([
    ['yaml', `a: 1 # ${padding}`],
    ['json', JSON.stringify({ padding })],
  ])('a large text that is checked as %s has a thread of its own', async (file_type, content) => {
    expect((await owner.api.validateFileContent({ body: { content: '{}', file_type } })).valid).toBe(true);
    expect(threads).toBe(0);
    expect((await owner.api.validateFileContent({ body: { content, file_type } })).valid).toBe(true);
    expect(threads).toBe(1);
  });

  it('large files of seed values have a thread of their own', async () => {
    await owner.api.createChip({ body: { chip_id: 'seeds', topology_id: 'linear-2' } });
    const files = [{ name: 'qubit_frequency.yaml', content: `# ${padding}\nmeta:\n  unit: GHz\ndata:\n  Q00: 5\n` }];
    const seeded = await owner.api.importSeedParameters({ body: { chip_id: 'seeds', source: 'qubex_params', files } });
    expect([seeded.imported_count, threads]).toEqual([1, 1]);
  });

  it('others have their turn between the lines of an archive', async () => {
    const archive = tinyArchive(owner, 'lines');
    const { projectId } = archive;
    const tags = Array.from({ length: 300 }, (_, n) => ({
      projectId,
      name: `tag-${n}`,
      username: 'owner',
      createdAt: at,
    }));
    const lines = tags.flatMap((tag) => lineOf(tagEntity.encode(tag, 1)) ?? []);
    const params = { project_id: projectId };
    const admin = world.admin.api;
    const begun = await admin.createProjectImport({ params, body: beginningBody({ ...archive, lines }) });
    const turns = countTurns();
    const read = new Map<string, number>();
    const parse = JSON.parse;
    vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      read.set(text, turns());
      return parse(text, reviver);
    });
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 20;
      return now;
    });
    const body = { import_id: begun.import_id, from: 0, lines };
    await admin.appendProjectImportLines({ params, body });
    vi.restoreAllMocks();
    const between = (read.get(lines.at(-1) ?? '') ?? 0) - (read.get(lines[0] ?? '') ?? 0);
    expect(between).toBeGreaterThanOrEqual(lines.length - 1);
  });
});

/** Counts the turns of this thread from now on, until the test is over. */
function countTurns(): () => number {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  onTestFinished(() => {
    isOver = true;
  });
  turn();
  return () => turns;
}
