import type { Page } from 'playwright-core';
import { needsProject, projectAddress, splitAddress } from '#shared/kernel/rules/page-address.ts';

/**
 * Has a page open addresses that name no project in the given one: most tests are about the pages of one project, and name them by
 * their paths.
 */
export function openIn(page: Page, projectId: string): Page {
  const goto = page.goto.bind(page);
  page.goto = (address, options) => {
    const isOfApplication = /^\/(?!docs\/)/.test(address);
    const isPlain = isOfApplication && needsProject(address) && splitAddress(address).project === undefined;
    return goto(isPlain ? projectAddress(projectId, address) : address, options);
  };
  return page;
}

/** The path of the page that is open, without its project. */
export const pathOf = (page: Page): string => splitAddress(new URL(page.url()).pathname).path;
