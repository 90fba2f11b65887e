import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, watchPage } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const password = 'swordfish and chips';

describe.skipIf(missing)(`invitations on the pages${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let theirs: Page;
  let projectId: string;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api, url } = session.service;
    const { access_token } = await session.service.register({ username: 'grace', password });
    ({ project_id: projectId } = await api.createProject({ body: { name: 'shared' } }));
    const context = await session.browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
    await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), access_token);
    ({ page: theirs } = await watchPage(context));
  });
  afterAll(() => session?.stop());

  const members = (of: Page) => of.getByRole('region', { name: 'Members' }).getByRole('row');

  async function inviteGrace(): Promise<void> {
    await page.goto(`/projects/${projectId}`);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill('grace');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByText('grace is invited').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await members(page).filter({ hasText: 'grace' }).filter({ hasText: 'pending' }).waitFor();
  }

  it('a user declines an invitation and accepts the next one, which leads to the project', async () => {
    await inviteGrace();
    await theirs.goto('/projects');
    await theirs.getByText(`${session.username} invites you to ‘shared’ as viewer.`).waitFor();
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Decline shared' }).click();
    await theirs.getByText(`${session.username} invites you`).waitFor({ state: 'hidden' });
    await page.reload();
    await members(page).filter({ hasText: 'grace' }).filter({ hasText: 'revoked' }).waitFor();
    await inviteGrace();
    await theirs.reload();
    await theirs.getByRole('button', { name: 'Accept shared' }).click();
    await theirs.waitForURL(`**/projects/${projectId}`);
    await members(theirs).filter({ hasText: 'grace' }).filter({ hasText: 'active' }).waitFor();
  });

  it('a project is offered, withdrawn, offered again and accepted by its next owner', async () => {
    const offer = async () => {
      await page.goto(`/projects/${projectId}`);
      await page.getByRole('button', { name: 'Transfer…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Offer' }).click();
      await page.getByText('The project is offered to grace').waitFor();
    };
    await offer();
    await page.getByRole('button', { name: 'Withdraw offer' }).click();
    await page.getByRole('button', { name: 'Transfer…' }).waitFor();
    await offer();
    await expectAccessible(page);
    await theirs.goto('/projects');
    await theirs.getByText(`${session.username} offers you ‘shared’: you become its owner.`).waitFor();
    await theirs.getByRole('button', { name: 'Accept shared' }).click();
    await theirs.waitForURL(`**/projects/${projectId}`);
    await members(theirs).filter({ hasText: 'grace' }).filter({ hasText: 'owner' }).waitFor();
    const { members: all } = await session.service.api.listProjectMembers({ params: { project_id: projectId } });
    expect(all.map(({ username, role }) => [username, role])).toEqual([
      [session.username, 'editor'],
      ['grace', 'owner'],
    ]);
    expect(session.problems).toEqual([]);
  });
});
