import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { projectRoot } from '#test/support/stack/processes.ts';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const screenshots = join(projectRoot, 'test-results/screenshots');

/** The contexts of a file in the browser that all files of a worker share. */
export interface Contexts {
  newContext: Browser['newContext'];
  /** Closes the file's contexts; the browser ends with its worker. */
  close(): Promise<void>;
}

let started: Promise<Browser> | undefined;

/** The system's Chromium; without one the tests that need it are skipped with the reason. */
export const chromiumBrowser = {
  available: existsSync(executablePath),
  reason: `no browser at ${executablePath} (set CHROMIUM_PATH)`,
  async open(): Promise<Contexts> {
    started ??= launch();
    const browser = await started;
    const contexts: BrowserContext[] = [];
    return {
      async newContext(options) {
        const context = await browser.newContext(options);
        contexts.push(context);
        return context;
      },
      close: async () => {
        await Promise.all(contexts.map((context) => context.close()));
      },
    };
  },
};

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });

/** A page that remembers what went wrong in it: script errors and refusals of the content security policy. */
export interface WatchedPage {
  page: Page;
  problems: string[];
}

/** Opens a page and watches its console; an answer of the API with an error status is not a problem of the page. */
export async function watchPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  // Below a test's own limit, so that a failure names what was waited for.
  page.setDefaultTimeout(120_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { page, problems };
}

/**
 * Fails with every violation of the rules for WCAG 2.2 A and AA that axe finds; but for the guards of Base UI, which
 * take the focus at the edges of a menu only to hand it on. A third of the time that axe takes by
 * itself: it describes only violations, and without a second window, which only frames of another origin need.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(axe(page).withTags(wcag))).toEqual([]);
}

/** Shows the open page in the other theme, where only colours can be wrong, and checks those alone. */
export async function expectContrastInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // A colour on its way from the one theme to the other is of neither.
  await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition));
  expect(await violationsOf(axe(page).withRules(['color-contrast', 'link-in-text-block']))).toEqual([]);
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .exclude('[data-base-ui-focus-guard]')
    .setLegacyMode();

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/**
 * Fails if the page is wider than its window, so that a person would have to scroll sideways; names the elements that
 * are too wide.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth === clientWidth) return [];
    const reaching = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [location.pathname, ...reaching.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))];
  });
  expect(tooWide).toEqual([]);
}

/** Fails when a table of the page is wider than its frame, so that a person would have to scroll it sideways. */
export async function expectTablesInside(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('table')].flatMap((table) => {
      const frame = table.parentElement;
      return frame && frame.scrollWidth > frame.clientWidth ? [frame.ariaLabel] : [];
    }),
  );
  expect(wide).toEqual([]);
}

/** Fails when a table of the page cuts a word off, at its edge or with an ellipsis. */
export async function expectNoWordCut(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(td, th), main :is(td, th) *')].flatMap((element) => {
      const hides = element.checkVisibility() && getComputedStyle(element).overflowX !== 'visible';
      // Content for screen readers only is a pixel wide.
      const isCut = hides && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
      return isCut ? [`${location.pathname}: ${element.textContent}`] : [];
    }),
  );
  expect(cut).toEqual([]);
}

/** Keeps a screenshot of the page under `test-results/screenshots`, except in CI. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.CI) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}
