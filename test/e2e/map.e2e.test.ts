import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIn } from './support/addresses.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
} from './support/browser.ts';
import { paintedTexts, watchCanvases } from './support/painted.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A chip that is drawn as SVG and one that is drawn on a canvas (rule MAP-29): what is done to them is the same. */
const drawings = [
  ['q64', 'SVG'],
  ['q1024', 'a canvas'],
] as const;

/** A chip of 64 qubits and one of 1,024, of each some T1 times. */
describe.skipIf(missing)(`a map to be zoomed and drawn on${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const map = () => page.getByRole('grid', { name: /^Map of/ }).first();
  const cell = (id: string) => page.getByRole('gridcell', { name: new RegExp(`^Q${id},`) }).first();
  const bar = () => page.getByRole('region', { name: 'Ticked targets' });
  const width = async () => (await map().boundingBox())?.width ?? 0;
  const tool = (name: string) => page.getByRole('group', { name: 'Map tools' }).getByRole('button', { name });
  const boxOf = async (id: string) => {
    const box = await cell(id).boundingBox();
    if (!box) throw new Error(`no cell ${id}`);
    return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
  };
  const open = async (chip: string) => {
    await page.goto(`/dashboard?chip=${chip}&qubit=t1`);
    await cell('0').waitFor();
  };

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    await watchCanvases(session.context);
    const { api } = session.service;
    for (const size of [64, 1024]) {
      const chip = `q${size}`;
      await api.createChip({ body: { chip_id: chip, topology_id: `square-lattice-mux-${size}` } });
      for (const qid of ['0', '1', '2', '3', '9', '36', '63'])
        await api.updateCalibrationParameters({
          body: { chip_id: chip, qid, parameters: { t1: { value: 50.25 + Number(qid), unit: 'us' } } },
        });
    }
  });
  afterAll(() => session?.stop());

  it.each(drawings)(
    '%s: Enter moves the focus into the panel of a cell, Escape back, and Shift with arrows ticks along the way',
    async (chip) => {
      await open(chip);
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
      await cell('1').focus();
      await page.keyboard.press('Enter');
      await expect.poll(focused, { timeout: 300_000 }).toBe('Panel of Q1');
      const panel = page.getByRole('region', { name: 'Panel of Q1' });
      // The panel begins with the answer and the actions, as the sheet of a phone does.
      const text = await panel.innerText();
      const places = ['set by hand', 'Measure…', 'No note on Q1'].map((part) => text.indexOf(part));
      expect(text.indexOf('51.25')).toBeLessThan(places[0] ?? 0);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places[0]).toBeGreaterThan(0);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Measure…/);
      await page.keyboard.press('Escape');
      expect(await focused()).toMatch(/^Q1,/);
      expect(await panel.count()).toBe(1);
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      await page.getByText(/^3 ticked: /).waitFor();
      await expectAccessible(page);
      await keepScreenshot(page, `dashboard-panel-${chip}-light-1440`);
      await expectContrastInDark(page);
      await keepScreenshot(page, `dashboard-panel-${chip}-dark-1440`);
      await page.emulateMedia({ colorScheme: 'light' });
    },
  );

  it.each(drawings)(
    '%s: buttons, keys and the wheel zoom a map, and all of it comes back by one press',
    async (chip) => {
      await open(chip);
      const fitting = await width();
      expect(await tool('Zoom out').isDisabled()).toBe(true);
      await tool('Zoom in').click();
      expect(await width()).toBeCloseTo(fitting * 1.5, 0);
      await tool('Fit').click();
      expect(await width()).toBeCloseTo(fitting, 0);
      await cell('9').focus();
      await page.keyboard.press('+');
      expect(await width()).toBeCloseTo(fitting * 1.5, 0);
      await page.keyboard.press('-');
      await page.keyboard.press('+');
      await page.keyboard.press('0');
      expect(await width()).toBeCloseTo(fitting, 0);
      const { middle } = await boxOf('9');
      await page.mouse.move(middle.x, middle.y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -100);
      await page.keyboard.up('Control');
      await expect.poll(width, { timeout: 300_000 }).toBeGreaterThan(fitting * 1.2);
      await page.locator('[data-minimap]').waitFor();
    },
  );

  it.each(drawings)('%s: a map is zoomed around the pointer: what was under it stays there', async (chip) => {
    await open(chip);
    await map().scrollIntoViewIfNeeded();
    const fitting = await width();
    // In its frame, and by events of the page itself: a line that comes above the map moves both.
    const placeOf = (element: Element, turns: number) => {
      let frame: Element | null = element;
      while (frame && getComputedStyle(frame).overflowX !== 'auto') frame = frame.parentElement;
      if (!frame) throw new Error('the map has no frame');
      const [box, within] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
      const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
      const event = { deltaY: -60, ctrlKey: true, bubbles: true, cancelable: true, clientX, clientY };
      for (let turn = 0; turn < turns; turn += 1) frame.dispatchEvent(new WheelEvent('wheel', event));
      return { x: clientX - within.left, y: clientY - within.top };
    };
    const before = await cell('36').evaluate(placeOf, 2);
    await expect.poll(() => page.locator('[data-stretched]').count(), { timeout: 300_000 }).toBe(0);
    expect(await width()).toBeGreaterThan(fitting * 1.2);
    const after = await cell('36').evaluate(placeOf, 0);
    expect(Math.abs(after.x - before.x)).toBeLessThan(3);
    expect(Math.abs(after.y - before.y)).toBeLessThan(3);
  });

  it.each(drawings)(
    '%s: the cell under the pointer is outlined, and no cell of the map changes for it',
    async (chip) => {
      await open(chip);
      await map().scrollIntoViewIfNeeded();
      await map().evaluate((grid) => {
        const changes: string[] = [];
        Object.assign(globalThis, { mapChanges: changes });
        new MutationObserver((found) => changes.push(...found.map(({ type }) => type))).observe(grid, {
          attributes: true,
          childList: true,
          subtree: true,
        });
      });
      for (const id of ['9', '36']) {
        await cell(id).hover();
        await page.getByRole('tooltip').getByText(`Q${id}`, { exact: true }).waitFor();
        const outline = await page.locator('[data-pointed]').evaluate((path) => {
          const { left, top, width, height } = path.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2, side: (path as SVGPathElement).getBBox().width };
        });
        const { middle, width: side } = await boxOf(id);
        expect(Math.abs(outline.x - middle.x)).toBeLessThan(1);
        expect(Math.abs(outline.y - middle.y)).toBeLessThan(1);
        // The box of an SVG cell has its edge.
        expect(Math.abs(outline.side - side)).toBeLessThan(4);
      }
      await page.mouse.move(0, 0);
      await expect.poll(() => page.locator('[data-pointed]').count(), { timeout: 300_000 }).toBe(0);
      expect(await page.evaluate(() => (globalThis as unknown as { mapChanges: string[] }).mapChanges)).toEqual([]);
    },
  );

  it.each(drawings)('%s: zooming moves nothing else on the page', async (chip) => {
    await open(chip);
    const below = page.getByRole('region', { name: 'Values of T1' });
    const before = await below.boundingBox();
    await tool('Zoom in').click();
    await tool('Zoom in').click();
    expect((await below.boundingBox())?.y).toBe(before?.y);
  });

  it.each(drawings)(
    '%s: a line drawn around cells ticks them, with Shift it adds others, and each change can be undone',
    async (chip) => {
      await open(chip);
      await map().scrollIntoViewIfNeeded();
      const draw = async (from: string, to: string) => {
        const [a, b] = [await boxOf(from), await boxOf(to)];
        const [left, top] = [Math.min(a.x, b.x) - 3, Math.min(a.y, b.y) - 3];
        const [right, bottom] = [
          Math.max(a.x + a.width, b.x + b.width) + 3,
          Math.max(a.y + a.height, b.y + b.height) + 3,
        ];
        await page.mouse.move(left, top);
        await page.mouse.down();
        for (const [x, y] of [
          [right, top],
          [right, bottom],
          [left, bottom],
        ] as const)
          await page.mouse.move(x, y, { steps: 6 });
        await page.mouse.up();
      };
      await draw('0', '3');
      await bar().getByText('4 ticked: Q0, Q1, Q2, Q3', { exact: true }).waitFor();
      await page.keyboard.down('Shift');
      await draw('36', '36');
      await page.keyboard.up('Shift');
      await bar().getByText('5 ticked: Q0, Q1, Q2, Q3, Q36', { exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get('sel')).toBe('0,1,2,3,36');
      expect(new URL(page.url()).searchParams.get('target')).toBeNull();
      await bar().getByRole('button', { name: 'Clear ticks' }).click();
      await tool('Undo ticks').click();
      await bar().getByText('5 ticked: Q0, Q1, Q2, Q3, Q36', { exact: true }).waitFor();
      await cell('0').focus();
      await page.keyboard.press('Control+z');
      await bar().getByText('4 ticked: Q0, Q1, Q2, Q3', { exact: true }).waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(() => bar().count(), { timeout: 300_000 }).toBe(0);
      expect(await tool('Undo ticks').count()).toBe(0);
    },
  );

  it('a finger draws a line around cells once the lasso is chosen, in 2 touches', async () => {
    const stored = await page.evaluate(() => Object.entries(localStorage));
    const context = await session.browser.newContext({
      viewport: { width: 360, height: 800 },
      hasTouch: true,
      baseURL: session.service.url,
    });
    await context.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, stored);
    const phone = openIn(await context.newPage(), session.projectId);
    await phone.goto('/dashboard?chip=q64&qubit=t1');
    const cells = ['0', '1', '2', '3'].map((id) => phone.getByRole('gridcell', { name: `Q${id}, T1` }).first());
    await cells[0]?.waitFor();
    await phone.getByRole('group', { name: 'Map tools' }).getByRole('button', { name: 'Lasso' }).tap();
    await cells[0]?.scrollIntoViewIfNeeded();
    const boxes = (await Promise.all(cells.map((one) => one.boundingBox()))).filter((box) => box !== null);
    const [left, top] = [Math.min(...boxes.map(({ x }) => x)) - 2, Math.min(...boxes.map(({ y }) => y)) - 2];
    const right = Math.max(...boxes.map(({ x, width: w }) => x + w)) + 2;
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + 2;
    const cdp = await context.newCDPSession(phone);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x: left, y: top });
    for (const [x, y] of [
      [right, top],
      [right, bottom],
      [left, bottom],
      [left, top],
    ] as const)
      await touch('touchMove', { x, y });
    await touch('touchEnd');
    await phone.getByRole('region', { name: 'Ticked targets' }).getByText('4 ticked: Q0, Q1, Q2, Q3').waitFor();
    await context.close();
  });

  it.each(drawings)('%s: the tooltip of a focused cell covers neither the cell nor its neighbours', async (chip) => {
    await open(chip);
    const pitch = (await width()) / Math.sqrt(Number(chip.slice(1)));
    const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
    for (const id of ['0', '9', '36', '63']) {
      await cell(id).focus();
      const tip = await page.getByRole('tooltip').boundingBox();
      if (!tip) throw new Error('no tooltip');
      expect(tip.width).toBeLessThanOrEqual(240);
      const { middle } = await boxOf(id);
      const boxes = await map()
        .getByRole('gridcell')
        .evaluateAll((cells) =>
          cells.map((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            return { left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
          }),
        );
      const near = boxes.filter((box) => distance(box, middle) < pitch * 1.1);
      expect(near.length).toBeGreaterThan(2);
      const isCovered = (box: (typeof near)[number]) =>
        tip.x < box.right && tip.x + tip.width > box.left && tip.y < box.bottom && tip.y + tip.height > box.top;
      expect(near.filter(isCovered)).toEqual([]);
    }
  });

  it('by the keyboard alone a cell of a chip of 1,024 qubits is found, zoomed until its number is read, ticked and opened', async () => {
    await open('q1024');
    const figures = async () => (await paintedTexts(page)).filter((text) => /^(\d\d\.\d|113)$/.test(text)).length;
    expect(await figures()).toBe(0);
    await cell('0').focus();
    await page.keyboard.press('ArrowRight');
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('+');
    // Those in sight.
    await expect.poll(figures, { timeout: 300_000 }).toBeGreaterThanOrEqual(4);
    const focused = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      return box && [box.left >= 0, box.top >= 0, box.bottom <= innerHeight, document.activeElement?.ariaLabel];
    });
    expect(focused?.slice(0, 3)).toEqual([true, true, true]);
    expect(focused?.[3]).toMatch(/^Q1, T1/);
    await page.keyboard.press(' ');
    await bar().getByText('1 ticked: Q1', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Q1/ }).first().waitFor();
    expect(session.problems).toEqual([]);
  });

  it.each([
    ['light', 'q64'],
    ['dark', 'q1024'],
  ] as const)(
    'on a phone in the %s theme the cells of %s are at least 24 pixels wide, and the page is accessible',
    async (colorScheme, chip) => {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.emulateMedia({ colorScheme });
      await open(chip);
      expect((await boxOf('0')).width).toBeGreaterThanOrEqual(24);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await keepScreenshot(page, `map-${chip}-${colorScheme}-360`);
      expect(session.problems).toEqual([]);
    },
  );
});
