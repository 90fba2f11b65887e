import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Client, createClient } from '#shared/api/client.ts';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';
import type { Transfer, Transferred } from './file-transfer.ts';
import { residentMegabytes } from './memory.ts';

/*
 * `npm run bench:files -- [bytes]`: a worker's file of 1 GiB goes to the one-machine service and comes back, while the
 * health of the service is asked for and its memory watched; then an archive of figures that is too large for an answer is
 * made. Fails when a byte is another, the memory passes 400 MB, or an answer about the health takes 100 ms where none did
 * while the service was idle: on a machine that is busy with other things, which its load tells, times say nothing.
 */

const sizeBytes = Number(process.argv[2] ?? 2 ** 30);
const limitMegabytes = 400;
const limitMilliseconds = 100;
const pauseMilliseconds = 20;
const idleMilliseconds = 10_000;
const figureBytes = 16 * 2 ** 20;
const figureCount = 12;

const task = { task: 'CheckT1', task_type: 'qubit', qid: '0' } as const;
const problems: string[] = [];
/** Whether the machine is too busy for times to be judged. */
let isBusy = true;
/** The longest time of an answer in the last phase. */
let slowest = 0;

/** A run that this program has claimed as its worker. */
async function claimedRun(service: StartedService): Promise<{ worker: Client; flow_run_id: string; fence: number }> {
  const { api } = service;
  const { default_project_id: projectId } = await api.getCurrentUser();
  await api.createChip({ body: { chip_id: 'FILES', size: 16 } });
  const flow = { name: 'files', code: '# Sends files.\n', chip_id: 'FILES', runner: 'worker' } as const;
  await api.saveFlow({ body: { ...flow, default_parameters: { backend: 'bench' } } });
  const { token } = await api.createApiToken({
    body: { name: 'bench', project_id: projectId ?? '', role: 'editor' },
  });
  const worker = createClient({ baseUrl: `${service.url}/api`, token: () => token });
  await api.executeFlow({ params: { name: flow.name }, body: {} });
  for (;;) {
    const { run } = await worker.claimRun({ body: { worker: 'bench', backends: ['bench'], claim_key: randomUUID() } });
    if (run) return { worker, flow_run_id: run.flow_run_id, fence: run.fence };
    await sleep(200);
  }
}

async function transfer(of: Transfer): Promise<Transferred> {
  const [done] = await once(new Worker(new URL('./file-transfer.ts', import.meta.url), { workerData: of }), 'message');
  return done as Transferred;
}

/** Does something while the service is watched, and says how the service fared. */
async function watched<T>(service: StartedService, name: string, work: () => Promise<T>): Promise<T> {
  const times: number[] = [];
  let peak = 0;
  let goesOn = true;
  const watching = (async () => {
    while (goesOn) {
      const begun = performance.now();
      await (await fetch(`${service.url}/api/health`)).arrayBuffer();
      times.push(performance.now() - begun);
      peak = Math.max(peak, residentMegabytes(service.pid));
      await sleep(pauseMilliseconds);
    }
  })();
  const begun = performance.now();
  const result = await work();
  const took = performance.now() - begun;
  goesOn = false;
  await watching;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  const health = `health ${at(0.5).toFixed(1)} ms median, ${at(0.99).toFixed(1)} ms p99, ${at(1).toFixed(1)} ms at most`;
  console.log(
    `${name}: ${(took / 1000).toFixed(1)} s; ${health} of ${times.length}; memory ${peak.toFixed(0)} MB at most`,
  );
  if (peak > limitMegabytes) problems.push(`${name}: the service took ${peak.toFixed(0)} MB`);
  slowest = at(1);
  if (slowest > limitMilliseconds && !isBusy)
    problems.push(`${name}: an answer about the health took ${slowest.toFixed(0)} ms`);
  return result;
}

// On a disk, which makes no memory of what is written.
const service = await startService(await mkdtemp(join(tmpdir(), 'fiducial-files-')));
try {
  const { worker, flow_run_id, fence } = await claimedRun(service);
  const raw = { ...task, name: 'large.bin', kind: 'raw', content_type: 'application/octet-stream' } as const;
  const figures = Array.from({ length: figureCount }, (_, n) => ({
    ...({ ...task, kind: 'figure', content_type: 'image/png' } as const),
    ...{ name: `${n}.png`, size_bytes: figureBytes },
  }));
  const body = { fence, files: [{ ...raw, size_bytes: sizeBytes }, ...figures] };
  const { uploads } = await worker.createUploads({ params: { flow_run_id }, body });
  const [large, ...others] = uploads;
  if (!large) throw new Error('The service gave no address');
  console.log(`${(sizeBytes / 2 ** 20).toFixed(0)} MiB, ${residentMegabytes(service.pid).toFixed(0)} MB before`);
  await watched(service, 'idle', () => sleep(idleMilliseconds));
  isBusy = slowest > limitMilliseconds || (loadavg()[0] ?? 0) > availableParallelism();
  if (isBusy) console.log('The machine is busy: times are told, and not judged');
  const upload = { headers: large.headers, sizeBytes };
  const sent = await watched(service, 'upload', () => transfer({ url: large.url, upload }));
  for (const { url, headers } of others) await transfer({ url, upload: { headers, sizeBytes: figureBytes } });
  const at = new Date().toISOString();
  const result = { ...task, status: 'completed', start_at: at, end_at: at } as const;
  const paths = others.map(({ path }) => path);
  await worker.reportTaskResults({
    params: { flow_run_id },
    body: { fence, results: [{ ...result, raw_data: [large.path], figures: paths }] },
  });
  const { url } = await worker.getFileLink({ query: { path: large.path } });
  const link = new URL(url, service.url).href;
  const read = await watched(service, 'download', () => transfer({ url: link, upload: undefined }));
  if (sent.status !== 200) problems.push(`the upload was answered ${sent.status}`);
  if (read.bytes !== sizeBytes || read.sha256 !== sent.sha256) problems.push('what came back is not what was sent');
  const archive = await watched(service, `archive of ${figureCount} figures`, async () => {
    const { archive_id } = await worker.createFigureArchive({ body: { paths } });
    for (;;) {
      const made = await worker.getFigureArchive({ params: { archive_id } });
      if (made.status !== 'making') return made;
      await sleep(pauseMilliseconds);
    }
  });
  const size = archive.link?.size_bytes ?? 0;
  if (archive.status !== 'ready' || size < figureBytes * figureCount)
    problems.push(`the archive is ${archive.status}, of ${size} bytes: ${archive.message}`);
} finally {
  await service.stop();
}
for (const problem of problems) console.error(`Wrong: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
