import type { Page } from 'playwright-core';
import { chipId } from '#local/demo/lab.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** A page of the demo as a picture shows it. */
export interface View {
  /** Of the file, before the theme. */
  name: string;
  themes: readonly Theme[];
  /** Goes to the page, and waits until what it is about can be seen. */
  open(page: Page): Promise<void>;
}

const mapOfChip = new RegExp(`^Map of ${chipId}`);

/** What the pages of docs/ show. */
export const views: readonly View[] = [
  { name: 'overview', themes: ['light'], open: openOverview },
  { name: 'dashboard', themes, open: openDashboard },
  { name: 'differences', themes: ['light'], open: openDifferences },
  {
    name: 'qubit',
    themes: ['light'],
    open: (page) => openPage(page, `/chips/${chipId}/qubits/5?metric=t1`, page.getByText('History of T1')),
  },
  { name: 'runs', themes, open: (page) => openPage(page, '/execution', page.getByRole('row').nth(1)) },
  {
    name: 'notes',
    themes: ['light'],
    open: (page) => openPage(page, '/notes', page.getByText(`Timeline of chip ${chipId}`)),
  },
];

interface Landmark {
  waitFor(): Promise<void>;
}

/** Goes to an address, and waits until the page is whole. */
export async function openPage(page: Page, address: string, landmark: Landmark): Promise<void> {
  await page.goto(address);
  await settled(page, landmark);
}

/** Waits until what a page is about is there, and whatever else it fetches after that. */
export async function settled(page: Page, landmark: Landmark): Promise<void> {
  await landmark.waitFor();
  await page.waitForLoadState('networkidle');
}

/** Where the mark in the corner leads: the last chip, since yesterday. */
export function openOverview(page: Page): Promise<void> {
  return openPage(page, `/chips/${chipId}`, page.getByRole('region', { name: `Overview of ${chipId}` }));
}

export function openDashboard(page: Page): Promise<void> {
  return openPage(page, `/dashboard?chip=${chipId}&qubit=t1`, page.getByRole('grid', { name: mapOfChip }));
}

export async function openDifferences(page: Page): Promise<void> {
  await openPage(page, `/chips/${chipId}/differences`, page.getByRole('button', { name: 'Since yesterday' }));
  await page.getByRole('button', { name: 'Since yesterday' }).click();
  await settled(page, page.getByRole('grid', { name: mapOfChip }));
}
