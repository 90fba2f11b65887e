import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIn } from './support/addresses.ts';
import { chromiumBrowser } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** The service is in Tokyo, and the browser need not be. */
describe.skipIf(missing)(`the time zone of the pages${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let api: Session['service']['api'];
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    api = session.service.api;
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-2' } });
    await api.createCryostat({ body: { cryo_id: 'fridge-1' } });
    await api.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge-1', started_at: '2025-03-01' } });
  });

  afterAll(() => session?.stop());

  const dialog = () => page.getByRole('dialog');

  it('the time zone is known before a form can be opened, and its times are taken in it', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/auth/me?*', async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto('/cryo?cooldown=cd-1');
    await page.getByRole('link', { name: 'Cryostats' }).waitFor();
    await page
      .getByRole('status')
      .getByText(/^Loading/)
      .waitFor();
    const edit = page.getByRole('button', { name: 'Edit…', exact: true });
    expect(await edit.count()).toBe(0);
    letGo();
    await edit.last().click();
    await page.unroute('**/api/auth/me?*');
    await dialog().getByLabel('Started (Asia/Tokyo)').fill('2025-03-01T01:00:00');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const { started_at } = await api.getCooldown({ params: { cooldown_id: 'cd-1' } });
    expect(started_at).toBe('2025-02-28T16:00:00.000Z');
  });

  it('the day that the dashboard is shown as of ends in the time zone', async () => {
    const asked = page.waitForRequest(/\/chips\/qpu-1\/metrics\?as_of=/);
    await page.goto('/dashboard?chip=qpu-1&as_of=2025-03-04');
    expect(await page.getByLabel('End of day (Asia/Tokyo)').inputValue()).toBe('2025-03-04');
    expect(new URL((await asked).url()).searchParams.get('as_of')).toBe('2025-03-04T14:59:59.999Z');
  });

  it('the last day of an API token ends in the time zone', async () => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Create a token' }).click();
    await dialog().getByLabel('Name').fill('lab');
    await dialog().getByLabel('Expires').selectOption('day');
    await dialog().getByLabel('Last day (Asia/Tokyo)').fill('2099-01-31');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByTitle('31 Jan 2099 23:59:59 GMT+9').getByText('31 Jan 2099').waitFor();
    const { tokens } = await api.listApiTokens();
    expect(tokens.map((token) => token.expires_at)).toEqual(['2099-01-31T14:59:59.999Z']);
    expect(session.problems).toEqual([]);
  });

  it('the zone that is chosen in the settings is that of every page and form, and is named alongside them', async () => {
    const named = () => page.getByRole('banner').getByRole('link', { name: /^Times in / });
    const context = await session.browser.newContext({ baseURL: session.service.url, timezoneId: 'America/New_York' });
    await context.addInitScript(
      (value) => localStorage.setItem('fiducial.token', value ?? ''),
      await page.evaluate(() => localStorage.getItem('fiducial.token')),
    );
    page = openIn(await context.newPage(), session.projectId);
    for (const [choice, zone, started, day, midnight] of [
      ['utc', 'UTC', '2025-02-28T16:00', '2025-03-01', '2025-03-01T00:00:00.000Z'],
      ['own', 'America/New_York', '2025-02-28T11:00', '2025-03-01', '2025-03-01T05:00:00.000Z'],
      ['service', 'Asia/Tokyo', '2025-03-01T01:00', '2025-03-02', '2025-02-28T15:00:00.000Z'],
    ] as const) {
      await page.goto('/settings');
      await page.getByLabel('Time zone').selectOption(choice);
      expect(await named().innerText()).toBe(`Times in ${zone}`);
      await page.getByRole('button', { name: 'Create a token' }).click();
      await dialog().getByLabel('Expires').selectOption('day');
      await dialog().getByLabel(`Last day (${zone})`).waitFor();
      await page.goto('/cryo?cooldown=cd-1');
      await page.getByRole('button', { name: 'Edit…', exact: true }).last().click();
      expect(await dialog().getByLabel(`Started (${zone})`).inputValue()).toContain(started);
      await page.goto(`/dashboard?chip=qpu-1&as_of=2025-03-01T23:00:00.000Z`);
      expect(await page.getByLabel(`End of day (${zone})`).inputValue()).toBe(day);
      const asked = page.waitForRequest(/\/task-results\?.*start_from=/);
      await page.goto('/tasks?from=2025-03-01');
      expect(new URL((await asked).url()).searchParams.get('start_from')).toBe(midnight);
      // A day that the service keeps is one of its own calendar.
      await page.goto('/chips/qpu-1/muxes');
      await page.getByLabel('Latest of the day (Asia/Tokyo)').waitFor();
      expect(await named().innerText()).toBe(`Times in ${zone}`);
    }
    await context.close();
  });
});
