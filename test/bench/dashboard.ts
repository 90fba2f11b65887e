import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { qubitMetrics } from '#shared/values/rules/qubit-metrics.ts';
import { median } from '#shared/values/rules/statistics.ts';
import { openIn } from '#test/e2e/support/addresses.ts';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';

/*
 * `npm run bench:dashboard -- [qubits] [metrics] [days]`: 256 qubits with 20 metrics on each of 30 days unless given, in the
 * service on one machine and a browser before it. Tells how long pages take from the address to what can be used, and how long
 * another metric takes from the choice to the painted map. Fails where a median is beyond its limit, so it wants a machine with
 * nothing else to do. Needs a Chromium (`CHROMIUM_PATH`, /usr/bin/chromium unless given).
 */

const [qubits = 256, metrics = 20, days = 30] = process.argv.slice(2).map(Number);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const rounds = 7;
const writesAtOnce = 16;
const chip = 'lab';
const dayMilliseconds = 86_400_000;
const closeMilliseconds = 40_000;
/** Of a page that is opened, and of another metric, in milliseconds. */
const limits = { page: 1_000, filter: 100 };

const measured = qubitMetrics
  .map(({ key, storedUnit, threshold }) => ({ key, unit: storedUnit, goal: threshold?.value ?? 0.5 }))
  .slice(0, metrics);

/** What a day found on a qubit: near the goal of each metric, another number on each qubit and day. */
function parametersOf(qid: number, day: number, calibrated_at: string) {
  return Object.fromEntries(
    measured.map(({ key, unit, goal }, index) => {
      const value = goal * (0.9 + (((qid * 37 + day * 11 + index * 7) % 101) / 101) * 0.09);
      return [key, { value, error: Math.abs(value) * 0.002, unit, calibrated_at }];
    }),
  );
}

async function fill({ api }: StartedService): Promise<void> {
  await api.createChip({ body: { chip_id: chip, topology_id: `square-lattice-mux-${qubits}` } });
  const now = Date.now();
  for (let day = days - 1; day >= 0; day -= 1) {
    const at = new Date(now - day * dayMilliseconds - 60_000).toISOString();
    for (let first = 0; first < qubits; first += writesAtOnce)
      await Promise.all(
        Array.from({ length: Math.min(writesAtOnce, qubits - first) }, (_, n) => {
          const qid = first + n;
          const body = { chip_id: chip, qid: String(qid), parameters: parametersOf(qid, day, at) };
          return api.updateCalibrationParameters({ body });
        }),
      );
  }
}

/**
 * Waits until what follows from the values is derived: the closing of days that are over begins every half minute, and is at its end when
 * the service has hardly used a processor for a while.
 */
async function settled(pid: number): Promise<void> {
  await sleep(closeMilliseconds);
  const watchedSeconds = 5;
  const ticks = async () => {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  for (;;) {
    const before = await ticks();
    await sleep(watchedSeconds * 1_000);
    // A tick is a hundredth of a second.
    if ((await ticks()) - before < watchedSeconds * 10) return;
  }
}

/** Milliseconds from the address to the paint of the first element that a selector finds. */
async function opened(page: Page, address: string, selector: string): Promise<number> {
  // What the page before asks for behind its first paint is of that page.
  await page.waitForLoadState('networkidle');
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = document.querySelector(wanted) !== null;
          requestAnimationFrame(isThere ? () => setTimeout(() => resolve(performance.now())) : look);
        };
        look();
      }),
    selector,
  );
}

/**
 * Milliseconds from another choice in the field of the qubit's metric to the paint of its map. Who chooses has the field in focus
 * for a moment before.
 */
async function shown(page: Page, metric: string): Promise<number> {
  await page.getByLabel('Qubit metric').focus();
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    (value) =>
      new Promise<number>((resolve, reject) => {
        const field = document.activeElement;
        const nameOfMap = () => document.querySelector('[role=grid][aria-label*=" by "]')?.ariaLabel;
        const before = nameOfMap();
        if (!(field instanceof HTMLSelectElement)) return reject(new Error('The field of the metric has no focus'));
        const begun = performance.now();
        field.value = value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        const look = () => {
          const isThere = nameOfMap() !== undefined && nameOfMap() !== before;
          requestAnimationFrame(isThere ? () => setTimeout(() => resolve(performance.now() - begun)) : look);
        };
        look();
      }),
    metric,
  );
}

async function several(measure: (round: number) => Promise<number>): Promise<{ middle: number; most: number }> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure(round));
  return { middle: median(all) ?? 0, most: Math.max(...all) };
}

async function measureAll(page: Page) {
  const dashboard = `/dashboard?chip=${chip}&qubit=t1`;
  const cell = '[role=grid] [role=gridcell]';
  const pages: [name: string, address: string, selector: string][] = [
    ['overview', `/chips/${chip}`, 'main table td'],
    ['dashboard', dashboard, cell],
    ['dashboard of 30 days', `${dashboard}&from=now-30d`, cell],
    ['values', `/chips/${chip}/values`, 'main table td'],
  ];
  const found = [];
  for (const [name, address, selector] of pages) {
    // Files of the application are in the browser's cache from the second time on.
    await opened(page, address, selector);
    found.push({ name, limit: limits.page, ...(await several(() => opened(page, address, selector))) });
  }
  await opened(page, dashboard, cell);
  // Each is another one, that no page had before.
  const others = measured.map(({ key }) => key).filter((key) => key !== 't1');
  const another = (round: number) => shown(page, others[round % others.length] ?? '');
  found.push({ name: 'another metric', limit: limits.filter, ...(await several(another)) });
  return found;
}

const service = await startService();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await fill(service);
  await settled(service.pid);
  console.log(`${qubits * measured.length * days} values: ${qubits} qubits, ${measured.length} metrics, ${days} days`);
  const { access_token, default_project_id } = await service.api.login({
    body: { username: 'admin', password: service.password },
  });
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), access_token);
  const found = await measureAll(openIn(await context.newPage(), default_project_id ?? ''));
  const rounded = Math.round;
  console.table(
    Object.fromEntries(
      found.map(({ name, middle, most, limit }) => [
        name,
        { 'median, ms': rounded(middle), 'at most, ms': rounded(most), 'limit, ms': limit },
      ]),
    ),
  );
  const slow = found.filter(({ middle, limit }) => middle > limit);
  for (const { name, middle, limit } of slow) console.error(`${name}: ${rounded(middle)} ms, more than ${limit}`);
  process.exitCode = slow.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await service.stop();
}
