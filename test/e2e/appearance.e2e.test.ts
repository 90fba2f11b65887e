import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { openIn } from './support/addresses.ts';
import {
  type Contexts,
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
  watchPage,
} from './support/browser.ts';
import { type StartedService, startService } from './support/started-service.ts';

const missing = [
  !chromiumBrowser.available && chromiumBrowser.reason,
  !publishedDevices.available && publishedDevices.reason,
]
  .filter(Boolean)
  .join('; ');

/** Name of a picture -> address, and a text that is there once the page is. */
const pages: [string, string, string | RegExp][] = [
  ['execution', '/execution', 'No runs yet'],
  ['chips', '/chips', /^[\d,]+ stale$/],
  ['import', '/chips?open=import', /Their content says what they are/],
  ['chip', '/chips/torino', '133 qubits, 150 couplings'],
  ['qubit', '/chips/torino/qubits/17?metric=t1', '26 Feb 2025'],
  ['dashboard', '/dashboard?chip=torino&qubit=t1&as_of=2025-02-26T23:59:59Z&target=17', /^70 of 133 fresh/],
  ['cryo', '/cryo', 'No cryostats yet'],
  ['settings', '/settings', 'No tokens yet'],
  ['projects', '/projects', '(current)'],
  ['admin', '/admin', 'Add…'],
];

const schemes = ['light', 'dark'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
];

/** Every page as people see it, with a real device's data. */
describe.skipIf(missing)(`pages in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let service: StartedService;
  let browser: Contexts;
  let token: string;
  let projectId: string;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), chromiumBrowser.open()]);
    const [conf, props] = ['conf_torino', 'props_torino_2025-02-26'].map((name) =>
      publishedDevices.json(`ibm/${name}.json`),
    );
    await service.api.importChip({
      // The documents were read as JSON.
      body: { format: 'ibm', chip_id: 'torino', documents: { conf: conf as string, props: props as string } },
    });
    const login = await service.api.login({ body: { username: 'admin', password: service.password } });
    token = login.access_token;
    projectId = login.default_project_id ?? '';
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Opens a window of a signed-in user. */
  async function open(options: {
    scheme: 'light' | 'dark';
    size: { width: number; height: number };
    signedIn: boolean;
  }) {
    const context = await browser.newContext({
      viewport: options.size,
      colorScheme: options.scheme,
      reducedMotion: 'reduce',
      baseURL: service.url,
    });
    if (options.signedIn) await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), token);
    const { page, problems } = await watchPage(context);
    return { context, problems, page: options.signedIn ? openIn(page, projectId) : page };
  }

  for (const size of sizes)
    it(`pages are accessible in both themes, fit the window and obey the content security policy: ${size.width} px`, async () => {
      const { context, page, problems } = await open({ scheme: 'light', size, signedIn: true });
      for (const [name, address, text] of pages) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(address);
        await page.getByText(text).first().waitFor();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await keepScreenshot(page, `${name}-light-${size.width}`);
        await expectContrastInDark(page);
        await keepScreenshot(page, `${name}-dark-${size.width}`);
      }
      expect(problems).toEqual([]);
      await context.close();
    });

  for (const scheme of schemes)
    it(`the login is accessible: ${scheme}`, async () => {
      const { context, page, problems } = await open({ scheme, size: { width: 360, height: 780 }, signedIn: false });
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await expectAccessible(page);
      await keepScreenshot(page, `login-${scheme}`);
      expect(problems).toEqual([]);
      await context.close();
    });

  it('nothing moves on the dashboard once its data is there', async () => {
    const { context, page } = await open({ scheme: 'light', size: { width: 1440, height: 900 }, signedIn: true });
    // The notes come last, however fast the machine is.
    const metrics = page.waitForResponse(/\/chips\/torino\/metrics/);
    await page.route('**/notes-summary*', async (route) => {
      await (await metrics).finished();
      await route.continue();
    });
    await page.goto('/dashboard?chip=torino');
    await page.getByRole('gridcell').first().waitFor();
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h2, svg, select')].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return `${element.tagName} ${element.textContent} at ${x}, ${y}, ${width} x ${height}`;
        }),
      );
    const before = await places();
    await page.waitForLoadState('networkidle');
    const after = new Set(await places());
    expect(before.filter((place) => !after.has(place))).toEqual([]);
    await context.close();
  });

  it('the API reference shows the operations and asks no other host', async () => {
    const { context, page, problems } = await open({
      scheme: 'light',
      size: { width: 1440, height: 900 },
      signedIn: true,
    });
    const hosts = new Set<string>();
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
    });
    await page.goto('/docs/');
    await page.locator('#operations-tag-imports').click();
    await page.getByText('/chips/import').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect([...hosts]).toEqual([service.url]);
    expect(problems).toEqual([]);
    await keepScreenshot(page, 'api-reference');
    await context.close();
  });

  it('a session that the service no longer takes leads to the login and back', async () => {
    const { context, page } = await open({ scheme: 'light', size: { width: 1440, height: 900 }, signedIn: false });
    await page.goto('/login');
    await page.evaluate(() => localStorage.setItem('fiducial.token', 'forged'));
    await page.goto('/chips/torino?since=week');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(service.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'torino', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?since=week');
    await context.close();
  });

  it('a viewer finds what only editors do switched off, with the reason, and nothing opens', async () => {
    const { default_project_id: project } = await service.api.getCurrentUser();
    const viewer = await service.register({ username: 'vera', password: 'a good password' });
    await service.api.addProjectMemberAdmin({ params: { project_id: project ?? '' }, body: { username: 'vera' } });
    const { context, page, problems } = await open({
      scheme: 'light',
      size: { width: 1440, height: 900 },
      signedIn: false,
    });
    await page.goto('/login');
    await page.evaluate((token) => localStorage.setItem('fiducial.token', token), viewer.access_token);
    openIn(page, project ?? '');
    for (const [address, name] of [
      ['/chips?open=import', 'Import a chip'],
      ['/chips/torino', 'Delete…'],
      ['/chips/torino/qubits/17', 'Set values…'],
    ] as const) {
      await page.goto(address);
      const button = page.getByRole('button', { name, disabled: true, description: /^View only/ });
      await button.click({ force: true });
      await button.press('Enter');
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('the page of a project says when each member was last there, and of whom was never', async () => {
    const { default_project_id: project = '' } = await service.api.getCurrentUser();
    await service.api.registerUser({ body: { username: 'noa', password: 'a good password' } });
    await service.api.addProjectMemberAdmin({ params: { project_id: project ?? '' }, body: { username: 'noa' } });
    const { context, page, problems } = await open({
      scheme: 'light',
      size: { width: 1440, height: 900 },
      signedIn: true,
    });
    await page.goto(`/projects/${project}`);
    const members = page.getByRole('region', { name: 'Members' });
    const lastAccess = (name: RegExp) => members.getByRole('row', { name }).getByRole('cell').nth(3).innerText();
    await members.getByRole('row', { name: /^noa/ }).waitFor();
    expect(await lastAccess(/^noa/)).toBe('never');
    expect(await lastAccess(/^admin/)).toContain(' ago');
    expect(await lastAccess(/^vera/)).toContain(' ago');
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('an unknown page and an unknown chip are said to be so', async () => {
    const { context, page } = await open({ scheme: 'light', size: { width: 1440, height: 900 }, signedIn: true });
    await page.goto('/nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto('/chips/ghost');
    await page
      .getByRole('alert')
      .getByText(/Chip 'ghost' not found/)
      .waitFor();
    await context.close();
  });
});
