import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SOUND } from '#test/support/runs/simulation.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const source = `stages:
  - name: check
    tasks: [CheckT1]
    targets: {qubits: ['0', '1', '2']}
`;

describe.skipIf(missing)(`marks of values in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let projectId = '';
  beforeAll(async () => {
    session = await startSession();
    const { api } = session.service;
    const { projects } = await api.listProjects({});
    projectId = projects[0]?.project_id ?? '';
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    await api.saveFlow({ body: { name: 'check', chip_id: 'chip', code: source } });
    const { execution_id } = await api.executeFlow({ params: { name: 'check' }, body: { parameters: SOUND } });
    const ended = async () => (await api.getExecution({ params: { execution_id }, query: {} })).status;
    await vi.waitFor(async () => expect(await ended()).toBe('completed'), { timeout: 300_000 });
    const t1 = { value: 41.5, unit: 'us' };
    await api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '3', parameters: { t1 } } });
  });
  afterAll(() => session?.stop());

  const cell = (qubit: string) => session.page.locator(`[role=gridcell][aria-label^="${qubit}, "]`);
  const csv = async () => {
    const download = session.page.waitForEvent('download');
    await session.page.getByRole('button', { name: 'Download CSV' }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };

  it('a simulated value has its mark on the map, in the tooltip, the table and the file', async () => {
    const { page } = session;
    await page.goto('/dashboard?chip=chip&qubit=t1');
    await cell('Q0').waitFor();
    await expect.poll(() => cell('Q0').getAttribute('aria-label'), { timeout: 300_000 }).toContain('simulated by');
    expect(await cell('Q3').getAttribute('aria-label')).toContain('set by hand');
    expect(await cell('Q0').locator('path').count()).toBe((await cell('Q3').locator('path').count()) + 1);
    await cell('Q0').hover();
    await page.getByRole('tooltip').getByText('simulated by').waitFor();
    await page.getByRole('list', { name: 'Drawn states' }).getByText('simulated').waitFor();
    const [, ...lines] = (await csv()).trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[9])).toEqual(['simulator', 'simulator', 'simulator', 'manual']);
    await page.goto('/chips/chip/qubits/0?metric=t1');
    await page.getByTitle('Measured by the simulator').first().waitFor();
    const points = page.getByRole('img', { name: 'T1 over time, 1 value' }).locator('path[class*="hollow"]');
    await expect.poll(() => points.count()).toBe(1);
  });

  it('the owner sets the write gate on the page of the project, which says what each choice does', async () => {
    const { page } = session;
    await page.goto(`/projects/${projectId}`);
    const form = page.getByRole('form', { name: 'Settings of values' });
    await form.getByText(/held with its reason until an editor accepts it/).waitFor();
    await expectAccessible(page);
    await form.getByLabel(/^Hold/).check();
    await form.getByLabel('Readout (optional)').fill('12');
    await form.getByRole('button', { name: 'Save settings' }).click();
    await form.getByText('Saved.').waitFor();
    const project = await session.service.api.getProject({ params: { project_id: projectId } });
    expect(project).toMatchObject({ value_gate: 'hold', freshness_hours: { readout: 12, gate: null } });
    expect(session.problems).toEqual([]);
  });

  it('the owner sets, changes and removes limits of values on the page of the project', async () => {
    const { page } = session;
    const { api } = session.service;
    await page.goto(`/projects/${projectId}`);
    const form = page.getByRole('form', { name: 'Settings of values' });
    const save = async () => {
      await form.getByRole('button', { name: 'Save settings' }).click();
      await form.getByText('Saved.').waitFor();
      return (await api.getProject({ params: { project_id: projectId } })).value_limits;
    };
    await form.getByRole('button', { name: 'Add a limit' }).click();
    await form.getByRole('combobox', { name: 'Metric' }).fill('t1');
    const t1 = form.getByRole('group', { name: 'Limit of t1' });
    await t1.getByLabel('Highest').fill('2');
    await t1.getByLabel('Unit').fill('GHz');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save settings' }).click();
    await form.getByText(/The limit of 't1' has values in 'us', and the unit 'GHz' does not convert/).waitFor();
    await t1.getByLabel('Unit').fill('ms');
    expect(await save()).toEqual({ t1: { lowest: null, highest: 2, unit: 'ms' } });
    await page.reload();
    await t1.getByLabel('Lowest').fill('0.001');
    expect(await save()).toEqual({ t1: { lowest: 0.001, highest: 2, unit: 'ms' } });
    await t1.getByRole('button', { name: 'Remove the limit of t1' }).click();
    expect(await save()).toEqual({});
    expect(session.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });

  it('a held value has a dot on the map, its reason in tooltip, table and file, in both themes', async () => {
    const { page } = session;
    const { api } = session.service;
    const at = '2025-02-01T10:00:00.000Z';
    const named = (name: string, value: number, unit: string) => ({ date: at, name, unit, value });
    const documents = {
      conf: { backend_name: 'pair', n_qubits: 2, coupling_map: [[0, 1]] },
      props: {
        backend_name: 'pair',
        qubits: [
          [named('T1', 4.1, 'us'), named('T2', 80, 'us')],
          [named('T1', 60, 'us'), named('T2', 70, 'us')],
        ],
        gates: [],
      },
    };
    expect(await api.importChip({ body: { format: 'ibm', chip_id: 'pair', documents } })).toMatchObject({ held: 1 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/dashboard?chip=pair&qubit=t2_echo');
      await cell('Q0').waitFor();
      await expect
        .poll(() => cell('Q0').getAttribute('aria-label'), { timeout: 300_000 })
        .toMatch(/80\sµs is held: T2 > 2 T1/);
      expect(await cell('Q1').getAttribute('aria-label')).not.toContain('held');
      await cell('Q0').hover();
      await page
        .getByRole('tooltip')
        .getByText(/is held: T2 > 2 T1/)
        .waitFor();
      await page.getByRole('list', { name: 'Drawn states' }).getByText('held').waitFor();
      await page.getByRole('row', { name: /Q0/ }).getByText('held', { exact: true }).waitFor();
      await expectAccessible(page);
    }
    expect(await csv()).toMatch(/^0,t2_echo,.*is held: T2 > 2 T1/m);
    expect(session.problems).toEqual([]);
  });
});
