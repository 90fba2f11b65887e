/**
 * `node test/bench/export-memory.ts [rows] [csv|parquet]`: what an export of many samples takes. A chip of 144 qubits is filled with
 * them, 500,000 unless told; then they are written to a file by way of S3's writes in parts, and the seconds, the bytes and
 * what lives in this process with each part (after a collection, under `--expose-gc`) are printed. The server that stands in for S3 is a process of its own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { S3Client } from '@aws-sdk/client-s3';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { type ExportRecord, exportEntity, getExport } from '#shared/devices/store/exports.ts';
import { type MakerContext, makeExport } from '#shared/devices/verbs/export/jobs/make-export.ts';
import { s3Objects } from '#shared/kernel/objects/s3.ts';
import { s3Parts } from '#shared/kernel/objects/s3-parts.ts';
import { batchWriteItems, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { taskSamplesEntity } from '#shared/values/store/task-samples.ts';
import { startVerbs } from '#test/support/engine/verbs.ts';

const rows = Number(process.argv[2] ?? 500_000);
const format = process.argv[3] === 'parquet' ? 'parquet' : 'csv';
const [qubits, metrics] = [144, ['t1', 't2_echo', 'average_readout_fidelity', 'x90_gate_fidelity']];

if (process.argv[2] === 'serve') await serve();
else await measure();

/** Stands in for S3, in a process of its own, until its parent goes. */
async function serve(): Promise<void> {
  const { startFakeS3 } = await import('#test/support/aws/fake-s3.ts');
  const s3 = await startFakeS3();
  const { hostname, port, protocol } = (await s3.client.config.endpoint?.()) ?? { hostname: '', port: 0, protocol: '' };
  process.send?.(`${protocol}//${hostname}:${port}`);
  process.once('disconnect', () => process.exit());
}

async function measure(): Promise<void> {
  const server = fork(new URL(import.meta.url), ['serve']);
  const [endpoint] = (await once(server, 'message')) as [string];
  const client = new S3Client({
    ...{ endpoint, region: 'eu-central-1', forcePathStyle: true },
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  const verbs = await startVerbs();
  const ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'large', topologyId: `square-lattice-mux-${qubits}` });
  const begun = performance.now();
  await fill(ctx);
  const filled = performance.now();
  console.log(`${rows} samples in the table after ${seconds(filled - begun)} s`);
  const maker: MakerContext = {
    ...ctx,
    objects: s3Objects('bucket', client),
    parts: watched(s3Parts('bucket', client)),
  };
  const record: ExportRecord = {
    ...{ projectId: ctx.projectId, exportId: 'measured', kind: 'samples', format, fileName: 'f', requestedBy: 'alice' },
    ...{ filter: { chipId: 'large', endAt: '2100-01-01T00:00:00.000Z' }, requestedAt: ctx.clock().toISOString() },
    ...{ status: 'queued', rows: 0, bytes: 0, lastPart: 0 },
  };
  await writeItem(verbs.db, { put: exportEntity.encode(record, 1) });
  report('before');
  await makeExport(maker, record);
  report('after');
  const made = await getExport(verbs.db, ctx.projectId, record.exportId);
  const took = (performance.now() - filled) / 1000;
  console.log(`${made?.status}: ${made?.rows} rows, ${made?.bytes} bytes of ${format} in ${took.toFixed(1)} s`);
  client.destroy();
  server.disconnect();
  await verbs.stop();
}

/** Task samples by the minute, each of all metrics of a qubit. */
async function fill({
  db,
  projectId,
}: Awaited<ReturnType<Awaited<ReturnType<typeof startVerbs>>['member']>>): Promise<void> {
  const of = { projectId, chipId: 'large', task: 'CheckT1' };
  const months = new Set<string>();
  const results = Math.ceil(rows / metrics.length);
  for (let first = 0; first < results; first += 2500) {
    const items = Array.from({ length: Math.min(2500, results - first) }, (_, n) => first + n).map((n) => {
      const at = new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString();
      months.add(at.slice(0, 7).replace('-', ''));
      const values = Object.fromEntries(
        metrics.map((metric, m) => [metric, { value: 40 + Math.sin(n + m), error: 0.5, unit: 'us' }]),
      );
      const target = { kind: 'qubit' as const, id: String(n % qubits) };
      const ids = { taskId: `task-${n}`, executionId: `20240101-${n % 1000}`, recordedBy: 'alice' };
      return { put: taskSamplesEntity.encode({ ...of, ...ids, target, at, values }, 1) };
    });
    await batchWriteItems(db, items);
  }
  const marks = [...months].flatMap((month) =>
    metrics.map((metric) => ({ put: seriesEntity.encode({ ...of, metric, month }, 1) })),
  );
  await batchWriteItems(db, marks);
}

/** Says with each part that is written what lives here. */
function watched(parts: MakerContext['parts']): MakerContext['parts'] {
  return {
    ...parts,
    write: async (upload, part, bytes) => {
      const written = await parts.write(upload, part, bytes);
      report(`part ${part} of ${megabytes(bytes.length)} MB`);
      return written;
    },
  };
}

function report(when: string): void {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  console.log(`${when}: ${megabytes(heapUsed + external)} MB live, ${megabytes(rss)} MB resident`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
