import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#shared/api/client.ts';
import { projectAddress } from '#shared/kernel/rules/page-address.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  watchPage,
} from './support/browser.ts';
import { type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const password = 'swordfish and chips';

/** Two projects of the administrator, with a chip of one id and a run of one id in each; colleagues with projects of their own. */
describe.skipIf(missing)(`projects in addresses${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  /** Ids of the two projects. */
  let first: string;
  let second: string;
  let run: string;
  const problems: string[][] = [];

  const apiOf = (token: string, projectId: string): Client =>
    createClient({ baseUrl: `${session.service.url}/api`, token: () => token, projectId: () => projectId });

  /** A browser, signed in if a token is given. */
  async function browserOf(token: string | undefined): Promise<Page> {
    const context = await session.browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: session.service.url,
    });
    if (token !== undefined)
      await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), token);
    const watched = await watchPage(context);
    problems.push(watched.problems);
    return watched.page;
  }

  async function register(username: string): Promise<{ token: string; projectId: string }> {
    const { access_token: token, default_project_id: projectId } = await session.service.register({
      username,
      password,
    });
    return { token, projectId: projectId ?? '' };
  }

  const addressOf = (page: Page) => page.url().slice(session.service.url.length);
  const isAt = (page: Page, projectId: string, path: string) =>
    expect.poll(() => addressOf(page), { timeout: 60_000 }).toBe(projectAddress(projectId, path));

  /** Makes the chip and starts a run; answers the id of the run. */
  async function fill(api: Client, topology: string, flow: string): Promise<string> {
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: topology } });
    const { code } = await api.getFlowTemplate({ params: { template_id: 'check_one_qubit' } });
    await api.saveFlow({ body: { name: flow, chip_id: 'qpu-1', code } });
    return (await api.executeFlow({ params: { name: flow }, body: {} })).execution_id;
  }

  beforeAll(async () => {
    session = await startOwnSession();
    const { api, url, password: ofAdmin } = session.service;
    first = session.projectId;
    ({ project_id: second } = await api.createProject({ body: { name: 'Fridge Two' } }));
    const { access_token } = await createClient({ baseUrl: `${url}/api` }).login({
      body: { username: 'admin', password: ofAdmin },
    });
    const inSecond = apiOf(access_token, second);
    run = await fill(apiOf(access_token, first), 'linear-4', 'morning');
    expect(await fill(inSecond, 'linear-16', 'evening')).toBe(run);
    await inSecond.createChip({ body: { chip_id: 'only-here', topology_id: 'linear-4' } });
  });
  afterAll(() => session?.stop());

  it('two tabs on two projects show their own chip and run of one id, and neither follows the other', async () => {
    const tabs = [
      { projectId: first, page: session.page, size: '4 qubits, 3 couplings', flow: 'morning', sent: new Set<string>() },
      {
        projectId: second,
        page: (await watchPage(session.context)).page,
        size: '16 qubits, 15 couplings',
        flow: 'evening',
        sent: new Set<string>(),
      },
    ];
    for (const { page, sent } of tabs)
      page.on('request', (request) => {
        const named = request.headers()['x-project-id'];
        if (named !== undefined) sent.add(named);
      });
    // Each of them does something after the other one has.
    for (const { page, projectId, size } of tabs) {
      await page.goto(projectAddress(projectId, '/chips/qpu-1'));
      await page.getByText(size).waitFor();
    }
    for (const { page, projectId, flow } of tabs) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs', exact: true }).click();
      await page
        .getByRole('link', { name: new RegExp(run) })
        .first()
        .click();
      await isAt(page, projectId, `/execution/${run}`);
      await page.getByRole('link', { name: flow, exact: true }).first().waitFor();
    }
    for (const { page, projectId, size } of tabs) {
      await page.reload();
      await isAt(page, projectId, `/execution/${run}`);
      await page.goto(projectAddress(projectId, '/'));
      await isAt(page, projectId, '/chips/qpu-1');
      await page.getByText(size).waitFor();
    }
    expect(tabs.map(({ sent }) => [...sent])).toEqual([[first], [second]]);
    await tabs[1]?.page.close();
  });

  it('the menu of projects opens the same kind of page of another project', async () => {
    const { page } = session;
    await page.goto(projectAddress(first, '/flows/morning'));
    await page.getByRole('button', { name: /^Project: / }).click();
    await page.getByRole('menuitemradio', { name: 'Fridge Two' }).click();
    await isAt(page, second, '/flows');
    await page.getByRole('link', { name: 'evening', exact: true }).waitFor();
    expect(await page.getByText('morning').count()).toBe(0);
    await page.goBack();
    await isAt(page, first, '/flows/morning');
    await page.getByRole('button', { name: /^Project: / }).waitFor();
    expect(await page.getByRole('button', { name: 'Project: Fridge Two' }).count()).toBe(0);
  });

  it('a colleague with another default project sees what was sent, and the inbox leads into the right project', async () => {
    const { api } = session.service;
    const { token, projectId: own } = await register('cleo');
    await api.addProjectMemberAdmin({ params: { project_id: first }, body: { username: 'cleo', role: 'editor' } });
    await apiOf(token, own).createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-16' } });
    await api.upsertQubitNote({ params: { chip_id: 'qpu-1', qid: '2' }, body: { content: '@cleo is this low?' } });
    const page = await browserOf(token);
    await page.goto('/chips');
    await isAt(page, own, '/chips');
    await page.goto(projectAddress(first, '/chips/qpu-1?since=week'));
    await page.getByText('4 qubits, 3 couplings').waitFor();
    expect(addressOf(page)).toBe(projectAddress(first, '/chips/qpu-1?since=week'));
    const unread = async () => (await apiOf(token, own).listNotifications({ query: { unread_only: true } })).total;
    // Of the mention and of the membership.
    await expect.poll(unread, { timeout: 60_000 }).toBe(2);
    await page.goto(projectAddress(own, '/inbox'));
    const told = page.getByRole('link', { name: 'admin mentioned you in a note on qubit 2 of qpu-1' });
    expect(await told.getAttribute('href')).toBe(projectAddress(first, '/chips/qpu-1/qubits/2'));
    await told.click();
    await isAt(page, first, '/chips/qpu-1/qubits/2');
    await page.getByText('is this low?').filter({ visible: true }).first().waitFor();
    await expect.poll(unread).toBe(1);
    await page.context().close();
  });

  it('a colleague without access reads which project it is and how to get access, and an invitation opens what was sent', async () => {
    const { api } = session.service;
    const { token, projectId: own } = await register('dora');
    const page = await browserOf(token);
    const sent = projectAddress(first, '/chips/qpu-1?since=week');
    await page.goto(sent);
    await page.getByRole('heading', { name: 'You have no access to this project' }).waitFor();
    const said = await page.getByRole('main').innerText();
    expect(said).toContain(first);
    expect(said).toContain('dora');
    expect(said).not.toContain("admin's");
    await expectAccessible(page);
    await keepScreenshot(page, 'no-access');
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await keepScreenshot(page, 'no-access-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    const way = page.getByRole('navigation', { name: 'Your projects' }).getByRole('link', { name: "dora's project" });
    expect(await way.getAttribute('href')).toBe(projectAddress(own, '/'));
    await api.inviteProjectMember({ params: { project_id: first }, body: { username: 'dora' } });
    await page.reload();
    await page.getByRole('heading', { name: /^You are invited to ‘/ }).waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('4 qubits, 3 couplings').waitFor();
    expect(addressOf(page)).toBe(sent);
    await page.context().close();
  });

  it('an invitation that is accepted on the page of projects leads into its project', async () => {
    const { token } = await register('emil');
    await session.service.api.inviteProjectMember({ params: { project_id: second }, body: { username: 'emil' } });
    const page = await browserOf(token);
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Accept Fridge Two' }).click();
    await isAt(page, second, `/projects/${second}`);
    await page.getByRole('button', { name: 'Project: Fridge Two' }).waitFor();
    await page.context().close();
  });

  it('an address without a project that names nothing opens the project of last time', async () => {
    const { page } = session;
    await page.goto(projectAddress(second, '/flows'));
    await page.getByRole('link', { name: 'evening', exact: true }).waitFor();
    await page.goto('/settings');
    await isAt(page, second, '/settings');
  });

  it('an address without a project opens the only one that has what it names, and says so', async () => {
    const page = (await watchPage(session.context)).page;
    await page.goto('/chips/only-here?since=week');
    await isAt(page, second, '/chips/only-here?since=week');
    await page.getByText('The link to this page named no project. This is project ‘Fridge Two’').waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Overview of only-here' }).waitFor();
    expect(await page.getByText('named no project').count()).toBe(0);
    await page.close();
  });

  it('an address without a project that fits two of them asks, whatever this browser remembers', async () => {
    const page = (await watchPage(session.context)).page;
    for (const path of ['/chips/qpu-1?since=week', `/execution/${run}`, '/dashboard?chip=qpu-1']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Which project?' }).waitFor();
      await page.getByText('2 of them have').waitFor();
      expect(await page.getByRole('list', { name: 'Projects' }).getByRole('link').count()).toBe(2);
    }
    await page.goto('/chips/qpu-1?since=week');
    await page.getByText('2 of them have').waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'which-project');
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await keepScreenshot(page, 'which-project-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Fridge Two' }).click();
    await isAt(page, second, '/chips/qpu-1?since=week');
    await page.getByText('16 qubits, 15 couplings').waitFor();
    await page.goto('/chips/nowhere-at-all');
    await page.getByText('None of them has chip nowhere-at-all.').waitFor();
    await page.close();
  });

  it('a project is found by its name in words, and the address then has its id', async () => {
    const page = (await watchPage(session.context)).page;
    await page.goto('/p/fridge-two/chips/qpu-1?since=week');
    await isAt(page, second, '/chips/qpu-1?since=week');
    await page.getByText('16 qubits, 15 couplings').waitFor();
    await page.goto('/p/no-such-project/chips');
    await page.getByRole('heading', { name: 'You have no access to this project' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('no-such-project');
    await page.close();
  });

  it('a login leads to the project of the address that was wanted', async () => {
    const page = await browserOf(undefined);
    const wanted = projectAddress(second, '/chips/qpu-1?since=week');
    await page.goto(wanted);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(session.service.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('16 qubits, 15 couplings').waitFor();
    expect(addressOf(page)).toBe(wanted);
    await page.context().close();
  });

  it('a person without a project is asked to create one, and is in it then', async () => {
    const { access_token: token } = await session.service.register({
      username: 'finn',
      password,
      create_default_project: false,
    });
    const page = await browserOf(token);
    await page.goto('/chips');
    await page.getByRole('heading', { name: 'Create or join a project' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Create a project' }).click();
    await page.getByRole('button', { name: 'Create a project' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Mine');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Project: Mine' }).waitFor();
    expect(addressOf(page)).toMatch(/^\/p\/[0-9a-f-]{36}\/projects$/);
    await page.context().close();
  });

  it('no address of a project broke the content security policy', () => {
    expect([...problems.flat(), ...session.problems]).toEqual([]);
  });
});
