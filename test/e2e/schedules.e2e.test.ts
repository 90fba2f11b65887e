import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, expectTablesInside, keepScreenshot } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, expectTwoLines, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** How long what the service does by itself may take to be seen. */
const patient = { timeout: 300_000 };

/** Schedules made, changed, paused, skipped and deleted: the steps build on each other. */
describe.skipIf(missing)(`schedules in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
  });

  afterAll(() => session?.stop());

  const api = () => session.service.api;
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const table = () => page.getByRole('region', { name: 'Schedules' });
  const stored = async () => (await api().listAllFlowSchedules()).schedules;
  const firings = () => page.getByRole('region', { name: 'Starts' }).locator('tbody tr');

  it('the page of schedules says what a schedule is for while there is none', async () => {
    await page.goto('/schedules');
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor();
    await expectAccessible(page);
    await startOneQubitCheck(api(), { pace_seconds: 10 });
  });

  it('the next runs are shown while a cron expression is typed, and what is wrong with it is said', async () => {
    await page.goto('/schedules');
    await page.getByRole('button', { name: 'New schedule' }).click();
    const form = dialog('New schedule');
    await form.getByRole('status').getByRole('listitem').nth(2).waitFor();
    await form.getByLabel('Repeat').selectOption('Advanced (cron)');
    // What was chosen before, as the expression that it is, and in words.
    expect(await form.getByLabel('Cron expression').inputValue()).toBe('30 6 * * *');
    await form.getByText('Every day at 06:30').waitFor();
    await form.getByLabel('Cron expression').fill('30 6 * * 1-5 7');
    await form.getByText(/has 6 fields and not the five/).waitFor();
    await form.getByLabel('Cron expression').fill('15 7 * * 1');
    await form.getByLabel('Time zone').fill('Europe/Berlin');
    await expect
      .poll(() => form.getByRole('status').getByRole('listitem').allInnerTexts(), patient)
      .toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/\d\d:15\s.*07:15 in Europe\/Berlin$/)));
    await expectAccessible(page);
    await keepScreenshot(page, 'schedule-form');
  });

  it('a schedule is made, and listed with its next run', async () => {
    await dialog('New schedule').getByRole('button', { name: 'Create schedule' }).click();
    await table().getByRole('link', { name: 'Mondays at 07:15' }).waitFor();
    expect(await stored()).toMatchObject([{ cron: '15 7 * * 1', timezone: 'Europe/Berlin', flow_name: 'check' }]);
    expect(await table().locator('tbody tr').first().innerText()).toMatch(/07:15 in Europe\/Berlin/);
  });

  it('a schedule for a single time is made from the page of the flow', async () => {
    await page.goto('/flows/check');
    await page.getByRole('link', { name: 'Schedule this flow' }).click();
    const form = dialog('New schedule');
    await form.getByLabel('Repeat').selectOption('Once');
    await form.getByLabel('Time', { exact: true }).fill('2099-01-02T03:04');
    await form.getByLabel('Time zone').fill('Asia/Tokyo');
    await form.getByLabel('Qubits (optional)').fill('0');
    await form.getByLabel('Interval (µs)').fill('102.4');
    await form.getByText('Parameters as JSON').click();
    await form.getByLabel(/^Further parameters/).fill('{"seed": 7}');
    await form.getByRole('button', { name: 'Create schedule' }).click();
    await table().getByRole('link', { name: 'once, 2 Jan 2099 03:04' }).waitFor();
    expect(await stored()).toContainEqual(
      expect.objectContaining({
        scheduled_time: '2099-01-01T18:04:00.000Z',
        parameters: { qids: ['0'], interval: 102_400, seed: 7 },
      }),
    );
    await page.goto('/flows/check');
    await expect.poll(() => table().locator('tbody tr').count(), patient).toBe(2);
    // The next run shows the time of a single schedule, so it is not repeated.
    await table().getByRole('link', { name: 'once', exact: true }).waitFor();
    await api().saveFlow({ body: { name: 'another', chip_id: 'qpu-1', code: 'pass\n', runner: 'worker' } });
    await page.goto('/schedules?flow=another');
    await page.getByRole('heading', { name: 'No schedule starts another yet' }).waitFor();
  });

  it('a schedule is paused and resumed, and edited', async () => {
    await page.goto('/schedules');
    await table().getByRole('link', { name: 'Mondays at 07:15' }).click();
    await page.getByRole('heading', { name: 'Schedule of check' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await page.getByText('paused', { exact: true }).waitFor();
    // The keyboard focus has not moved.
    expect(await page.locator(':focus').innerText()).toBe('Resume');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const form = dialog('Edit the schedule of check');
    // An unusual expression is edited as text; a usual one by its time.
    expect(await form.getByLabel('Cron expression').inputValue()).toBe('15 7 * * 1');
    await form.getByLabel('Repeat').selectOption('Every day');
    await form.getByLabel('At', { exact: true }).fill('08:45');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Every day at 08:45').first().waitFor();
    await page.getByText('45 8 * * *').waitFor();
    expect(await stored()).toContainEqual(expect.objectContaining({ cron: '45 8 * * *', timezone: 'Europe/Berlin' }));
  });

  it('a firing that waits for the run in progress and is removed from the queue is shown as skipped, and why', async () => {
    const at = new Date(Date.now() + 2_000).toISOString();
    const { schedule_id } = await api().scheduleFlow({ params: { name: 'check' }, body: { scheduled_time: at } });
    const waiting = async () => (await api().getRunQueue()).waiting.find((one) => one.schedule_id === schedule_id);
    await expect.poll(waiting, patient).toBeDefined();
    await api().deleteQueuedRun({ query: { flow_run_id: (await waiting())?.flow_run_id ?? '' } });
    const isDecided = async () =>
      (await api().getFlowSchedule({ params: { schedule_id } })).last_firing?.outcome ?? 'not yet';
    await expect.poll(isDecided, patient).toBe('skipped');
    await page.goto(`/schedules/${schedule_id}`);
    await firings().first().getByText('skipped').waitFor();
    expect(await firings().first().innerText()).toMatch(/removed|queue/i);
    await page.getByText('done', { exact: true }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'schedule-skipped');
  });

  it('pages of schedules are accessible and inside the window, light and dark, wide and narrow', async () => {
    const fired = (await stored()).find((one) => one.last_firing !== null);
    await expectPresentable(
      page,
      [
        ['schedules', '/schedules', () => table()],
        ['schedule', `/schedules/${fired?.schedule_id}`, () => firings().first()],
        ['flow-schedules', '/flows/check', () => table()],
      ],
      expectTablesInside,
    );
    await expectTwoLines(page, '/schedules', ['Schedules']);
  });

  it('a schedule is deleted only after asking, by name', async () => {
    await page.goto('/schedules');
    await table().getByRole('link', { name: 'Every day at 08:45' }).click();
    await page.getByRole('button', { name: 'Actions of the schedule' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByText(/^Every day at 08:45 \(Europe\/Berlin\) of check starts no more runs/).waitFor();
    await expectAccessible(page);
    await dialog('Delete this schedule?').getByRole('button', { name: 'Delete schedule' }).click();
    await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor();
    expect((await stored()).map(({ cron }) => cron)).not.toContain('45 8 * * *');
    expect(session.problems).toEqual([]);
  });
});
