import type { Page } from 'playwright-core';
import { chipId } from '#local/demo/lab.ts';
import { openDashboard, openDifferences, openOverview, openPage, settled } from './views.ts';

/** How long each step of the recording is shown. */
export const frameMilliseconds = 2500;

/**
 * What a user does in the morning: reads what needs them since yesterday, looks at the chip, asks what has changed, opens what
 * changed most, and reads what the others wrote.
 */
export const morning: readonly ((page: Page) => Promise<void>)[] = [
  openOverview,
  openDashboard,
  openDifferences,
  async (page) => {
    await page.getByRole('region', { name: 'Differences' }).scrollIntoViewIfNeeded();
  },
  async (page) => {
    await page.getByRole('region', { name: 'Differences' }).getByRole('link').first().click();
    await settled(page, page.getByText(/^History of /));
  },
  (page) => openPage(page, '/notes', page.getByText(`Timeline of chip ${chipId}`)),
];
