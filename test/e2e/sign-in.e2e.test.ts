import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#local/ports.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { startProvider, type TestProvider } from '#test/support/sign-in/provider.ts';
import { pathOf } from './support/addresses.ts';
import { type Contexts, chromiumBrowser, expectAccessible, watchPage } from './support/browser.ts';
import { type StartedService, startService } from './support/started-service.ts';

let provider: TestProvider;
let service: StartedService;
let browser: Contexts;
let context: BrowserContext;
let page: Page;
let problems: string[];

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`signing in by a provider${missing && ` (skipped: ${missing})`}`, () => {
  beforeAll(async () => {
    const port = await freePort();
    const PUBLIC_URL = `http://127.0.0.1:${port}`;
    provider = await startProvider(`${PUBLIC_URL}/login`);
    const env = {
      PORT: String(port),
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET_FILE: await secretFile(provider.clientSecret),
      OIDC_SCOPES: 'openid profile email groups',
      OIDC_NAME: 'Lab',
      OIDC_GROUP_ROLES: '[{"group":"admins","system_role":"admin"}]',
    };
    [service, browser] = await Promise.all([startService(undefined, [], env), chromiumBrowser.open()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await provider?.stop();
  });

  /** A browser without any sign-in, here or at the provider. */
  async function open(path: string): Promise<void> {
    await context?.close();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: service.url });
    ({ page, problems } = await watchPage(context));
    await page.goto(path);
  }
  const button = () => page.getByRole('button', { name: 'Sign in with Lab' });

  it('a user comes in by the provider, to the page that they wanted, and is named there', async () => {
    provider.person = { sub: 'ada', preferred_username: 'ada', name: 'Ada Lovelace', groups: ['admins'] };
    await open('/settings');
    await button().waitFor();
    await expectAccessible(page);
    await button().click();
    await page.getByText('You sign in with Lab').waitFor();
    expect(pathOf(page)).toBe('/settings');
    expect(page.url()).not.toContain('code=');
    await page.getByText('administrator', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('who declines at the provider reads why, and can try again', async () => {
    provider.person = undefined;
    await open('/login');
    await button().click();
    await page.getByRole('alert').getByText("its answer was 'access_denied'").waitFor();
    expect(page.url()).not.toContain('error=');
    provider.person = { sub: 'grace', preferred_username: 'grace' };
    await button().click();
    await page.waitForURL('**/execution');
    expect(problems).toEqual([]);
  });

  it('an answer of the provider that another user slips in signs no one in', async () => {
    await open('/login?code=of-the-attacker&state=of-the-attacker');
    await page.getByRole('alert').getByText('This browser has begun no such sign-in').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('fiducial.token'))).toBeNull();
  });

  it('a user with a password links their account, and an administrator unlinks it', async () => {
    const password = 'the password of mary';
    await service.register({ username: 'mary', password });
    provider.person = { sub: 'somerville', preferred_username: 'another' };
    await open('/login?return=/settings');
    await page.getByLabel('Username').fill('mary');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Link to Lab' }).click();
    await page.getByText('You sign in with Lab').waitFor();
    expect(await service.api.getUserDetails({ params: { username: 'mary' } })).toMatchObject({
      identity: { subject: 'somerville' },
    });
    provider.person = { sub: 'ada', preferred_username: 'ada', groups: ['admins'] };
    await open('/admin');
    await button().click();
    await page.getByRole('button', { name: 'Actions of mary', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Unlink…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions of mary', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Unlink…' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
  });
});

async function secretFile(secret: string): Promise<string> {
  const file = join(await makeScratch('fiducial-client-secret-'), 'secret');
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return file;
}
