import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { runEnded, startOneQubitCheck } from './support/one-qubit-check.ts';
import { type Session, startOwnSession } from './support/session.ts';
import { shiftedClock } from './support/shifted-clock.ts';
import { startService } from './support/started-service.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`values that went stale in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let data: string;
  let session: Session;
  let page: Page;
  let run: string;

  beforeAll(async () => {
    data = await makeScratch('fiducial-e2e-');
    const before = await startService(data);
    run = await startOneQubitCheck(before.api, { qids: ['0', '1', '2'], seed: 1 });
    await runEnded(before.api, run);
    await before.stop();
    // Values that are fresh for a day or two are stale.
    session = await startOwnSession(data, shiftedClock({ days: 3 }));
    ({ page } = session);
  });

  afterAll(async () => {
    await session?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  it('what went stale is measured again by two clicks on the chip, which says flow, targets and tasks before', async () => {
    const { api } = session.service;
    const stale = await api.getRepeatableTasks({ params: { execution_id: run }, query: { which: 'stale' } });
    const wanted = stale.tasks.map(({ task_name: name, target_id: id }) => `${name} ${id}`).sort();
    expect(wanted).toContain('CheckT1 0');
    await page.goto('/chips/qpu-1?since=week');
    await page.getByRole('button', { name: `Re-measure the stale (${stale.total})…` }).click();
    const dialog = page.getByRole('dialog', { name: `Re-measure the stale of run ${run}?` });
    await dialog.getByText(`Starts ${stale.total} tasks of check on qpu-1 with simulator`).waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'CheckT1 Q0, Q1, Q2' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: `Re-measure ${stale.total}` }).click();
    await expect.poll(() => pathOf(page)).toMatch(/^\/execution\/\d{8}-\d{3}$/);
    const again = await runEnded(api, new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(again.execution_id).not.toBe(run);
    expect(again.note).toMatchObject({ repeats: 'stale', source_execution_id: run });
    expect(again.task.map(({ name, qid }) => `${name} ${qid}`).sort()).toEqual(wanted);
  });

  it('what was measured again is stale no more on the chip', async () => {
    await page.goto('/chips/qpu-1?since=week');
    await page.getByRole('region', { name: 'Runs', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Re-measure the stale/ }).count()).toBe(0);
    expect(session.problems).toEqual([]);
  });
});
