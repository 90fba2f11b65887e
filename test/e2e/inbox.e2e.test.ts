import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll } from './support/browser.ts';
import { openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`the inbox in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let admin: string;
  let editor: string;

  beforeAll(async () => {
    session = await startSession();
    admin = session.username;
    editor = `${admin}-editor`;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'torino', topology_id: 'linear-4' } });
    ({ page } = await openAsMember(session, 'editor'));
    const content = `@${editor} T1 of this qubit is low`;
    await api.upsertQubitNote({ params: { chip_id: 'torino', qid: '2' }, body: { content } });
  });
  afterAll(() => session?.stop());

  const entries = () => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  const place = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox', exact: true });

  it('the rail says how much is unread, and the inbox leads to what a mention is about', async () => {
    await page.goto('/execution');
    await expect.poll(() => place().getAttribute('aria-description'), { timeout: 300_000 }).toBe('2 unread');
    await place().click();
    await page.getByRole('heading', { name: 'Inbox (2)' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(2\) Inbox/);
    expect(await entries().count()).toBe(2);
    await expectAccessible(page);
    await page.getByRole('link', { name: `${admin} mentioned you in a note on qubit 2 of torino` }).click();
    await expect.poll(() => pathOf(page)).toBe('/chips/torino/qubits/2');
    await expect.poll(() => place().getAttribute('aria-description')).toBe('1 unread');
  });

  it('what was read leaves the unread, one by one and all at once', async () => {
    await page.goto('/inbox?show=unread');
    await expect.poll(() => entries().count()).toBe(1);
    await page.getByRole('button', { name: `Mark read: ${admin} added you` }).waitFor();
    await page.keyboard.press('j');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(new RegExp(`^${admin} added you`));
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Inbox/);
    await expectAccessible(page);
    await page.getByText('All', { exact: true }).click();
    await expect.poll(() => entries().count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Mark all read' }).isDisabled()).toBe(true);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('of a discussion that was deleted the inbox says so, and leads nowhere', async () => {
    const { api } = session.service;
    const body = { category: 'qubit', title: 'Soon gone', content: `See, @${editor}` };
    const { id } = await api.createForumPost({ body });
    await page.goto('/inbox');
    const told = entries().filter({ hasText: 'Soon gone' });
    await expect
      .poll(async () => {
        await page.reload();
        await entries().first().waitFor();
        return told.getByRole('link').count();
      })
      .toBe(1);
    await api.deleteForumPost({ params: { post_id: id } });
    await page.reload();
    await told.getByText('The discussion was deleted.').waitFor();
    expect([await told.getByRole('link').count(), await told.getByText(`See, @${editor}`).count()]).toEqual([0, 0]);
    await told.getByRole('button', { name: 'Mute:' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mute' });
    expect(await dialog.getByLabel('What').getByRole('option').allTextContents()).toEqual([
      'You were mentioned in a note or a discussion: in this project',
      'You were mentioned in a note or a discussion: everywhere',
    ]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('what a user mutes in the inbox is in the settings, from where they take it back', async () => {
    await page.goto('/inbox');
    await page.getByRole('button', { name: `Mute: ${admin} mentioned you in a note` }).click();
    const dialog = page.getByRole('dialog', { name: 'Mute' });
    await dialog.getByLabel('What').selectOption({ label: 'Everything about /chips/torino/qubits/2' });
    await dialog.getByLabel('How long').selectOption({ label: 'for a week' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Mute' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto('/settings');
    const muted = page.getByRole('list', { name: 'Muted' }).getByRole('listitem');
    await expect.poll(() => muted.allInnerTexts()).toEqual([expect.stringContaining('/chips/torino/qubits/2 in ')]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Unmute: Everything about' }).click();
    await expect.poll(() => muted.count()).toBe(0);
  });

  it('an address is confirmed by the code that it is sent, and a mention then comes by e-mail', async () => {
    const folder = join(session.service.dataDirectory, 'emails');
    /** The e-mails that are there, as texts. */
    const emails = async () => {
      const names = await readdir(folder).catch(() => [] as string[]);
      const files = await Promise.all(
        names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')),
      );
      return files.map((text) => Buffer.from(text.split('\r\n\r\n')[1] ?? '', 'base64').toString());
    };
    const find = (pattern: RegExp) =>
      expect.poll(async () => (await emails()).map((text) => pattern.exec(text)?.[1]).find(Boolean), {
        timeout: 300_000,
      });
    await page.goto('/settings');
    const form = page.getByRole('form', { name: 'E-mail' });
    await form.getByLabel('Address').fill('editor@example.com');
    await form.getByRole('button', { name: 'Save e-mail settings' }).click();
    const confirming = page.getByRole('form', { name: 'Confirm your address' });
    await confirming.waitFor();
    await expectAccessible(page);
    await find(/\n {4}([A-Z2-9]{10})\r/).toBeTruthy();
    const code = (await emails()).map((text) => /\n {4}([A-Z2-9]{10})\r/.exec(text)?.[1]).find(Boolean) ?? '';
    await confirming.getByLabel('Code').fill('wrong');
    await confirming.getByRole('button', { name: 'Confirm the address' }).click();
    await confirming.getByRole('alert').waitFor();
    await confirming.getByLabel('Code').fill(code);
    await confirming.getByRole('button', { name: 'Confirm the address' }).click();
    await confirming.waitFor({ state: 'hidden' });
    await form.getByText('E-mails go to editor@example.com').waitFor();
    const content = `@${editor} so is its T2`;
    await session.service.api.upsertQubitNote({ params: { chip_id: 'torino', qid: '1' }, body: { content } });
    await find(new RegExp(`(${admin} mentioned you in a note on qubit 1 of torino)`)).toBeTruthy();
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('kinds that a user turns off in the settings stay off', async () => {
    await page.goto('/settings');
    const inboxKinds = page.locator('section').filter({ hasText: 'What your inbox tells you' }).first();
    const mentions = inboxKinds.getByLabel('You were mentioned');
    await mentions.uncheck();
    await expect.poll(() => mentions.isEnabled()).toBe(true);
    await page.reload();
    await expect.poll(() => mentions.isChecked()).toBe(false);
    expect(await inboxKinds.getByLabel('Your run failed').isChecked()).toBe(true);
  });
  it('of a chip that was deleted the inbox says so, and leads nowhere', async () => {
    const { api } = session.service;
    await api.deleteChip({ params: { chip_id: 'torino' }, query: { force: true } });
    await page.goto('/inbox');
    const told = entries()
      .filter({ hasText: `${admin} mentioned you in a note on qubit 2 of torino` })
      .first();
    await told.getByText('The note was deleted.').waitFor();
    expect([await told.getByRole('link').count(), await told.getByText('is low').count()]).toEqual([0, 0]);
    await expectAccessible(page);
  });
});
