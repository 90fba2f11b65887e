import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIn } from './support/addresses.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
} from './support/browser.ts';
import { paintCount, paintedStrokes, paintedTexts, watchCanvases } from './support/painted.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A chip of 256 qubits and 480 couplings, whose map is a canvas (rule MAP-29); gestures on it are those of `map.e2e.test.ts`. */
describe.skipIf(missing)(`a map on a canvas${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const map = () => page.getByRole('grid', { name: /^Map of/ }).first();
  const cell = (id: string) => page.getByRole('gridcell', { name: new RegExp(`^Q${id},`) }).first();
  const tool = (name: string) => page.getByRole('group', { name: 'Map tools' }).getByRole('button', { name });
  const address = (more: string) => `/dashboard?chip=wide&qubit=t1&coupling=zx90_gate_fidelity${more}`;
  const expectPainted = async () => {
    await cell('0').waitFor();
    await expect
      .poll(() => paintedStrokes(page).then((strokes) => strokes.length), { timeout: 300_000 })
      .toBeGreaterThan(0);
  };
  const open = async (more = '') => {
    await page.goto(address(more));
    await expectPainted();
  };
  const boxOf = async (id: string) => {
    const box = await cell(id).boundingBox();
    if (!box) throw new Error(`no cell ${id}`);
    return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
  };
  /** The colours of the canvas itself at the middle of a cell and above it. */
  const pixelAt = (x: number, y: number) =>
    page.evaluate(
      ([left, top]) => {
        const canvas = document.querySelector<HTMLCanvasElement>('main canvas');
        const box = canvas?.getBoundingClientRect();
        if (!canvas || !box) return [];
        const at = (place: number, from: number) => Math.round((place - from) * devicePixelRatio);
        return [...(canvas.getContext('2d')?.getImageData(at(left, box.left), at(top, box.top), 1, 1).data ?? [])];
      },
      [x, y] as const,
    );
  const strokesAt = async (id: string) => {
    const { middle } = await boxOf(id);
    const canvas = await page.locator('main canvas').first().boundingBox();
    const strokes = await paintedStrokes(page);
    return strokes.filter(
      ({ x, y }) => Math.hypot(x - (middle.x - (canvas?.x ?? 0)), y - (middle.y - (canvas?.y ?? 0))) < 2,
    );
  };

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    await watchCanvases(session.context);
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'wide', topology_id: 'square-lattice-mux-256' } });
    const set = (qid: string, parameters: Record<string, { value: number; unit?: string }>) =>
      api.updateCalibrationParameters({ body: { chip_id: 'wide', qid, parameters } as never });
    for (const qid of ['0', '1', '2', '3', '8', '9', '36', '63'])
      await set(qid, { t1: { value: 50.25 + Number(qid), unit: 'us' } });
    await set('0-1', { zx90_gate_fidelity: { value: 0.992 } });
    await set('2-3', { zx90_gate_fidelity: { value: 0.985 } });
    await api.upsertQubitNote({ params: { chip_id: 'wide', qid: '9' }, body: { content: 'TLS near 4.79 GHz' } });
  });
  afterAll(() => session?.stop());

  it('a cell of either layer shows its tooltip and opens by a click, also one that the keyboard does not walk', async () => {
    await open();
    await map().scrollIntoViewIfNeeded();
    const between = async () => {
      const [one, other] = [await boxOf('0'), await boxOf('1')];
      return [(one.middle.x + other.middle.x) / 2, (one.middle.y + other.middle.y) / 2] as const;
    };
    await page.mouse.move(...(await between()));
    await page.getByRole('tooltip').getByText('0-1', { exact: true }).waitFor();
    await cell('9').hover();
    await page.getByRole('tooltip').getByText('TLS near 4.79 GHz').waitFor();
    await page.mouse.click(...(await between()));
    await expect.poll(() => new URL(page.url()).searchParams.get('target'), { timeout: 300_000 }).toBe('0-1');
    expect(new URL(page.url()).searchParams.get('layer')).toBe('coupling');
    // Now the couplings are the grid, and a click on a qubit leads back.
    const coupling = await page.getByRole('gridcell', { name: /^0-1,/ }).boundingBox();
    if (!coupling) throw new Error('no cell 0-1');
    const pitch = ((await map().boundingBox())?.width ?? 0) / 16;
    await page.mouse.click(coupling.x + coupling.width / 2 - pitch / 2, coupling.y + coupling.height / 2);
    await cell('0').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('target'), { timeout: 300_000 }).toBe('0');
    expect(session.problems).toEqual([]);
  });

  it('a link opens its selection, and selection, ticks and the focus are painted around their cells', async () => {
    await open('&target=8&sel=2,3');
    const edges = async (id: string) => {
      const [first] = (await strokesAt(id)).filter(({ call }) => call === 'stroke');
      return [first?.style, first?.width];
    };
    await expect.poll(() => edges('8'), { timeout: 300_000 }).toEqual(['#14171c', 2.6]);
    expect(await edges('2')).toEqual(['#14171c', 3.4]);
    expect((await edges('1'))[1]).toBe(0.75);
    expect(await cell('8').getAttribute('aria-selected')).toBe('true');
    await cell('36').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => edges('36'), { timeout: 300_000 }).toEqual(['#0b57d0', 3.4]);
  });

  it('a screen reader walks every cell of the grid by rows, one of them a tab stop, in one light element each', async () => {
    await open();
    const found = await map().evaluate((grid) => ({
      rows: [...grid.querySelectorAll('[role=row]')].map((row) => [row.ariaRowIndex, row.children.length].join()),
      stops: grid.querySelectorAll('[tabindex="0"]').length,
      named: grid.querySelectorAll('[role=gridcell][aria-label]').length,
      all: grid.querySelectorAll('*').length,
      announced: grid.ariaRowCount,
    }));
    expect(found.rows).toEqual(Array.from({ length: 16 }, (_, n) => `${n + 1},16`));
    expect(found).toMatchObject({ stops: 1, named: 256, all: 256 + 16, announced: '16' });
    expect(await cell('9').getAttribute('aria-label')).toMatch(/^Q9, T1 59\.25\sµs.* noted$/);
    await expectAccessible(page);
  });

  it('while the wheel turns the map is painted again and again, and nothing of the page is rendered', async () => {
    await open();
    await map().scrollIntoViewIfNeeded();
    const { middle } = await boxOf('36');
    await page.mouse.move(middle.x, middle.y);
    // The tooltip of the first move goes with the first turn.
    await page.getByRole('tooltip').waitFor();
    const found = await page.evaluate(async ({ x, y }) => {
      const grid = document.querySelector('[data-targets]');
      const frame = grid?.parentElement?.parentElement;
      const main = document.querySelector('main');
      const canvas = document.querySelector<HTMLCanvasElement>('main canvas');
      const { painted } = globalThis as unknown as {
        painted: { count: number; of: (one: HTMLCanvasElement) => { call: string }[] };
      };
      if (!canvas || !grid || !frame || !main) throw new Error('no map');
      const frameOf = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const turn = async () => {
        frame.dispatchEvent(
          new WheelEvent('wheel', {
            deltaY: -8,
            ctrlKey: true,
            clientX: x,
            clientY: y,
            bubbles: true,
            cancelable: true,
          }),
        );
        await frameOf();
      };
      // However long a frame takes, the wheel does not rest: neither the clock goes on, nor does a timer end.
      const [instant, { setTimeout: setTimer }] = [performance.now(), globalThis];
      Object.assign(performance, { now: () => instant });
      Object.assign(globalThis, { setTimeout: () => 0 });
      await turn();
      await frameOf();
      const changed = new Set<string>();
      const observer = new MutationObserver((all) => {
        for (const { type, target, attributeName } of all)
          changed.add(`${type} ${(target as Element).nodeName} ${attributeName ?? ''}`);
      });
      observer.observe(main, { attributes: true, childList: true, subtree: true, characterData: true });
      const [before, width] = [painted.count, grid.getBoundingClientRect().width];
      let pictures = 0;
      for (let n = 0; n < 10; n += 1) {
        await turn();
        if (painted.of(canvas).every(({ call }) => call === 'drawImage')) pictures += 1;
      }
      for (const { type, target } of observer.takeRecords()) changed.add(`${type} ${(target as Element).nodeName}`);
      observer.disconnect();
      const grew = grid.getBoundingClientRect().width / width;
      const seen = { changed: [...changed], paints: painted.count - before, pictures, grew };
      Reflect.deleteProperty(performance, 'now');
      Object.assign(globalThis, { setTimeout: setTimer });
      // After the last turn the wheel rests.
      await turn();
      return seen;
    }, middle);
    expect(found.grew).toBeGreaterThan(1.5);
    expect(found.paints).toBeGreaterThanOrEqual(9);
    // At first more than 600 cells are in sight, at last fewer.
    expect(found.pictures).toBeGreaterThan(0);
    expect(found.pictures).toBeLessThan(10);
    // The sizes of the sheet, the grid and the canvas are set; no element comes or goes.
    expect(found.changed.filter((change) => !/^attributes DIV style|^attributes CANVAS/.test(change))).toEqual([]);
    await expect.poll(() => page.locator('[data-stretched]').count(), { timeout: 300_000 }).toBe(0);
    const moved = await boxOf('36');
    expect(Math.abs(moved.middle.x - middle.x)).toBeLessThan(3);
    expect(Math.abs(moved.middle.y - middle.y)).toBeLessThan(3);
    await expect.poll(async () => (await paintedTexts(page)).includes('86.3'), { timeout: 300_000 }).toBe(true);
    expect((await paintedStrokes(page)).filter(({ call }) => call === 'drawImage')).toEqual([]);
  });

  it('the map is painted again when the reader comes back to its page', async () => {
    await open();
    await page.getByRole('link', { name: 'Runs', exact: true }).first().click();
    await page.locator('main canvas').waitFor({ state: 'detached' });
    await page.goBack();
    await expectPainted();
  });

  it('names and digits are painted once they can be read, and what is scrolled into sight is painted', async () => {
    await open();
    expect(await paintedTexts(page)).not.toContain('Q0');
    for (let press = 0; press < 2; press += 1) await tool('Zoom in').click();
    await cell('0').focus();
    await expect.poll(() => paintedTexts(page), { timeout: 300_000 }).toEqual(expect.arrayContaining(['Q0', '50.3']));
    expect(await paintedTexts(page)).not.toContain('Q255');
    const before = await paintCount(page);
    await page.keyboard.press('Control+End');
    await expect.poll(() => paintedTexts(page), { timeout: 300_000 }).toContain('Q255');
    expect(await paintCount(page)).toBeGreaterThan(before);
    expect(await paintedTexts(page)).not.toContain('Q0');
  });

  it('the canvas has the pixels of the screen, and its colours lie where its cells are', async () => {
    const context = await session.browser.newContext({
      viewport: { width: 1440, height: 900 },
      deviceScaleFactor: 2,
      baseURL: session.service.url,
      storageState: await session.context.storageState(),
    });
    const token = await session.page.evaluate(() => localStorage.getItem('fiducial.token') ?? '');
    await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), token);
    await watchCanvases(context);
    const first = page;
    page = openIn(await context.newPage(), session.projectId);
    await open();
    const ratio = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('main canvas');
      return canvas && canvas.width / canvas.getBoundingClientRect().width;
    });
    expect(ratio).toBeCloseTo(2, 1);
    await map().scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf('0');
    const fill = (await paintedStrokes(page)).find(({ call, style }) => call === 'fill' && style !== 'pattern');
    expect(fill).toBeDefined();
    const inside = await pixelAt(x + width / 4, y + height / 4);
    expect(inside[3]).toBe(255);
    const outside = await pixelAt(x - 3, y - 3);
    expect(outside[3]).toBe(0);
    page = first;
    await context.close();
  });

  it('dark, light and forced colours are painted in their own colours', async () => {
    await open('&target=8');
    const edge = async () => (await strokesAt('8')).find(({ call }) => call === 'stroke')?.style;
    await expect.poll(edge, { timeout: 300_000 }).toBe('#14171c');
    const light = (await strokesAt('0'))[0]?.style;
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(edge, { timeout: 300_000 }).toBe('#edf0f4');
    expect((await strokesAt('0'))[0]?.style).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    const system = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('span'));
      probe.style.color = 'CanvasText';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    const hex = `#${(system.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
    await expect.poll(edge, { timeout: 300_000 }).toBe(hex);
    await keepScreenshot(page, 'map-canvas-forced-1440');
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  });

  it('on paper the map is vectors, and on the screen the canvas is back with the focus where it was', async () => {
    await open();
    await cell('9').focus();
    const printed = page.locator('main svg g[data-kind="qubit"]');
    expect(await printed.count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => printed.count(), { timeout: 300_000 }).toBe(256);
    expect(await page.locator('main svg g[data-kind="coupling"]').count()).toBe(480);
    expect(await page.locator('main canvas').count()).toBe(0);
    await keepScreenshot(page, 'map-canvas-print');
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => printed.count(), { timeout: 300_000 }).toBe(0);
    await page.locator('main canvas').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Q9,/);
  });

  it('the map is saved as SVG with every cell in the colours of the canvas, and as a picture and a slide', async () => {
    await open();
    const saved = async (as: RegExp) => {
      await page.getByRole('button', { name: /^Picture of Map of wide/ }).click();
      const [file] = (await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: as }).click(),
      ])) as [Download, unknown];
      return readFile(await file.path());
    };
    const svg = (await saved(/^SVG/)).toString('utf8');
    expect(svg.match(/data-kind="qubit"/g)).toHaveLength(256);
    expect(svg.match(/data-kind="coupling"/g)).toHaveLength(480);
    expect(svg).not.toMatch(/class=|var\(/);
    const hexOf = (colour: string) =>
      `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
    const inFile = new Set([...svg.matchAll(/fill="(rgb\([^)]*\))"/g)].map(([, colour = '']) => hexOf(colour)));
    const painted = (await paintedStrokes(page)).flatMap(({ call, style }) => (call === 'fill' ? [style] : []));
    for (const style of new Set(painted)) if (style.startsWith('#')) expect([...inFile]).toContain(style);
    const slide = await saved(/^Slide/);
    expect([slide.readUInt32BE(16), slide.readUInt32BE(20)]).toEqual([1920, 1080]);
    // The copy for the file is gone.
    await expect.poll(() => page.locator('main svg g[data-kind="qubit"]').count(), { timeout: 300_000 }).toBe(0);
  });

  const expectLook = async (width: number) => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keepScreenshot(page, `map-canvas-light-${width}`);
    await expectContrastInDark(page);
    await keepScreenshot(page, `map-canvas-dark-${width}`);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(session.problems).toEqual([]);
  };

  it('at 1440 pixels it is accessible in both themes and nothing is wider than the window', async () => {
    await open('&target=8&sel=2,3');
    await expectLook(1440);
  });

  it('on a phone a link to a cell opens its sheet, and the map below it is used by fingers, keys and screen readers', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(address('&target=8&sel=2,3'));
    const sheet = (name: string) => page.getByRole('dialog', { name });
    await sheet('Q8').waitFor();
    await page.keyboard.press('Escape');
    await expectPainted();
    expect((await boxOf('0')).width).toBeGreaterThanOrEqual(24);
    await page.getByRole('region', { name: 'Ticked targets' }).getByText('2 ticked: Q2, Q3', { exact: true }).waitFor();
    await cell('9').click();
    await sheet('Q9').waitFor();
    await page.keyboard.press('Escape');
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? '');
    await expect.poll(focused, { timeout: 300_000 }).toMatch(/^Q9,/);
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toMatch(/^Q8,/);
    await page.keyboard.press('Enter');
    await sheet('Q8').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused, { timeout: 300_000 }).toMatch(/^Q8,/);
    await expectLook(360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
