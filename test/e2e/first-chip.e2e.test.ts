import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { coverageText } from '../../web/values/lib/metrics/cells.ts';
import { pathOf } from './support/addresses.ts';
import { type Contexts, chromiumBrowser, keepScreenshot, type WatchedPage, watchPage } from './support/browser.ts';
import { type StartedService, startService } from './support/started-service.ts';

const missing = [
  !chromiumBrowser.available && chromiumBrowser.reason,
  !publishedDevices.available && publishedDevices.reason,
]
  .filter(Boolean)
  .join('; ');

/** From the first login to a real chip on the map: one person, one browser, one running service; the steps build on each other. */
describe.skipIf(missing)(`the first chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let service: StartedService;
  let browser: Contexts;
  let context: BrowserContext;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), chromiumBrowser.open()]);
    context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
      baseURL: service.url,
    });
    watched = await watchPage(context);
    page = watched.page;
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const cells = () => page.getByRole('grid', { name: /Map of/ }).getByRole('gridcell');
  const tableOf = (name: string | RegExp) => page.getByRole('region', { name });

  it('the application asks for a login and remembers where the person wanted to go', async () => {
    await page.goto('/chips');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').innerText()).not.toBe('');
    await page.getByLabel('Password').fill(service.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Chips', level: 1 }).waitFor();
    expect(pathOf(page)).toBe('/chips');
  });

  it('a login lands on the runs, which say what to do while there are none', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    expect(pathOf(page)).toBe('/execution');
    await keepScreenshot(page, 'runs-empty');
  });

  it('files that are dropped anywhere on an empty project are imported by no click before the dialog', async () => {
    const files = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['{"a":1}'], 'notes.json', { type: 'application/json' }));
      return dropped;
    });
    const invited = async () => {
      await page.dispatchEvent('#content', 'dragover', { dataTransfer: files });
      return page.getByText('Drop the files of a device to import it').isVisible();
    };
    // It is loaded after the visible parts.
    await expect.poll(invited, { timeout: 300_000 }).toBe(true);
    await page.dispatchEvent('#content', 'drop', { dataTransfer: files });
    const dialog = page.getByRole('dialog', { name: 'Import a chip' });
    await dialog.getByText(/notes\.json is neither/).waitFor();
    await page.goto('/execution');
    await page.getByRole('link', { name: 'Import a chip' }).click();
    await page.getByRole('dialog', { name: 'Import a chip' }).waitFor();
  });

  it('a device is imported from two dropped files, whichever comes first', async () => {
    await page
      .getByLabel(/Drop the files of a device/)
      .setInputFiles([
        publishedDevices.path('ibm/props_torino_2025-02-26.json'),
        publishedDevices.path('ibm/conf_torino.json'),
      ]);
    await expect.poll(() => page.getByLabel('Chip id').inputValue(), { timeout: 300_000 }).toBe('torino');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText(/Chip 'torino' would be created from \S+ with 2,?263 new values/).waitFor();
    await keepScreenshot(page, 'import-preview');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText("Chip 'torino' was created").waitFor();
    const outcome = await page.getByRole('dialog').innerText();
    expect(outcome).toMatch(/Qubits\s+133\s/);
    expect(outcome).toContain('11 couplings are marked faulty');
    await keepScreenshot(page, 'import-outcome');
    await page.getByRole('link', { name: 'Open the map' }).click();
  });

  it('the dashboard draws 133 qubits and says how old their values are', async () => {
    await cells().first().waitFor();
    expect(await cells().count()).toBe(133);
    await page.goto('/dashboard?chip=torino&qubit=t1&as_of=2025-02-26T23:59:59Z');
    await page
      .getByText(coverageText({ total: 133, fresh: 70, stale: 63, olderThanWeek: 54, missing: 0, faulty: 0 }, '48 h'))
      .waitFor();
    expect(await page.getByText('N = 139 of 150 (11 faulty)').count()).toBe(1);
    // In the legend of the map and in the distribution.
    expect(await page.getByText(/^median 185,/).count()).toBe(1);
    expect(await page.getByText(/^median 185\sµs$/).count()).toBe(1);
    await keepScreenshot(page, 'dashboard-torino');
  });

  it('the address of the dashboard restores the whole view', async () => {
    await page.goto('/dashboard?chip=torino&qubit=t2_echo&as_of=2025-02-26&layer=coupling&target=0-1&sort=-value');
    await page.getByRole('heading', { name: '0-1' }).waitFor();
    expect(await page.getByLabel('Qubit metric').inputValue()).toBe('t2_echo');
    expect(await cells().count()).toBe(150);
    expect(await page.getByRole('columnheader', { name: /CZ gate error/ }).getAttribute('aria-sort')).toBe(
      'descending',
    );
  });

  it('the table and the CSV file have the same values as the map', async () => {
    await page.goto('/dashboard?chip=torino&qubit=t1&as_of=2025-02-26');
    await cells().first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('torino_t1_2025-02-26.csv');
    const [head, ...lines] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(head).toBe('qubit,metric,title,value,error,unit,state,calibrated_at,age_seconds,source,held');
    expect(lines).toHaveLength(133);
    const rows = await tableOf('Values of T1').locator('tbody tr').allInnerTexts();
    const labels = await cells().evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));
    for (const line of lines) {
      const [target, , , value] = line.split(',');
      const shown = Number(value).toPrecision(5);
      const row = rows.find((text) => text.startsWith(`Q${target}\t`));
      expect(Number(row?.split('\t')[1])).toBe(Number(shown));
      const label = labels.find((text) => text.startsWith(`Q${target}, `));
      expect(Number(label?.match(/T1 ([\d.]+)/)?.[1])).toBe(Number(shown));
    }
  });

  it('the map is walked with the keyboard: one tab stop, neighbours by arrows, Enter selects, Escape closes', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    // A pointer that rests where the map is scrolled to would have the tooltip.
    await page.mouse.move(0, 0);
    expect(await page.locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    expect(await focused()).toMatch(/^Q0, T1 224\.09/);
    await page.getByRole('tooltip').getByText('stale').waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toMatch(/^Q1,/);
    await page.keyboard.press('End');
    expect(await focused()).toMatch(/^Q14,/);
    await page.keyboard.press('Control+End');
    expect(await focused()).toMatch(/^Q132,/);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^Q15,/);
    expect(await page.locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('tooltip').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Q15', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('target')).toBe('15');
    await expect.poll(focused, { timeout: 300_000 }).toBe('Panel of Q15');
    await page.keyboard.press('Escape');
    expect(await focused()).toMatch(/^Q15,/);
    // The first closes the tooltip, the second the panel.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.getByRole('heading', { name: 'Q15', exact: true }).count(), { timeout: 300_000 })
      .toBe(0);
  });

  it('a corrected value is shown as fresh, and both values in the history', async () => {
    await page.goto('/chips/torino/qubits/17?metric=t1');
    await page.getByRole('button', { name: 'Set values…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set values of Q17' });
    await dialog.getByLabel('T1, new value').fill('171.5');
    await dialog.getByLabel('T1, uncertainty').fill('2.5');
    await dialog.getByLabel(/^Reason/).fill('measured again by hand');
    await dialog.getByRole('button', { name: 'Set 1 value' }).click();
    const history = tableOf('History');
    await history.getByText('measured again by hand').waitFor();
    const rows = await history.locator('tbody tr').allInnerTexts();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('171.5(2.5)');
    expect(rows[1]).toContain('146.06');
    await keepScreenshot(page, 'qubit-history');
    await page.goto('/dashboard?chip=torino&qubit=t1&as_of=newest');
    await page.getByText(/^1 of 133 fresh \(48 h\), 132 stale/).waitFor();
  });

  it('a chip of 256 qubits is created and its empty lattice drawn', async () => {
    await page.goto('/chips?open=create');
    const dialog = page.getByRole('dialog', { name: 'Create a chip' });
    await dialog.getByLabel('Chip id').fill('square #1 ü');
    await dialog.getByLabel('Topology').selectOption('square-lattice-mux-256');
    await dialog.getByLabel('Technology').selectOption('Fluxonia');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'square #1 ü', level: 1 }).waitFor();
    await page.getByText('256 qubits, 480 couplings').waitFor();
    await page.getByText('No values yet').waitFor();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await cells().first().waitFor();
    expect(await cells().count()).toBe(256);
    await page
      .getByText(coverageText({ total: 256, fresh: 0, stale: 0, olderThanWeek: 0, missing: 256, faulty: 0 }, '48 h'))
      .waitFor();
    await keepScreenshot(page, 'dashboard-empty-256');
  });

  it('a chip is deleted only after its name is typed, and says what goes', async () => {
    await page.goto(`/chips/${encodeURIComponent('square #1 ü')}`);
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: /Delete chip/ });
    await dialog.getByText('256').first().waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete chip' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(/to confirm/).fill('square #1 ü');
    await confirm.click();
    await page.getByRole('heading', { name: 'Chips', level: 1 }).waitFor();
    await expect.poll(() => tableOf('Chips').locator('tbody tr').count(), { timeout: 300_000 }).toBe(1);
  });

  it('a file that is none of a device is refused, a broken one too, and a broken entry is left out with its place', async () => {
    await page.goto('/chips?open=import');
    const broken = publishedDevices.json('ibm/props_torino_2025-02-26.json') as { qubits: { value: unknown }[][] };
    const [first] = broken.qubits[0] ?? [];
    if (first) first.value = 'soon';
    const cut = { ...broken, qubits: broken.qubits.slice(1) };
    const files = page.getByLabel(/Drop the files of a device/);
    const json = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await files.setInputFiles([json('notes.json', '{"a":1}')]);
    await page.getByText(/notes\.json is neither/).waitFor();
    const configuration = json('b.json', readFileSync(publishedDevices.path('ibm/conf_torino.json'), 'utf8'));
    await files.setInputFiles([json('a.json', JSON.stringify(cut)), configuration]);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    expect(await page.getByRole('alert').innerText()).toContain('props.qubits');
    await files.setInputFiles([json('a.json', JSON.stringify(broken)), configuration]);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText(/entr(y|ies) left out, of \d+ kinds?/).click();
    await page.getByText('props.qubits[0][0].value').waitFor();
  });

  it('colours are changed by hand and the choice is kept', async () => {
    await page.goto('/execution');
    await page.getByRole('button', { name: /Account of admin/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await page.keyboard.press('Escape');
  });

  it('signing out keeps no one in', async () => {
    await page.getByRole('button', { name: /Account of admin/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('fiducial.token'))).toBeNull();
    await page.goto('/dashboard?chip=torino');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('return')).toBe('/dashboard?chip=torino');
  });

  it('the first chip went without a script error or a refusal of the content security policy', () => {
    expect(watched.problems).toEqual([]);
  });
});
