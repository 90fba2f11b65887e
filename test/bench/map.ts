import { type CDPSession, chromium, type Page } from 'playwright-core';
import { openIn } from '#test/e2e/support/addresses.ts';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';

/*
 * `npm run bench:map -- [qubits...]`: zooms, moves and draws on the maps of chips of 64, 256 and 1,024 qubits, unless told otherwise, in
 * a browser that renders without a graphics card. Tells how long frames took from one to the next and how many came late, which depends on
 * who else uses the machine; and what one step of a gesture took of the processor, by the browser's own trace. Fails where the main
 * thread of the page needs more of it than a frame has, or a press of a button more than 100 ms. Needs a Chromium (`CHROMIUM_PATH`,
 * /usr/bin/chromium unless given).
 */

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const gestureMilliseconds = 3_000;
/** From one frame to the next at 60 a second, and what the clock of the browser may be off. */
const frameMilliseconds = 16.7;
const clockMilliseconds = 1;
/** From a press to its picture. */
const pressMilliseconds = 100;
const sizes = process.argv.slice(2).map(Number);

/** What a gesture did to the frames, in milliseconds. */
interface Gesture extends Busy {
  name: string;
  frames: number;
  p50: number;
  p95: number;
  /** Frames that came later than a sixtieth of a second after the one before. */
  late: number;
  steps: number;
  limit: number;
}

/** Milliseconds of processor time. */
interface Busy {
  /** Of scripts, with the layout that they force. */
  script: number;
  layout: number;
  /** In which the page says what is to be painted, and a canvas is painted. */
  paint: number;
  /** Of the main thread of the page: all of these and the rest. */
  main: number;
  /** Of the threads that rasterize. */
  raster: number;
}

const kinds: Readonly<Record<string, keyof Busy>> = {
  FunctionCall: 'script',
  Layout: 'layout',
  UpdateLayoutTree: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
  RunTask: 'main',
};
const rasterEvents = new Set(['RasterTask', 'ImageDecodeTask']);

/** An event of a trace, with microseconds of processor time. */
interface TraceEvent {
  name?: string;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

/** What the browser is busy with while something is done. */
async function busyDuring(tracer: CDPSession, act: () => Promise<void>): Promise<Busy> {
  const found: TraceEvent[] = [];
  const note = ({ value }: { value: TraceEvent[] }) => found.push(...value);
  tracer.on('Tracing.dataCollected', note as never);
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];
  await tracer.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  const complete = new Promise<void>((resolve) => tracer.once('Tracing.tracingComplete', () => resolve()));
  await tracer.send('Tracing.end');
  await complete;
  tracer.off('Tracing.dataCollected', note as never);
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    found.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  const busy: Busy = { script: 0, layout: 0, paint: 0, main: 0, raster: 0 };
  for (const event of found) {
    const { name = '', tdur = 0 } = event;
    const kind = rasterEvents.has(name) ? 'raster' : mains.has(threadOf(event)) ? kinds[name] : undefined;
    if (kind) busy[kind] += tdur / 1e3;
  }
  return busy;
}

const nameOf = (qubits: number) => `q${qubits}`;

/** A chip whose qubits all have a T1, and half of its couplings an error. */
async function makeChip({ api }: StartedService, qubits: number): Promise<void> {
  const chip_id = nameOf(qubits);
  const topology_id = `square-lattice-mux-${qubits}`;
  await api.createChip({ body: { chip_id, topology_id } });
  const { couplings } = await api.getTopology({ params: { topology_id } });
  const measured = couplings.flatMap(([one, other], n) => (n % 2 === 0 ? [`${one}-${other}`] : []));
  const spread = (n: number) => (n * 37) % 101;
  const ofTargets = [
    ...Array.from({ length: qubits }, (_, n) => ({
      qid: String(n),
      parameters: { t1: { value: 40 + spread(n), error: 1.5, unit: 'us' } },
    })),
    ...measured.map((qid, n) => ({
      qid,
      parameters: { zx90_gate_fidelity: { value: 0.98 + spread(n) / 6_000, error: 0.001, unit: '' } },
    })),
  ];
  // Many small requests: one for all of a chip may take longer than a request is given on a busy machine.
  for (let first = 0; first < ofTargets.length; first += 8)
    await Promise.all(
      ofTargets.slice(first, first + 8).map((of) => api.updateCalibrationParameters({ body: { chip_id, ...of } })),
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

/** Steps that the driver makes, as fast as they are answered. */
const driven = (step: (n: number) => Promise<void>) => async (): Promise<number> => {
  const end = performance.now() + gestureMilliseconds;
  let steps = 0;
  for (; performance.now() < end; steps += 1) await step(steps);
  return steps;
};

/** Turns of the wheel or of the scroll bar that the page itself makes, one a frame: the driver of a busy machine would make fewer. */
const everyFrame = (page: Page, gesture: 'zoom' | 'scroll') => (): Promise<number> =>
  page.evaluate(
    ({ gesture, milliseconds }) =>
      new Promise<number>((resolve) => {
        let frame = document.querySelector('[role=grid][aria-label^="Map of"]');
        while (frame && getComputedStyle(frame).overflowX !== 'auto') frame = frame.parentElement;
        if (!frame) throw new Error('the map has no frame');
        const map = frame;
        const { left, top } = map.getBoundingClientRect();
        const end = performance.now() + milliseconds;
        let steps = 0;
        const turn = () => {
          if (performance.now() > end) return resolve(steps);
          const deltaY = steps % 60 < 30 ? -8 : 8;
          if (gesture === 'scroll') map.scrollBy(-1.5 * deltaY, 0);
          else
            map.dispatchEvent(
              new WheelEvent('wheel', {
                ...{ deltaY, ctrlKey: true, bubbles: true, cancelable: true },
                ...{ clientX: left + 400, clientY: top + 300 },
              }),
            );
          steps += 1;
          requestAnimationFrame(turn);
        };
        requestAnimationFrame(turn);
      }),
    { gesture, milliseconds: gestureMilliseconds },
  );

async function measure(
  page: Page,
  name: string,
  act: () => Promise<number>,
  limit = frameMilliseconds,
): Promise<Gesture> {
  let intervals: number[] = [];
  let steps = 0;
  const busy = await busyDuring(tracer, async () => {
    intervals = await intervalsDuring(page, async () => {
      steps = await act();
    });
  });
  const sorted = [...intervals].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0;
  return {
    name,
    frames: intervals.length,
    p50: at(0.5),
    p95: at(0.95),
    late: intervals.filter((interval) => interval > frameMilliseconds + clockMilliseconds).length,
    steps,
    limit,
    script: busy.script / steps,
    layout: busy.layout / steps,
    paint: busy.paint / steps,
    main: busy.main / steps,
    raster: busy.raster / steps,
  };
}

async function measureAll(page: Page, qubits: number): Promise<Gesture[]> {
  await page.goto(`/dashboard?chip=${nameOf(qubits)}&qubit=t1&coupling=zx90_gate_fidelity`);
  const map = page.getByRole('grid', { name: /^Map of/ }).first();
  await map.waitFor();
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no place');
  const middle = { x: box.x + box.width / 2, y: Math.min(box.y + box.height / 2, 600) };
  const around = (n: number) => ({ x: middle.x + 150 * Math.cos(n / 9), y: middle.y + 150 * Math.sin(n / 9) });
  const found: Gesture[] = [];
  const note = async (...given: [name: string, act: () => Promise<number>, limit?: number]) => {
    found.push(await measure(page, ...given));
  };
  const follow = driven(async (n) => page.mouse.move(around(n).x, around(n).y));
  const tool = (name: string) => page.getByRole('group', { name: 'Map tools' }).getByRole('button', { name });
  // Where a gesture left it depends on how many of its steps there were.
  const showAll = async () => {
    if (await tool('Fit').isEnabled()) await tool('Fit').click();
  };
  await page.mouse.move(middle.x, middle.y);
  await note('point along the cells', follow);
  await page.mouse.move(0, 0);
  await note('zoom in and out by the wheel', everyFrame(page, 'zoom'));
  await showAll();
  const press = driven(async (n) => tool(n % 2 === 0 ? 'Zoom in' : 'Zoom out').click());
  await note('zoom in and out by buttons', press, pressMilliseconds);
  await showAll();
  for (let n = 0; n < 3; n += 1) if (await tool('Zoom in').isEnabled()) await tool('Zoom in').click();
  await tool('Move').click();
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await note('move it with the mouse', follow);
  await page.mouse.up();
  await note('scroll it', everyFrame(page, 'scroll'));
  await tool('Fit').click();
  await tool('Lasso').click();
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await note('draw a lasso', follow);
  await page.mouse.up();
  return found;
}

const rounded = (value: number) => Math.round(value * 10) / 10;

function print(qubits: number, elements: number, found: readonly Gesture[]): void {
  console.log(`${qubits} qubits: ${elements} elements in the map`);
  console.table(
    Object.fromEntries(
      found.map(({ name, frames, p50, p95, late, steps, script, layout, paint, main, raster }) => [
        name,
        {
          frames,
          'p50 ms': rounded(p50),
          'p95 ms': rounded(p95),
          late,
          steps,
          'script ms': rounded(script),
          'style and layout ms': rounded(layout),
          'paint ms': rounded(paint),
          'main thread ms': rounded(main),
          'raster ms': rounded(raster),
        },
      ]),
    ),
  );
}

const service = await startService();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const tracer = await browser.newBrowserCDPSession();
try {
  const { access_token, default_project_id } = await service.api.login({
    body: { username: 'admin', password: service.password },
  });
  for (const qubits of sizes.length > 0 ? sizes : [64, 256, 1024]) {
    await makeChip(service, qubits);
    const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1440, height: 900 } });
    await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), access_token);
    const page = openIn(await context.newPage(), default_project_id ?? '');
    const found = await measureAll(page, qubits);
    const map = page.getByRole('grid', { name: /^Map of/ }).first();
    print(qubits, await map.evaluate((grid) => grid.querySelectorAll('*').length), found);
    await context.close();
    for (const { name, main, limit } of found.filter((one) => one.main > one.limit)) {
      console.error(`To ${name}, the page needs ${rounded(main)} ms of a processor a step: more than ${limit}`);
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await service.stop();
}
