import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { projectRoot } from '#test/support/stack/processes.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { expectPresentable, openAsMember, type Session, startOwnSession } from './support/session.ts';
import { startService } from './support/started-service.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const DAY_MS = 86_400_000;
const wobble = (n: number) => 1 + 0.05 * (((n * 7) % 5) - 2);

/** Thirty-eight days of T1, of which the last four are a quarter of it on two of three qubits; the sweep has been there. */
async function fill(directory: string): Promise<void> {
  const { api, stop } = await startService(directory);
  await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-3' } });
  for (let days = 38; days > 0; days -= 1)
    for (const qid of ['0', '1', '2']) {
      const value = (qid !== '2' && days <= 4 ? 15 : 60) * wobble(days);
      const calibrated_at = new Date(Date.now() - days * DAY_MS).toISOString();
      const parameters = { t1: { value, unit: 'us', calibrated_at } };
      await api.updateCalibrationParameters({ body: { chip_id: 'chip', qid, parameters } });
    }
  const { default_project_id: project } = await api.getCurrentUser();
  await stop();
  const script = 'scripts/operations/rebuild-projection.ts';
  const rebuilt = spawn(process.execPath, [script, '--project', project ?? '', '--data-dir', directory], {
    cwd: projectRoot,
    stdio: 'ignore',
  });
  expect((await once(rebuilt, 'close'))[0]).toBe(0);
}

describe.skipIf(missing)(`drift in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let directory: string;
  const block = () => page.getByRole('region', { name: 'Drift' });

  beforeAll(async () => {
    directory = await makeScratch('fiducial-e2e-drift-');
    await fill(directory);
    session = await startOwnSession(directory);
    page = session.page;
  });

  afterAll(async () => {
    await session?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('the page of a chip says what drifts and how many false alarms are expected', async () => {
    await page.goto('/chips/chip');
    await page.getByText('2 drifting').waitFor();
    await block().getByRole('listitem').first().waitFor();
    expect(await block().getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(
        /Q0 T1\s+60\.0 → 15\.\d\sµs, latest 1\d(\.\d+)?\sµs \d+ \w+ ago.*over 4 days since .*alert/s,
      ),
      expect.stringMatching(
        /Q1 T1\s+60\.0 → 15\.\d\sµs, latest 1\d(\.\d+)?\sµs \d+ \w+ ago.*over 4 days since .*alert/s,
      ),
    ]);
    await block().getByText('2 alerts this week; about 0.024 false alarms expected').waitFor();
    await expect
      .poll(() =>
        block()
          .getByRole('img', { name: /^T1 over 30 days: 1\d(\.\d+)?\sµs to 6\d/ })
          .count(),
      )
      .toBe(2);
  });

  it('an alert is acknowledged by two clicks and a reason', async () => {
    await block().getByRole('button', { name: 'Acknowledge…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Acknowledge the drift of T1 of Q0?' });
    await dialog.getByLabel('Reason').fill('new attenuator');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('1 drifting').waitFor();
    await block().getByText('alert, seen by admin: new attenuator').waitFor();
    // An answered alert is last, and cannot be acknowledged again.
    const answered = block().getByRole('listitem').last();
    expect(await answered.innerText()).toMatch(/^Q0 T1/);
    expect(await answered.getByRole('button').allInnerTexts()).toEqual(['Mute…']);
  });

  it('a target is muted by three clicks and a reason, and unmuted by one', async () => {
    await block().getByRole('button', { name: 'Mute…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Mute the drift of T1 of Q1?' });
    await dialog.getByLabel('What').selectOption('Every metric of Q1');
    await dialog.getByLabel('Reason').fill('waits for the next cool-down');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Mute' }).click();
    await block()
      .getByText(/^Q1 muted until .* by admin: waits for the next cool-down$/)
      .waitFor();
    await expect.poll(() => page.getByText(/\d drifting/).count()).toBe(0);
    await block().getByRole('button', { name: 'Unmute Q1' }).click();
    await page.getByText('1 drifting').waitFor();
  });

  it('a history has a mark for an alert, and says it in words', async () => {
    await page.goto('/chips/chip/qubits/0?metric=t1');
    const drift = page.getByRole('list', { name: 'Drift' });
    await page.getByRole('img', { name: /T1 over time/ }).waitFor();
    await drift
      .getByText(/^Drift: 60\.0 → 15\.\d\sµs, over 4 days since .*, alert, seen by admin: new attenuator$/)
      .waitFor();
    await page.goto('/chips/chip/qubits/2?metric=t1');
    await page.getByRole('img', { name: /T1 over time/ }).waitFor();
    expect(await drift.count()).toBe(0);
  });

  it('a new level is accepted by three clicks and a reason, and its alert is over', async () => {
    await page.goto('/chips/chip');
    await block().getByRole('button', { name: 'Acknowledge…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Acknowledge the drift of T1 of Q1?' });
    await dialog.getByLabel('Reason').fill('as it is to be');
    await dialog.getByLabel(/Accept the new level/).check();
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expect.poll(() => block().getByRole('listitem').count()).toBe(1);
  });

  it('a viewer sees what drifts, and why they cannot say anything to it', async () => {
    const { page: other } = await openAsMember(session, 'viewer');
    await other.goto('/chips/chip');
    const button = other.getByRole('region', { name: 'Drift' }).getByRole('button', { name: 'Mute… Q0 T1' });
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    expect(await button.getAttribute('title')).toContain('View only');
    await other.close();
  });

  it('drift can be read in both themes, wide and narrow', async () => {
    await expectPresentable(page, [
      ['drift', '/chips/chip', (own) => own.getByRole('region', { name: 'Drift' })],
      ['drift-history', '/chips/chip/qubits/0?metric=t1', (own) => own.getByRole('list', { name: 'Drift' })],
    ]);
    expect(session.problems).toEqual([]);
  });
});
