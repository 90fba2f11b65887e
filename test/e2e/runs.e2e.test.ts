import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { startRunText } from '../../web/ui/lib/format/words.ts';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = [
  !chromiumBrowser.available && chromiumBrowser.reason,
  !publishedDevices.available && publishedDevices.reason,
]
  .filter(Boolean)
  .join('; ');

/** How long the run of 1,330 tasks may take on a machine that does much besides. */
const runLimit = 450_000;

/** How long a page may take to follow. */
const patient = { timeout: 300_000 };

/** The one-qubit check of a real chip and what it leaves behind: the steps build on each other. */
describe.skipIf(missing)(`runs in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let service: Session['service'];
  let page: Page;
  /** When the run was asked for. */
  let startedAt: string;

  beforeAll(async () => {
    session = await startSession();
    ({ service, page } = session);
    const documents = {
      conf: publishedDevices.json('ibm/conf_torino.json'),
      props: publishedDevices.json('ibm/props_torino_2025-02-26.json'),
    };
    await service.api.importChip({ body: { format: 'ibm', chip_id: 'torino', documents } });
  });

  afterAll(() => session?.stop());

  const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
  const facts = () => page.getByRole('main').locator('dl').first();
  const tasks = () => page.getByRole('region', { name: 'Tasks', exact: true }).locator('tbody tr');
  const executionId = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const metrics = () => service.api.getChipMetrics({ params: { chip_id: 'torino' } });

  it('the one-qubit check is made from its template', async () => {
    await page.goto('/flows');
    await page.getByRole('button', { name: 'New flow' }).click();
    await dialog('New flow').getByLabel('Template').selectOption({ label: 'One-qubit check' });
    await dialog('New flow').getByLabel('Chip').selectOption('torino');
    await dialog().getByRole('button', { name: 'Create flow' }).click();
    await page.getByText(/No problems; a run has \d+ tasks/).waitFor();
  });

  it('a flow is started on all 133 qubits, from the page of the chip', async () => {
    await page.goto('/chips/torino');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog(startRunText)
      .getByText(/^\d+ tasks on torino with the simulator/)
      .waitFor();
    // The chip was imported: the dialog asks whether simulated values may replace its own (rule SIM-2).
    const current = dialog().getByLabel(/Make the simulated values current/);
    expect(await current.isChecked()).toBe(false);
    await current.check();
    await expectAccessible(page);
    startedAt = new Date().toISOString();
    await dialog().getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('heading', { name: /^Run \d{8}-\d{3}$/ }).waitFor();
  });

  it('a run shows its progress, and every qubit by task, until it has completed', async () => {
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    const matrix = page.getByRole('grid', { name: /Tasks of .* by target/ });
    await matrix.waitFor();
    await facts().getByText('completed').waitFor({ timeout: runLimit });
    await expect.poll(() => matrix.getByRole('gridcell', { name: /: (scheduled|running)$/ }).count(), patient).toBe(0);
    expect(await matrix.locator('tbody tr').count()).toBe(133);
    const progress = page.getByRole('progressbar', { name: 'Progress' });
    const run = await service.api.getExecution({ params: { execution_id: executionId() } });
    const completed = run.task.filter((task) => task.status === 'completed').length;
    expect(await progress.getAttribute('aria-valuenow')).toBe(String(completed));
    expect(await progress.getAttribute('aria-valuetext')).toContain(`${completed} of ${run.task.length} completed`);
    // The tasks are read less often than the status of the run.
    const failed = run.task.filter((task) => task.status === 'failed').length;
    await expect.poll(() => matrix.getByRole('gridcell', { name: /: failed$/ }).count(), patient).toBe(failed);
    await expectAccessible(page);
    await keepScreenshot(page, 'run-completed');
  });

  it('the matrix of a run has the failures first, is walked with the keyboard, and Enter opens a result', async () => {
    await page.reload();
    const rows = page.getByRole('grid', { name: /Tasks of .* by target/ }).locator('tbody tr');
    await rows.first().waitFor();
    const failures = await rows.evaluateAll((all) =>
      all.map((row) => row.querySelectorAll('[data-status=failed]').length),
    );
    expect(failures[0]).toBeGreaterThan(0);
    expect(failures).toEqual([...failures].sort((a, b) => b - a));
    const target = (row: Locator) => row.getByRole('rowheader').innerText();
    const [first, second, last] = [await target(rows.first()), await target(rows.nth(1)), await target(rows.last())];
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    expect(await page.locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    expect((await label()).split(' ')[0]).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect((await label()).split(' ')[0]).toBe(second);
    await page.keyboard.press('Control+End');
    expect((await label()).split(' ')[0]).toBe(last);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: new RegExp(`^Check\\w+ on ${first}$`) }).waitFor();
    await page.goBack();
  });

  it('a task that failed says why', async () => {
    await page.getByRole('combobox', { name: 'Status' }).selectOption('failed');
    await expect.poll(() => tasks().count(), patient).toBeGreaterThan(0);
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
    const [target, task, status, message] = (await tasks().first().innerText()).split('\t');
    expect([status?.trim(), (message ?? '').length > 10]).toEqual(['failed', true]);
    await tasks().first().getByRole('link').click();
    await page.getByRole('heading', { name: `${task} on ${target}`, level: 1 }).waitFor();
    await page
      .getByRole('paragraph')
      .filter({ hasText: /^\s*failed/ })
      .getByText(message?.trim() ?? '', { exact: true })
      .waitFor();
    await page.getByText('No values. The previous ones still count').waitFor();
    await expectAccessible(page);
  });

  it('the map draws the new values, younger than the imported ones', async () => {
    const { qubit_metrics } = await metrics();
    const t1 = Object.values(qubit_metrics.t1 ?? {});
    const measured = t1.filter((cell) => cell.calibrated_at >= startedAt);
    expect(t1).toHaveLength(133);
    expect(measured.length).toBeGreaterThan(100);
    await page.goto('/dashboard?chip=torino&qubit=t1');
    await page.getByText(`${measured.length} of 133 fresh (48 h), ${133 - measured.length} stale`).waitFor();
    expect(await page.locator('[role=gridcell][data-state="fresh"]').count()).toBe(measured.length);
    await keepScreenshot(page, 'dashboard-after-run');
  });

  it('a value on the map leads to the result that it came from', async () => {
    const { qubit_metrics } = await metrics();
    const [qid, cell] = Object.entries(qubit_metrics.t1 ?? {}).find(([, one]) => one.calibrated_at >= startedAt) ?? [];
    await page.goto(`/dashboard?chip=torino&qubit=t1&target=${qid}`);
    const row = page.getByRole('region', { name: `Values of Q${qid}` }).getByRole('row', { name: /^T1 / });
    await row.getByRole('link', { name: cell?.execution_id ?? '' }).click();
    await page.getByRole('heading', { name: `CheckT1 on Q${qid}`, level: 1 }).waitFor();
    expect(pathOf(page)).toBe(`/tasks/${cell?.task_id}`);
  });

  it('a result is shown with its values, picture, interactive figure, history and raw data', async () => {
    await page
      .getByRole('region', { name: 'Measured values' })
      .getByRole('img', { name: / ± .*µs/ })
      .first()
      .waitFor();
    const t1 = page.getByRole('region', { name: 'Measured values' }).getByRole('row', { name: /^T1 / });
    await expect.poll(() => t1.innerText(), patient).toMatch(/was .*µs\s+[+−][\d.]+\s%, |no value before/s);
    const picture = page.getByRole('img', { name: /^Figure 1 of \d: CheckT1/ });
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), patient)
      .toBeGreaterThan(0);
    // Two results do not make a curve: they are in the table.
    await page.getByRole('region', { name: 'Results over time' }).getByRole('row', { name: /µs/ }).first().waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'task-picture');
    await page.getByText('Interactive', { exact: true }).click();
    await page.locator('.js-plotly-plot .main-svg').first().waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'task-interactive');
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /^Raw data .*\.csv$/ })
      .first()
      .click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.length).toBeGreaterThan(10);
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    await page
      .getByRole('link', { name: /^(Next|Previous): Q/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText(), patient).not.toBe(heading);
  });

  it('a run went without a script error or a refusal of the content security policy', () => {
    expect(session.problems).toEqual([]);
  });
});
