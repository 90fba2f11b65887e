import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, watchPage } from './support/browser.ts';
import { expectPresentable, expectTwoLines, type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const password = 'swordfish and chips';

describe.skipIf(missing)(`people on the pages${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let projectId: string;

  beforeAll(async () => {
    session = await startOwnSession();
    page = session.page;
    const { api } = session.service;
    for (const username of ['ada', 'grace'])
      await session.service.register({ username, password, full_name: `${username} of the lab` });
    ({ project_id: projectId } = await api.createProject({ body: { name: 'shared' } }));
    const params = { project_id: projectId };
    await api.addProjectMemberAdmin({ params, body: { username: 'ada', role: 'viewer' } });
    await api.inviteProjectMember({ params, body: { username: 'grace' } });
  });

  afterAll(() => session?.stop());

  /** A user with a browser of their own, who signs in by the page. */
  async function signIn(username: string): Promise<Page> {
    const context = await session.browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: session.service.url,
      userAgent: `browser of ${username}`,
    });
    const watched = await watchPage(context);
    await watched.page.goto('/login');
    await watched.page.getByLabel('Username').fill(username);
    await watched.page.getByLabel('Password').fill(password);
    await watched.page.getByRole('button', { name: 'Sign in' }).click();
    await watched.page.waitForURL('**/execution*');
    return watched.page;
  }

  const people = () => page.getByRole('region', { name: 'People' });
  const row = (username: string) => people().getByRole('row').filter({ hasText: username });
  const choose = async (of: string, entry: string) => {
    await page.getByRole('button', { name: `Actions of ${of}`, exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('the row of a person names their projects, and one press shows those that it only counts', async () => {
    await page.goto('/admin');
    await row('ada').getByText("ada's project, shared").waitFor();
    await row('grace').getByText("grace's project, shared (invited)").waitFor();
    const { api } = session.service;
    const { project_id: more } = await api.createProject({ body: { name: 'more' } });
    await api.addProjectMemberAdmin({ params: { project_id: more }, body: { username: 'ada' } });
    await page.reload();
    await row('ada').getByRole('button', { name: '+1 projects of ada' }).click();
    await page.getByRole('dialog').getByRole('row', { name: /^more/ }).waitFor();
    await page.keyboard.press('Escape');
    await expectTwoLines(page, '/admin', ['People', 'Projects', 'Audit']);
    await api.deleteProject({ params: { project_id: more } });
  });

  it('an administrator disables a user who is signed in: their next action says so and signs them out', async () => {
    const theirs = await signIn('ada');
    await page.goto('/admin');
    await page.getByLabel('Find').fill('ADA of');
    await row('grace').waitFor({ state: 'hidden' });
    await choose('ada', 'Disable…');
    await confirm('Disable');
    await row('ada').filter({ hasText: 'disabled' }).waitFor();
    // Their page asks by itself now and then, and may have left for the login already.
    const ended = theirs.getByText('An administrator disabled your account');
    await theirs.getByRole('link', { name: 'Chips' }).or(ended).first().click();
    await ended.waitFor();
    expect(new URL(theirs.url()).pathname).toBe('/login');
    expect(await theirs.evaluate(() => localStorage.getItem('fiducial.token'))).toBeNull();
    await theirs.getByLabel('Username').fill('ada');
    await theirs.getByLabel('Password').fill(password);
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await theirs.getByText("User 'ada' is disabled").waitFor();
    await choose('ada', 'Enable');
    await row('ada').filter({ hasText: 'enabled' }).waitFor();
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await theirs.waitForURL((url) => url.pathname !== '/login');
    await theirs.context().close();
  });

  it('an administrator promotes a user, has them choose a password and deletes them', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Add…' }).click();
    const add = page.getByRole('dialog', { name: 'Add a user' });
    await add.getByLabel('Username').fill('grace');
    await add.getByLabel('Password').fill(password);
    await confirm('Add');
    await add.getByText("'grace'").waitFor();
    await expectAccessible(page);
    await add.getByLabel('Username').fill('temporary');
    await confirm('Add');
    await row('temporary').waitFor();
    await page.getByLabel('Role of temporary').selectOption('admin');
    await row('temporary').filter({ hasText: 'to choose a password' }).waitFor();
    const { users } = await session.service.api.listAllUsers({ query: { search: 'temporary' } });
    expect(users).toMatchObject([{ system_role: 'admin', must_change_password: true }]);
    await choose('temporary', 'Reset password…');
    const reset = page.getByRole('dialog', { name: 'Reset the password of temporary' });
    await reset.getByLabel('New password').fill('another one to begin with');
    await expectAccessible(page);
    await confirm('Set the password');
    await reset.waitFor({ state: 'hidden' });
    await session.service.api.login({ body: { username: 'temporary', password: 'another one to begin with' } });
    await choose('temporary', 'Delete…');
    await confirm('Delete');
    await row('temporary').waitFor({ state: 'hidden' });
    // Users cannot take rights away from themselves.
    await page.getByRole('button', { name: 'Actions of admin' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Details…']);
    await page.keyboard.press('Escape');
  });

  it('an administrator finds a project, makes a user its member, revokes them and deletes it', async () => {
    const { api } = session.service;
    const { default_project_id } = await api.registerUser({ body: { username: 'edith', password } });
    await page.goto('/admin');
    const projects = page.getByRole('region', { name: 'Projects' });
    await page.getByLabel('Search', { exact: true }).fill('edith');
    await projects.getByRole('row').filter({ hasText: 'shared' }).waitFor({ state: 'hidden' });
    const of = projects.getByRole('row').filter({ hasText: 'edith' });
    await of.getByRole('button', { name: /^Members of/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New member').fill('nobody');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('nobody').waitFor();
    await dialog.getByLabel('New member').fill('ada');
    await dialog.getByLabel('Role').selectOption('editor');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const ada = dialog.getByRole('row').filter({ hasText: 'ada' });
    await ada.filter({ hasText: 'editor' }).waitFor();
    await expectAccessible(page);
    await ada.getByRole('button', { name: 'Revoke ada' }).click();
    await ada.filter({ hasText: 'revoked' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await of.getByRole('button', { name: /^Actions of/ }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await confirm('Delete');
    await of.filter({ hasText: 'deleted' }).waitFor();
    const { projects: all } = await api.listAllProjects({ query: { search: default_project_id ?? '' } });
    expect(all).toMatchObject([{ deleted_at: expect.stringMatching(/Z$/) }]);
  });

  it('a user who is added without a password gets a generated one, which is shown once', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Add…' }).click();
    const add = page.getByRole('dialog', { name: 'Add a user' });
    await add.getByLabel('Username').fill('irene');
    await confirm('Add');
    const shown = page.getByRole('dialog', { name: 'Password of irene' });
    const given = await shown.locator('code').innerText();
    await expectAccessible(page);
    await shown.getByRole('button', { name: 'Done' }).click();
    const login = await session.service.api.login({ body: { username: 'irene', password: given } });
    expect(login.must_change_password).toBe(true);
  });

  it('an administrator asks a user who knows their password to choose another', async () => {
    await session.service.register({ username: 'lise', password });
    await page.goto('/admin');
    await choose('lise', 'Reset password…');
    await confirm('Require a new password');
    await row('lise').filter({ hasText: 'to choose a password' }).waitFor();
  });

  it('an administrator imports a list: a preview says the outcome of each row, and the passwords are shown once', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('List').fill('username,display_name\nmarie,Marie\nNo Name,\ngrace,\n');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    const rows = dialog.getByRole('row');
    await rows.filter({ hasText: 'No Name' }).filter({ hasText: 'username must be' }).waitFor();
    await rows.filter({ hasText: 'grace' }).filter({ hasText: 'the username is taken' }).waitFor();
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    await dialog.getByText('1 registered').waitFor();
    const given = await rows.filter({ hasText: 'marie' }).locator('code').innerText();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row('marie').filter({ hasText: 'to choose a password' }).waitFor();
    const login = await session.service.api.login({ body: { username: 'marie', password: given } });
    expect(login.must_change_password).toBe(true);
  });

  it('an administrator ends the session of a user, who is told so by their next action', async () => {
    const theirs = await signIn('grace');
    await page.goto('/admin');
    await choose('grace', 'Details…');
    const projects = page.getByRole('dialog').getByRole('region', { name: 'Their projects' }).getByRole('row');
    await projects.filter({ hasText: 'shared' }).filter({ hasText: 'viewer' }).filter({ hasText: 'invited' }).waitFor();
    await expectAccessible(page);
    const sessions = page.getByRole('dialog').getByRole('row');
    await sessions
      .filter({ hasText: 'browser of grace' })
      .getByRole('button', { name: /^End the session/ })
      .click();
    await sessions.filter({ hasText: 'browser of grace' }).waitFor({ state: 'hidden' });
    // The page may have asked by itself already, and leave for the login while it is reloaded.
    await theirs.reload().catch(() => undefined);
    await theirs.getByText('Your session was ended').waitFor();
    await theirs.context().close();
  });

  it('a user accepts an invitation, makes the project their default, leaves it, and sees their sessions and tokens', async () => {
    const theirs = await signIn('grace');
    await theirs.goto('/projects');
    await theirs.getByRole('button', { name: 'Accept shared' }).click();
    await theirs.waitForURL(`**/projects/${projectId}`);
    await theirs.goto('/settings');
    await theirs.getByLabel('Default project').selectOption({ label: 'shared' });
    await theirs.getByText('(this session)').waitFor();
    await theirs.getByRole('button', { name: 'Create a token' }).click();
    const dialog = theirs.getByRole('dialog');
    await dialog.getByLabel('Name').fill('usual');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await theirs.getByRole('button', { name: 'Create a token' }).click();
    await dialog.getByLabel('Name').fill('for ever');
    await dialog.getByLabel('Expires').selectOption('never');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const tokens = theirs.getByRole('region', { name: 'API tokens' }).getByRole('row');
    await tokens.filter({ hasText: 'for ever' }).filter({ hasText: 'never' }).waitFor();
    expect(await tokens.filter({ hasText: 'usual' }).innerText()).toMatch(/\d{1,2} [A-Z][a-z]{2} (\d{4}|\d\d:\d\d)/);
    await theirs.goto(`/projects/${projectId}`);
    await theirs.getByRole('button', { name: 'Leave…' }).click();
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
    await theirs.waitForURL('**/projects');
    await theirs.getByRole('link', { name: 'shared' }).waitFor({ state: 'hidden' });
    await theirs.context().close();
  });

  it('the pages of people are presentable in both themes, wide and narrow', async () => {
    await expectPresentable(page, [
      ['admin', '/admin', () => row('ada')],
      ['settings', '/settings', (one) => one.getByText('(this session)')],
    ]);
    expect(session.problems).toEqual([]);
  });
});
