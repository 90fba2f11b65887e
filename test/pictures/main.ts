/**
 * `npm run pictures`: makes the pictures of the README and of docs/ anew, from the month of `npm start -- --demo` in a
 * browser. Needs a Chromium (`CHROMIUM_PATH`, /usr/bin/chromium unless given). The month follows from its seed and the day on
 * which it is made, so dates and ages differ from one day to the next.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { openIn } from '#test/e2e/support/addresses.ts';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';
import { projectRoot } from '#test/support/stack/processes.ts';
import { animatedPng, type Frame } from './animated-png.ts';
import { frameMilliseconds, morning } from './morning.ts';
import { type Theme, themes, views } from './views.ts';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const folder = join(projectRoot, 'docs/pictures');
const viewport = { width: 1280, height: 800 };

async function openDemo({ url, api, password }: StartedService, browser: Browser, colorScheme: Theme) {
  const { access_token, default_project_id } = await api.login({ body: { username: 'admin', password } });
  const context = await browser.newContext({ baseURL: url, viewport, colorScheme, reducedMotion: 'reduce' });
  await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), access_token);
  return openIn(await context.newPage(), default_project_id ?? '');
}

async function keep(name: string, bytes: Uint8Array): Promise<void> {
  await writeFile(join(folder, name), bytes);
  console.log(`docs/pictures/${name}: ${Math.round(bytes.length / 1000)} kB`);
}

async function makeViews(page: Page, theme: Theme): Promise<void> {
  for (const { name, open } of views.filter((view) => view.themes.includes(theme))) {
    await open(page);
    await keep(`${name}-${theme}.png`, await page.screenshot());
  }
}

async function makeRecording(page: Page): Promise<void> {
  const frames: Frame[] = [];
  for (const step of morning) {
    await step(page);
    frames.push({ png: await page.screenshot(), milliseconds: frameMilliseconds });
  }
  await keep('morning.png', animatedPng(frames));
}

if (!existsSync(executablePath)) {
  console.error(`There is no browser at ${executablePath}: name one in CHROMIUM_PATH`);
  process.exit(1);
}
await mkdir(folder, { recursive: true });
const service = await startService(undefined, ['--demo']);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const theme of themes) await makeViews(await openDemo(service, browser, theme), theme);
  await makeRecording(await openDemo(service, browser, 'light'));
} finally {
  await browser.close();
  await service.stop();
}
