import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
} from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** Two chips, of which one was measured. */
describe.skipIf(missing)(`the navigation in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  const main = () => page.getByRole('navigation', { name: 'Main' });
  const place = (name: string) => main().getByRole('link', { name, exact: true });
  const at = () => pathOf(page);
  const overviewOf = (chipId: string) => page.getByRole('region', { name: `Overview of ${chipId}` });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    for (const chip_id of ['qpu-1', 'qpu-2']) await api.createChip({ body: { chip_id, topology_id: 'linear-16' } });
    await api.createCryostat({ body: { cryo_id: 'fridge-1' } });
  });

  afterAll(() => session?.stop());

  it('every place of the rail is one click away, and is marked as the page that one is on', async () => {
    await page.goto('/chips/qpu-1');
    await overviewOf('qpu-1').waitFor();
    for (const [name, path] of [
      ['Dashboard', '/dashboard'],
      ['Figures', '/chips/qpu-1/wall'],
      ['Compare', '/chips/qpu-1/differences'],
      ['Runs', '/execution'],
      ['Flows', '/flows'],
      ['Schedules', '/schedules'],
      ['Notes', '/notes'],
      ['Discussions', '/discussions'],
      ['Cryostats', '/cryo'],
      ['Inbox', '/inbox'],
      ['Overview', '/chips/qpu-1'],
    ] as const) {
      await place(name).click();
      await expect.poll(at).toBe(path);
      await expect.poll(() => place(name).getAttribute('aria-current')).toBe('page');
      expect(await main().locator('[aria-current]').count()).toBe(1);
    }
    await page.goto('/chips/qpu-1/qubits/3');
    await expect.poll(() => place('Overview').getAttribute('aria-current')).toBe('true');
  });

  it('every page names what it does not know of its address, and only as long as it is that page', async () => {
    for (const [path, text] of [
      ['/execution', 'status=melted'],
      ['/compare', 'left=1'],
      ['/tasks', 'from=soon'],
      ['/flows', 'open=everything'],
      ['/schedules', 'page=first'],
      ['/chips', 'open=door'],
      ['/chips/qpu-1', 'since=soon'],
      ['/chips/qpu-1/differences', 'before=soon'],
      ['/chips/qpu-1/wall', 'order=random'],
      ['/chips/qpu-1/values', 'layer=mux'],
      ['/chips/qpu-1/analysis', 'colour=red'],
      ['/chips/qpu-1/muxes', 'date=soon'],
      ['/chips/qpu-1/days', 'days=0'],
      ['/chips/qpu-1/qubits/3', 'x=1'],
      ['/cryo', 'page=-1'],
      ['/notes', 'scope=nothing'],
      ['/inbox', 'show=all'],
      ['/discussions', 'page=0'],
      ['/settings', 'tab=2'],
      ['/projects', 'x=1'],
      ['/admin', 'x=1'],
      ['/dashboard', 'layer=mux'],
    ] as const) {
      await page.goto(`${path}?${text}`);
      await page.getByText(`This page does not know '${text}' of its address, and is shown without it`).waitFor();
    }
    await expectAccessible(page);
    await place('Runs').click();
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await expect.poll(() => page.getByText('of its address').count()).toBe(0);
    await page.goto('/execution?status=failed&page=1');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    expect(await page.getByText('of its address').count()).toBe(0);
    for (const [address, sentence] of [
      ['/chips/qpu-1/qubits/3?metric=t2_ecko', "No qubit metric 't2_ecko'; did you mean 't2_echo'? Showing T1"],
      ['/chips/qpu-1/values?sort=-t7', /^No column 't7'/],
      [
        '/discussions?status=resolvd',
        "No status 'resolvd'; did you mean 'resolved'? Showing those that are not closed",
      ],
    ] as const) {
      await page.goto(address);
      await page.getByText(sentence).waitFor();
    }
  });

  it('another chip is chosen by typing a part of its name, in the place that one is in', async () => {
    await page.goto('/dashboard?chip=qpu-1');
    await page.getByRole('button', { name: 'Chip: qpu-1' }).press('Enter');
    const field = page.getByRole('combobox', { name: 'Find a chip' });
    await field.waitFor();
    await expectAccessible(page);
    await page.keyboard.type('2');
    await expect.poll(() => page.getByRole('dialog').getByRole('option').allTextContents()).toEqual(['qpu-2no values']);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Chip: qpu-2' }).waitFor();
    expect(new URL(page.url()).search).toBe('?chip=qpu-2');
    await page.goto('/');
    await overviewOf('qpu-2').waitFor();
  });

  it('projects, settings, administration, theme and the way out are in the menu of the account', async () => {
    await page.getByRole('button', { name: `Account of ${session.username}` }).press('Enter');
    // The code of the menu is loaded when it is pressed.
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    for (const name of ['Projects', 'Settings', 'Admin', 'API reference', 'Sign out'])
      expect(await page.getByRole('menuitem', { name, exact: true }).count()).toBe(1);
    expect(await page.getByRole('menuitemradio').allInnerTexts()).toEqual(['System', 'Light', 'Dark']);
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Projects' }).press('Enter');
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  });

  it('what is typed before the code of a dialog is loaded goes into its first field, and does nothing else', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const code = /\/assets\/modal[^/]*\.js/;
    await page.route(code, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/projects');
    const create = page.getByRole('button', { name: 'Create a project' });
    const asked = page.waitForRequest(code);
    await create.press('Enter');
    await asked;
    await page.keyboard.type('x/gr');
    await page.keyboard.press('Escape');
    await create.press('Enter');
    await page.keyboard.type('f/gr warm');
    expect(at()).toBe('/projects');
    letGo();
    const name = page.getByRole('dialog', { name: 'Create a project' }).getByLabel('Name');
    await expect.poll(() => name.inputValue()).toBe('f/gr warm');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.type(' cold');
    expect(await name.inputValue()).toBe('f/gr warm cold');
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
    expect(await create.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.unroute(code);
  });

  it('the names of the narrow rail are tooltips, which Escape takes away', async () => {
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.goto('/execution');
    const width = () => page.getByRole('banner').evaluate((rail) => rail.getBoundingClientRect().width);
    expect(await width()).toBe(56);
    const shown = () =>
      place('Flows')
        .getByText('Flows')
        .evaluate((tip) => getComputedStyle(tip).opacity);
    expect(await shown()).toBe('0');
    await place('Flows').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await shown()).toBe('1');
    await page.keyboard.press('Escape');
    await expect.poll(shown).toBe('0');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await width()).toBe(200);
  });

  it('at 360 px the bottom bar shows the current page, everything else is under More, and a finger hits each', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    const more = () => main().getByRole('button', { name: 'More' });
    for (const [path, name] of [
      ['/chips/qpu-1', 'Overview'],
      ['/dashboard?chip=qpu-1', 'Dashboard'],
      ['/execution', 'Runs'],
      ['/notes', 'Notes'],
    ] as const) {
      await page.goto(path);
      await expect.poll(() => place(name).getAttribute('aria-current')).toBe('page');
      expect(await more().getAttribute('data-current')).toBeNull();
    }
    await page.goto('/cryo');
    await expect.poll(() => more().getAttribute('data-current')).toBe('true');
    const heights = (role: 'banner' | 'navigation') =>
      page
        .getByRole(role, role === 'banner' ? {} : { name: 'Main' })
        .locator('a, button')
        .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height));
    const sizes = async () => [...(await heights('banner')), ...(await heights('navigation'))];
    expect((await sizes()).length).toBeGreaterThan(5);
    // One whose code comes has no size yet.
    await expect.poll(async () => Math.min(...(await sizes()))).toBeGreaterThanOrEqual(44);
    await more().click();
    await page.getByRole('menuitem', { name: 'Schedules' }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'more-360');
    await page.getByRole('menuitem', { name: 'Schedules' }).click();
    await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('pages are accessible and nothing of them is wider than the window, with the rail, its icons or the bars', async () => {
    const pages = [
      ...['/chips/qpu-1', '/chips/qpu-1/differences', '/chips/qpu-1/muxes', '/chips/qpu-1/days'],
      ...['/chips/qpu-1/qubits/3', '/flows', '/schedules', '/notes', '/inbox'],
    ];
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const address of pages) {
        const name = `navigation${address.replaceAll(/\W+/g, '-')}`;
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await keepScreenshot(page, `${name}-light-${width}`);
        await expectContrastInDark(page);
        await keepScreenshot(page, `${name}-dark-${width}`);
      }
    }
    // Between a phone and a desk the icons of the rail are all that differs.
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    const others = ['/dashboard?chip=qpu-1', '/execution', '/cryo', '/chips', '/projects', '/settings', '/admin'];
    for (const address of [...others, ...pages]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
    await expectContrastInDark(page);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(session.problems).toEqual([]);
  });

  it('no part of the navigation moves as a page opens', async () => {
    for (const width of [1440, 1000, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const address of ['/execution', '/chips/qpu-1']) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await movedInNavigation(page)).toEqual([]);
      }
    }
  });
});

interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null }[];
}

/** The parts of the rail or the bars that have moved in the page so far. */
const movedInNavigation = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const entries: LayoutShift[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as LayoutShift[])));
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    const navigation = document.querySelectorAll('#root > div > header, #root > div > nav');
    const nodes = entries.flatMap(({ sources }) => sources.flatMap(({ node }) => node ?? []));
    return nodes
      .filter((node) => [...navigation].some((part) => part.contains(node)))
      .map((node) => node.textContent ?? '');
  });
