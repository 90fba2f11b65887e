import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`the channel of a project in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    ({ page } = session);
  });
  afterAll(() => session?.stop());

  const dialog = () => page.getByRole('dialog');

  /** The service gives a message up only after minutes, so its answer is replaced by one with such a message. */
  async function sendsAgain(): Promise<void> {
    const chat_message_id = `1740830400000-${'0'.repeat(32)}`;
    const message = {
      ...{ chat_message_id, message_id: '0'.repeat(32), thread_id: null, kind: 'run_failed', title: 'Run 1 failed' },
      ...{ status: 'dead', attempts: 8, created_at: '2025-03-01T12:00:00.000Z', next_attempt_at: null },
      ...{ last_error: 'Slack said: not_in_channel', delivered_at: null },
    };
    const answered = { messages: [message], total: 1, skip: 0, limit: 10, next_cursor: null };
    await page.route('**/api/chat/messages?*', (route) => route.fulfill({ json: answered }));
    await page.reload();
    await page.getByText('Slack said: not_in_channel').waitFor();
    const asked = page.waitForResponse(`**/api/chat/messages/${chat_message_id}/replay`);
    await page.getByRole('button', { name: 'Send again: Run 1 failed' }).click();
    const answer = await asked;
    // The service does not have it: the page shows the service's error.
    expect([answer.request().method(), answer.status()]).toEqual(['POST', 404]);
    await page.getByText(`Chat message '${chat_message_id}' not found`).waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/chat/messages?*');
    await page.reload();
  }

  it('an owner chooses a channel, changes what is sent there, and deletes it', async () => {
    const { default_project_id } = await session.service.api.getCurrentUser();
    await page.goto(`/projects/${default_project_id}`);
    await page.getByRole('button', { name: 'Choose a channel' }).click();
    await dialog().getByLabel('Channel').fill('general');
    await dialog().getByLabel('Bot token').fill('xoxb-of-nobody');
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByLabel('Channel').fill('C0123456789');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('C0123456789').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    expect(await dialog().getByLabel('Bot token').inputValue()).toBe('');
    expect(await dialog().getByLabel('A run failed', { exact: true }).isChecked()).toBe(false);
    await dialog().getByLabel('A run failed', { exact: true }).check();
    await dialog().getByLabel('Send events to it').uncheck();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const { chat } = await session.service.api.getChat();
    expect(chat).toMatchObject({ active: false, kinds: expect.arrayContaining(['run_failed', 'reply']) });
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await sendsAgain();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No channel yet').waitFor();
    expect(session.problems).toEqual([]);
  });
});
