import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { openIn } from './addresses.ts';
import {
  type Contexts,
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
  type WatchedPage,
  watchPage,
} from './browser.ts';
import { type Service, type StartedService, serviceAt, startService } from './started-service.ts';

/** An administrator before the pages of a service. */
export interface Session {
  service: Service;
  browser: Contexts;
  context: BrowserContext;
  /** It opens addresses without a project in that of the administrator. */
  page: Page;
  username: string;
  projectId: string;
  /** Script errors and refusals of the content security policy so far. */
  problems: string[];
  stop(): Promise<void>;
}

/**
 * A session in the service that all files share, with an administrator and a project of its own. A file that registers more users gives
 * them names that no other file uses.
 */
export async function startSession(): Promise<Session> {
  const shared = serviceAt(inject('sharedService'));
  const username = `admin-${randomBytes(2).toString('hex')}`;
  const { password, url } = shared;
  const admin = await shared.register({ username, password });
  await shared.api.updateUserSettings({ params: { username }, body: { system_role: 'admin' } });
  const service = serviceAt({ url, password, dataDirectory: shared.dataDirectory, token: admin.access_token });
  return openSession(service, username, admin.access_token, admin.default_project_id ?? '');
}

/** A session in a service of its own, for what changes or shows all of a service. */
export interface OwnSession extends Session {
  service: StartedService;
}

/**
 * Starts a service for one file, on data that are there if a folder is given. `settings` are variables of the service's
 * environment.
 */
export async function startOwnSession(dataDirectory?: string, settings?: Record<string, string>): Promise<OwnSession> {
  const service = await startService(dataDirectory, [], settings);
  const { access_token, default_project_id } = await service.api.login({
    body: { username: 'admin', password: service.password },
  });
  const session = await openSession(service, 'admin', access_token, default_project_id ?? '');
  const stop = async () => {
    await session.stop();
    await service.stop();
  };
  return { ...session, service, stop };
}

/** A browser that is signed in to a service. */
async function openSession(service: Service, username: string, token: string, projectId: string): Promise<Session> {
  const browser = await chromiumBrowser.open();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    baseURL: service.url,
  });
  await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), token);
  const { page, problems } = await watchPage(context);
  return {
    service,
    browser,
    context,
    page: openIn(page, projectId),
    username,
    projectId,
    problems,
    stop: () => browser.close(),
  };
}

/** A page of another user, who is made a member of the administrator's project. */
export async function openAsMember(
  { service, browser, username: admin, projectId }: Session,
  role: 'editor' | 'viewer',
): Promise<WatchedPage> {
  const { url } = service;
  const username = `${admin}-${role}`;
  const { access_token } = await service.register({ username, password: `the password of ${username}` });
  await service.api.addProjectMemberAdmin({ params: { project_id: projectId }, body: { username, role } });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  await context.addInitScript((token) => localStorage.setItem('fiducial.token', token), access_token);
  const { page, problems } = await watchPage(context);
  return { page: openIn(page, projectId), problems };
}

/** Rows of tables are two lines at most on a phone (interface: table rows of two lines). */
export async function expectTwoLines(page: Page, address: string, labels: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(address);
  await expectRowsOfTwoLines(page, labels);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The same of tables that are there, on a page that is narrow. */
export async function expectRowsOfTwoLines(page: Page, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    const rows = page.getByRole('region', { name: label, exact: true }).locator('tbody tr');
    await rows.first().waitFor();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    for (const height of heights) expect(height, label).toBeLessThanOrEqual(64);
  }
}

/** A page of the application, and an element that is there once it is drawn. */
export type View = readonly [name: string, address: string, landmark: (page: Page) => { waitFor(): Promise<void> }];

/**
 * Looks at pages as people see them: wide and narrow, light and then dark, with axe, without scrolling sideways. `look` is
 * what else is expected of each.
 */
export async function expectPresentable(
  page: Page,
  views: readonly View[],
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, address, landmark] of views) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(address);
      await landmark(page).waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await look(page);
      await keepScreenshot(page, `${name}-light-${width}`);
      await expectContrastInDark(page);
      await keepScreenshot(page, `${name}-dark-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}
