import { type CDPSession, chromium, type Page } from 'playwright-core';
import { openIn } from '#test/e2e/support/addresses.ts';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';

/*
 * `npm run bench:map`: zooms, moves and draws on the map of a chip of 1,024 qubits and 1,984 couplings in a browser that renders
 * without a graphics card, and tells how many frames came a second and what each took: scripts, styles and layout, and what the
 * browser paints and rasterizes, by its own trace (processor time, over all of its threads). Fails
 * where scripts take more of a frame than half of a sixtieth of a second: the rest belongs to the browser, whose painting depends on
 * the machine. Needs a Chromium (`CHROMIUM_PATH`, /usr/bin/chromium unless given).
 */

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const limitMilliseconds = 8;
const gestureMilliseconds = 3_000;
const chip = 'q1024';

/** What a gesture did to the frames. */
interface Gesture {
  name: string;
  framesPerSecond: number;
  /** Milliseconds between two frames that 95 of 100 stay below. */
  p95: number;
  /** Milliseconds of scripts, and of styles and layout, in a frame. */
  script: number;
  layout: number;
  /** Milliseconds in which the page says what is to be painted, and in which threads of the browser paint it. */
  paint: number;
  raster: number;
}

/** What the trace calls them. */
const paintEvents = new Set(['PrePaint', 'Paint', 'Layerize', 'Commit']);
const rasterEvents = new Set(['RasterTask', 'ImageDecodeTask']);

/** Microseconds of processor time of an event of a trace. */
interface TraceEvent {
  name?: string;
  tdur?: number;
}

/** Seconds that the browser spends on painting while something is done. */
async function paintDuring(tracer: CDPSession, act: () => Promise<void>): Promise<{ paint: number; raster: number }> {
  const found = { paint: 0, raster: 0 };
  const note = ({ value }: { value: TraceEvent[] }) => {
    for (const { name = '', tdur = 0 } of value) {
      if (paintEvents.has(name)) found.paint += tdur / 1e6;
      else if (rasterEvents.has(name)) found.raster += tdur / 1e6;
    }
  };
  tracer.on('Tracing.dataCollected', note as never);
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await tracer.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  const complete = new Promise<void>((resolve) => tracer.once('Tracing.tracingComplete', () => resolve()));
  await tracer.send('Tracing.end');
  await complete;
  tracer.off('Tracing.dataCollected', note as never);
  return found;
}

async function makeChip({ api }: StartedService): Promise<void> {
  await api.createChip({ body: { chip_id: chip, topology_id: 'square-lattice-mux-1024' } });
  const qids = Array.from({ length: 1024 }, (_, n) => String(n));
  for (let first = 0; first < qids.length; first += 8)
    await Promise.all(
      qids.slice(first, first + 8).map((qid) =>
        api.updateCalibrationParameters({
          body: {
            chip_id: chip,
            qid,
            parameters: { t1: { value: 40 + ((Number(qid) * 37) % 101), error: 1.5, unit: 'us' } },
          },
        }),
      ),
    );
}

/** Milliseconds between the frames of the page while something is done. */
async function intervalsDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { frameTimes: times });
    const note = (at: number) => {
      times.push(at);
      if ('frameTimes' in globalThis) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await act();
  return page.evaluate(() => {
    const { frameTimes: times } = globalThis as unknown as { frameTimes: number[] };
    Reflect.deleteProperty(globalThis, 'frameTimes');
    return times.slice(1).map((at, n) => at - (times[n] ?? at));
  });
}

async function secondsOf(cdp: CDPSession): Promise<{ script: number; layout: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { script: of('ScriptDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration') };
}

async function measure(
  page: Page,
  cdp: CDPSession,
  name: string,
  step: (n: number) => Promise<void>,
): Promise<Gesture> {
  const before = await secondsOf(cdp);
  let intervals: number[] = [];
  const { paint, raster } = await paintDuring(tracer, async () => {
    intervals = await intervalsDuring(page, async () => {
      const end = performance.now() + gestureMilliseconds;
      for (let n = 0; performance.now() < end; n += 1) await step(n);
    });
  });
  const after = await secondsOf(cdp);
  const sorted = [...intervals].sort((a, b) => a - b);
  const total = intervals.reduce((sum, one) => sum + one, 0);
  const perFrame = (seconds: number) => (1_000 * seconds) / Math.max(1, intervals.length);
  return {
    name,
    framesPerSecond: (1_000 * intervals.length) / total,
    p95: sorted[Math.floor(0.95 * sorted.length)] ?? 0,
    script: perFrame(after.script - before.script),
    layout: perFrame(after.layout - before.layout),
    paint: perFrame(paint),
    raster: perFrame(raster),
  };
}

async function measureAll(page: Page): Promise<Gesture[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(`/dashboard?chip=${chip}&qubit=t1`);
  const map = page.getByRole('grid', { name: /^Map of/ }).first();
  await map.waitFor();
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no place');
  const middle = { x: box.x + box.width / 2, y: Math.min(box.y + box.height / 2, 600) };
  const around = (n: number) => ({ x: middle.x + 150 * Math.cos(n / 9), y: middle.y + 150 * Math.sin(n / 9) });
  const found: Gesture[] = [];
  await page.mouse.move(middle.x, middle.y);
  found.push(await measure(page, cdp, 'point along the cells', async (n) => page.mouse.move(around(n).x, around(n).y)));
  await page.keyboard.down('Control');
  await page.mouse.move(middle.x, middle.y);
  found.push(
    await measure(page, cdp, 'zoom in and out by the wheel', async (n) => page.mouse.wheel(0, n % 60 < 30 ? -8 : 8)),
  );
  await page.keyboard.up('Control');
  const tool = (name: string) => page.getByRole('group', { name: 'Map tools' }).getByRole('button', { name });
  // Where the wheel left it depends on how many of its turns there were.
  if (await tool('Fit').isEnabled()) await tool('Fit').click();
  for (let press = 0; press < 3; press += 1) await tool('Zoom in').click();
  await tool('Move').click();
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  found.push(
    await measure(page, cdp, 'move it with the mouse', async (n) => page.mouse.move(around(n).x, around(n).y)),
  );
  await page.mouse.up();
  await page.mouse.move(middle.x, middle.y);
  found.push(await measure(page, cdp, 'scroll it', async (n) => page.mouse.wheel(n % 40 < 20 ? 12 : -12, 0)));
  await tool('Fit').click();
  await tool('Lasso').click();
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  found.push(await measure(page, cdp, 'draw a lasso', async (n) => page.mouse.move(around(n).x, around(n).y)));
  await page.mouse.up();
  return found;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const service = await startService();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const tracer = await browser.newBrowserCDPSession();
try {
  await makeChip(service);
  const { access_token, default_project_id } = await service.api.login({
    body: { username: 'admin', password: service.password },
  });
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), access_token);
  const found = await measureAll(openIn(await context.newPage(), default_project_id ?? ''));
  console.table(
    Object.fromEntries(
      found.map(({ name, framesPerSecond, p95, script, layout, paint, raster }) => [
        name,
        {
          'frames/s': Math.round(framesPerSecond),
          'p95 ms': rounded(p95),
          'script ms': rounded(script),
          'style and layout ms': rounded(layout),
          'paint ms': rounded(paint),
          'raster ms': rounded(raster),
        },
      ]),
    ),
  );
  const slow = found.filter(({ script }) => script > limitMilliseconds);
  for (const { name, script } of slow)
    console.error(`To ${name}, scripts take ${rounded(script)} ms of a frame: more than ${limitMilliseconds}`);
  process.exitCode = slow.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await service.stop();
}
