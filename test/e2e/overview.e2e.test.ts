import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { runEnded, startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A chip after a run of which every task failed that could: the steps build on each other. */
describe.skipIf(missing)(`the morning on a chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let chipId: string;
  let run: string;
  let failed = 0;

  const api = () => session.service.api;
  const read = (execution_id: string) => api().getExecution({ params: { execution_id } });
  const over = (id: string) => runEnded(api(), id);
  const repeated = () => page.getByRole('button', { name: `Re-run failed (${failed})…` });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    run = await startOneQubitCheck(api(), { qids: ['0', '1', '2'], seed: 1, failure_rate: 1 });
    const { chip_id, progress } = await over(run);
    chipId = chip_id;
    failed = progress.by_status.failed ?? 0;
  });

  afterAll(() => session?.stop());

  it('the page of a chip says what failed since yesterday, and since when is in the address', async () => {
    await page.goto(`/chips/${chipId}`);
    await page.getByText(`${failed} failed`, { exact: true }).waitFor();
    await page.getByLabel('Since').selectOption('7 days ago');
    await expect.poll(() => new URL(page.url()).searchParams.get('since')).toBe('week');
    await page.reload();
    await page.getByText(`${failed} failed`, { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('the home of the project is the chip that was looked at last', async () => {
    await page.goto('/');
    await page.getByRole('region', { name: `Overview of ${chipId}` }).waitFor();
  });

  it('exactly what failed runs again by two clicks on the chip', async () => {
    await repeated().click();
    await page.getByRole('dialog').getByText(`Starts ${failed} task`).waitFor();
    await expectAccessible(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Re-run ${failed}` })
      .click();
    await expect.poll(() => pathOf(page)).toMatch(/^\/execution\//);
    const again = await over(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(again.note).toMatchObject({ repeats: 'failed' });
    expect(again.task).toHaveLength(failed);
  });

  it('exactly what failed runs again by two clicks on the run', async () => {
    await page.goto(`/execution/${run}`);
    await repeated().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Re-run ${failed}` })
      .click();
    await expect.poll(() => pathOf(page)).not.toContain(run);
    await over(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  });

  it('two results of a run are excluded with one reason by two ticks, two clicks and the reason', async () => {
    await page.goto(`/execution/${run}`);
    const ticks = page.getByRole('region', { name: 'Tasks', exact: true }).getByRole('checkbox');
    await ticks.nth(0).check();
    await ticks.nth(1).check();
    await page.getByRole('button', { name: 'Exclude 2…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('the cable was loose');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Exclude 2' }).click();
    await expect
      .poll(async () => (await read(run)).task.filter(({ excluded }) => excluded).length, { timeout: 300_000 })
      .toBe(2);
  });

  it('a viewer is told why no task can be run again', async () => {
    const viewer = await openAsMember(session, 'viewer');
    await viewer.page.goto(`/chips/${chipId}`);
    const button = viewer.page.getByRole('button', { name: /^Re-run failed/ }).first();
    await button.waitFor();
    await expect.poll(() => button.getAttribute('title')).toContain('View only');
    // Once for the whole page in words: a finger finds no title.
    await viewer.page.getByText(/View only\. Ask an owner for edit access$/).waitFor();
  });

  it('the overview is presentable in both themes, wide and narrow', async () => {
    await expectPresentable(page, [
      ['overview', `/chips/${chipId}`, (shown) => shown.getByRole('region', { name: `Overview of ${chipId}` })],
    ]);
  });

  it('what failed is measured again by each failed task on its own targets, by two clicks on the chip', async () => {
    const { failed: standing } = await api().getChipOverview({
      params: { chip_id: chipId },
      query: { since: new Date(Date.now() - 86_400_000).toISOString(), limit: 100 },
    });
    const wanted = standing.items.map(({ task_name: name, target_id: id }) => `${name} ${id}`).sort();
    await page.goto(`/chips/${chipId}`);
    await page.getByRole('button', { name: 'Measure these 3…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure Q0, Q1, Q2' });
    await dialog.getByText(/^(Takes|No completed run)/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: `Start ${wanted.length} task` }).click();
    await expect.poll(() => pathOf(page)).toMatch(/^\/execution\//);
    const measured = await over(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const ran = measured.task.map(({ name, qid }) => `${name} ${qid}`);
    expect(ran.length).toBeGreaterThan(0);
    expect(wanted).toEqual(expect.arrayContaining(ran));
  });
});
