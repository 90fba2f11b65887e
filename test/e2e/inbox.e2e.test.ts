import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll } from './support/browser.ts';
import { openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`the inbox in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
    ({ page } = await openAsMember(session, 'editor'));
    const content = '@a-editor T1 of this qubit is low';
    await api.upsertQubitNote({ params: { chip_id: 'torino', qid: '2' }, body: { content } });
  }, 120_000);
  afterAll(() => session?.stop());

  const entries = () => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  const place = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox', exact: true });

  it('the rail says how much is unread, and the inbox leads to what a mention is about', async () => {
    await page.goto('/execution');
    await expect.poll(() => place().getAttribute('aria-description'), { timeout: 30_000 }).toBe('2 unread');
    await place().click();
    await page.getByRole('heading', { name: 'Inbox (2)' }).waitFor();
    expect(await entries().count()).toBe(2);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'admin mentioned you in a note on qubit 2 of torino' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/chips/torino/qubits/2');
    await expect.poll(() => place().getAttribute('aria-description')).toBe('1 unread');
  });

  it('what was read leaves the unread, one by one and all at once', async () => {
    await page.goto('/inbox?show=unread');
    await expect.poll(() => entries().count()).toBe(1);
    await page.getByRole('button', { name: 'Mark read: admin added you' }).click();
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor();
    await expectAccessible(page);
    await page.getByText('All', { exact: true }).click();
    await expect.poll(() => entries().count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Mark all read' }).isDisabled()).toBe(true);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('kinds that somebody turns off in the settings stay off', async () => {
    await page.goto('/settings');
    const mentions = page.getByLabel('Somebody mentioned you');
    await mentions.uncheck();
    await expect.poll(() => mentions.isEnabled()).toBe(true);
    await page.reload();
    await expect.poll(() => mentions.isChecked()).toBe(false);
    expect(await page.getByLabel('Your run failed').isChecked()).toBe(true);
  });
});
