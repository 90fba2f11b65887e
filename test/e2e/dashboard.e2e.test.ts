import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll, keepScreenshot } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const hour = 3_600_000;

/** Four qubits: T1 of the first was measured three times within three weeks, of two others once, of the last never. */
describe.skipIf(missing)(`the dashboard${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const began = Date.now();
  const search = () => new URL(page.url()).searchParams;
  const shows = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const allMetrics = () => page.getByRole('region', { name: 'All metrics' });
  const choose = (label: string) => page.getByText(label, { exact: true }).first().click();

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const set = (qid: string, metric: string, value: number, unit: string, hoursAgo: number) =>
      api.updateCalibrationParameters({
        body: {
          chip_id: 'chip',
          qid,
          parameters: { [metric]: { value, unit, calibrated_at: new Date(began - hoursAgo * hour).toISOString() } },
        },
      });
    await set('0', 't1', 60, 'us', 20 * 24);
    await set('0', 't1', 120, 'us', 3 * 24);
    await set('0', 't1', 90, 'us', 2);
    await set('1', 't1', 80, 'us', 2);
    await set('2', 't1', 110, 'us', 30);
    await set('0', 'qubit_frequency', 5, 'GHz', 2);
    await set('0', 'rabi_offset', 0.5, '', 2);
  });
  afterAll(() => session?.stop());

  it('the answer is the largest thing: the median and the share that reaches the goal', async () => {
    await page.goto('/dashboard?chip=chip');
    await shows('T1: median 90.0 µs, 33 % of qubits reach the goal of 100');
  });

  it('the values of the last day, week and month are one press away, and the address says which', async () => {
    await choose('1 d');
    await shows('T1: median 85.0 µs');
    expect(search().get('from')).toBe('now-1d');
    await shows('N = 2 of 4 (2 missing)');
    await choose('7 d');
    await shows('T1: median 90.0 µs');
    expect(search().get('from')).toBe('now-7d');
    await allMetrics()
      .getByRole('row', { name: /^T1 \(µs\).*\+50/ })
      .waitFor();
  });

  it('the best and the average of the values are shown with how many they are of, and a warning where that differs', async () => {
    await choose('30 d');
    await choose('Best');
    await shows('T1: median best 110 µs');
    expect([search().get('from'), search().get('mode')]).toEqual(['now-30d', 'best']);
    await shows('T1: n differs: 1 to 3 values a qubit. Best values of unequal tries do not compare.');
    await page.getByRole('gridcell', { name: /^Q0, T1 120.*of 3 values/ }).waitFor();
    const table = page.getByRole('region', { name: 'Values of T1' });
    expect(await table.getByRole('columnheader', { name: 'n', exact: true }).count()).toBe(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const [heads, first] = readFileSync(await (await download).path(), 'utf8').split('\r\n');
    expect([heads?.split(',').at(-1), first?.split(',').at(-1)]).toEqual(['n', '3']);
    await choose('Average');
    await shows('T1: median mean 90.0 µs');
    await shows(/^T1: n differs: 1 to 3 values a qubit\. Means/);
    await choose('Latest');
    await shows('T1: median 90.0 µs');
    expect(await page.getByText('n differs').count()).toBe(0);
  });

  it('a range of days is chosen in the zone of the service, whole days on both ends', async () => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    await page.goto(`/dashboard?chip=chip&from=${day(began - 22 * 24 * hour)}&to=${day(began - 10 * 24 * hour)}`);
    await shows('T1: median 60.0 µs');
    await page.getByLabel(/^To, end of day/).fill('');
    await shows('T1: median 90.0 µs');
    expect(search().get('to')).toBeNull();
  });

  it('every metric with values has a row, and opens its map, distribution and coverage, which the address restores', async () => {
    await page.goto('/dashboard?chip=chip');
    await shows('T1: median');
    const row = allMetrics().getByRole('row', { name: /^T1 \(µs\)/ });
    await row.waitFor();
    const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim().replaceAll('\u00a0', ' '));
    expect(cells).toEqual(['90.0', '80.0', '110', '3 of 4', '3 fresh', '33 % reach 100 µs', '–']);
    expect(await allMetrics().getByRole('row').count()).toBe(3);
    await page.getByText('Settings (1)').click();
    await page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Rabi offset' }).waitFor();
    await allMetrics().getByRole('button', { name: 'Qubit frequency (GHz)' }).click();
    expect(search().get('open')).toBe('qubit.qubit_frequency');
    await page.reload();
    await page.getByRole('grid', { name: 'Map of chip: Qubit frequency' }).waitFor();
    await page.getByRole('img', { name: /^Distribution of Qubit frequency, median 5/ }).waitFor();
    expect(await page.getByRole('meter', { name: 'Coverage of Qubit frequency' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Show above' }).click();
    await shows('Qubit frequency: median 5 GHz');
  });

  it('Shift and a click, Space, a drag over the distribution and the table tick the same targets, which a reload keeps', async () => {
    await page.goto('/dashboard?chip=chip');
    const cell = (id: string) => page.getByRole('gridcell', { name: new RegExp(`^Q${id},`) }).first();
    const bar = page.getByRole('region', { name: 'Ticked targets' });
    await cell('1').click({ modifiers: ['Shift'] });
    await bar.getByText('1 ticked: Q1', { exact: true }).waitFor();
    await cell('2').focus();
    await page.keyboard.press(' ');
    await bar.getByText('2 ticked: Q1, Q2', { exact: true }).waitFor();
    expect(search().get('target')).toBeNull();
    await page.getByRole('checkbox', { name: 'Tick Q0' }).check();
    await bar.getByText('3 ticked: Q0, Q1, Q2', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Tick Q2' }).uncheck();
    await page.reload();
    await bar.getByText('2 ticked: Q0, Q1', { exact: true }).waitFor();
    expect(await page.locator('[role=gridcell][data-ticked]').count()).toBe(2);
    const curve = page.getByRole('img', { name: /^Distribution of T1/ });
    const box = await curve.boundingBox();
    if (!box) throw new Error('no distribution');
    // From beyond the largest value to beyond the smallest.
    await page.mouse.move(box.x + box.width - 2, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 42, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await bar.getByText('3 ticked: Q0, Q1, Q2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Tick the stale' }).isDisabled();
    await expectAccessible(page);
  });

  it('what is ticked is compared in one click, each against the one that is chosen, and saved as it is', async () => {
    const bar = page.getByRole('region', { name: 'Ticked targets' });
    await bar.getByRole('button', { name: 'Compare…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare 3 qubits' });
    const t1 = () => dialog.getByRole('row', { name: /^T1 \(µs\)/ }).getByRole('cell');
    await t1().first().waitFor();
    const texts = async () => (await t1().allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    expect(await texts()).toEqual(['90', '80 −11 %, −0.4 σ', '110 +22 %, +0.6 σ']);
    await dialog.getByLabel('Against').selectOption('Q2');
    expect((await texts())[2]).toBe('110');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'CSV of these' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines.filter((line) => line.startsWith('t1,')).map((line) => line.split(',')[3])).toEqual(['0', '1', '2']);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    // The map behind the dialog takes its new size after the window has.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await bar.getByRole('button', { name: 'Clear ticks' }).click();
    await page.getByRole('checkbox', { name: 'Tick Q0' }).check();
    const compare = bar.getByRole('button', { name: 'Compare…' });
    expect(await compare.getAttribute('title')).toBe('Tick another one to compare');
    for (const id of ['1', '2']) await page.getByRole('checkbox', { name: `Tick Q${id}` }).check();
    await bar.getByText('3 ticked: Q0, Q1, Q2', { exact: true }).waitFor();
  });

  it('what is ticked is measured with one press, whose dialog has its qubits, written to a file, and cleared', async () => {
    const bar = page.getByRole('region', { name: 'Ticked targets' });
    const download = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'CSV of these' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['0', '1', '2']);
    await bar.getByRole('button', { name: 'Measure…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure Q0, Q1, Q2' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Comment…' }).click();
    await page.getByRole('dialog').getByText('Q0, Q1, Q2').waitFor();
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Clear ticks' }).click();
    await expect.poll(() => bar.count(), { timeout: 300_000 }).toBe(0);
    expect(search().get('sel')).toBeNull();
    expect(session.problems).toEqual([]);
  });

  it('on paper the dashboard is a report: every row, what was chosen, and nothing that is pressed, dark on white', async () => {
    await page.goto('/dashboard?chip=chip');
    await shows('T1: median');
    await allMetrics().getByRole('row').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const seen = (name: string | RegExp) => page.getByRole('button', { name }).first().isVisible();
    expect([await seen('Start a run'), await seen('Zoom in'), await seen(/Tick the worst/)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByText('Latest', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText('Average', { exact: true }).isVisible()).toBe(false);
    expect(await seen(/^T1 \(µs\)/)).toBe(true);
    const look = await page.evaluate(() => {
      const { color } = getComputedStyle(document.body);
      const { backgroundColor } = getComputedStyle(document.documentElement);
      const frames = [...document.querySelectorAll('section:has(> table)')];
      return [color, backgroundColor, frames.some((frame) => frame.scrollHeight > frame.clientHeight + 1)];
    });
    expect(look).toEqual(['rgb(20, 23, 28)', 'rgb(255, 255, 255)', false]);
    await page.emulateMedia({ media: null, colorScheme: 'light' });
  });

  it.each(['', '&as_of=2026-01-05', '&as_of=newest'])(
    'the filters are one line at 1440 px, with %j in the address',
    async (more) => {
      await page.goto(`/dashboard?chip=chip${more}`);
      await page.getByLabel('Cool-down').waitFor();
      const feet = await page
        .locator('main :is(select, input[type="date"], fieldset)')
        .filter({ visible: true })
        .evaluateAll((all) => all.slice(0, 7).map((field) => Math.round(field.getBoundingClientRect().bottom)));
      expect(feet).toHaveLength(7);
      expect(new Set(feet).size).toBe(1);
    },
  );

  it('who chooses a date as of which to look has its field in focus, and the bar leads back to now', async () => {
    await page.goto('/dashboard?chip=chip');
    await page.getByLabel('As of').selectOption('date');
    const date = page.getByLabel(/^End of day/);
    await expect.poll(() => date.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByLabel('As of').waitFor();
    expect(search().get('as_of')).toBeNull();
  });

  it('a map on paper has the colours of the light theme, whether the system or the person chose the dark one', async () => {
    const fills = async () => {
      const cells = page.getByRole('gridcell', { name: /^Q[012], T1/ }).locator('path:first-child');
      await cells.first().waitFor();
      return cells.evaluateAll((all) => all.map((path) => path.getAttribute('fill')));
    };
    const chooseTheme = async (theme: string) => {
      await page.evaluate((name) => localStorage.setItem('fiducial.theme', name), theme);
      await page.reload();
    };
    await page.goto('/dashboard?chip=chip');
    const light = await fills();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await fills();
    expect(light).toHaveLength(3);
    expect(dark).not.toEqual(light);
    for (const theme of ['system', 'dark']) {
      await chooseTheme(theme);
      expect(await fills()).toEqual(dark);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect.poll(fills).toEqual(light);
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(20, 23, 28)');
      await page.emulateMedia({ media: null, colorScheme: 'dark' });
      await expect.poll(fills).toEqual(dark);
      // A browser that prints a copy of the page changes nothing of the page but what it does before.
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      expect(await fills()).toEqual(light);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      expect(await fills()).toEqual(dark);
    }
    await chooseTheme('system');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('another metric of a large chip is drawn without a wait: it came when the field had the focus', async () => {
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'wide', topology_id: 'square-lattice-mux-256' } });
    const parameters = { t1: { value: 90, unit: 'us' }, t2_echo: { value: 120, unit: 'us' } };
    await api.updateCalibrationParameters({ body: { chip_id: 'wide', qid: '0', parameters } });
    await page.goto('/dashboard?chip=wide&qubit=t1');
    await shows('T1: median 90.0 µs');
    const isOfAll = (url: string) => url.includes('/chips/wide/metrics') && !url.includes('metrics=');
    const all = page.waitForResponse((response) => isOfAll(response.url()));
    await page.getByLabel('Qubit metric').focus();
    await (await all).finished();
    const isOfOne = (url: URL) => url.pathname.endsWith('/chips/wide/metrics');
    await page.route(isOfOne, (route) => route.abort());
    await page.getByLabel('Qubit metric').selectOption({ label: 'T2 echo' });
    await shows('T2 echo: median 120 µs');
    await page.unroute(isOfOne);
  });

  it('what the address has and no one knows is named, and what is shown instead', async () => {
    await page.goto('/dashboard?chip=chip&qubit=readout_error&mode=worst&from=soon&as_of=then');
    await shows("No qubit metric 'readout_error'; did you mean 'average_readout_fidelity'? Showing T1");
    for (const word of ["No mode 'worst'", "No range from 'soon'", "No time 'then'"]) await shows(new RegExp(word));
    await shows('T1: median 90.0 µs');
  });

  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)('the dashboard is accessible and fits at %d pixels in the %s theme', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.goto('/dashboard?chip=chip&mode=best&from=2020-01-01&open=qubit.qubit_frequency');
    await page.getByRole('grid', { name: 'Map of chip: Qubit frequency' }).waitFor();
    await shows(/n differs/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keepScreenshot(page, `dashboard-${colorScheme}-${width}`);
    expect(session.problems).toEqual([]);
  });
});
