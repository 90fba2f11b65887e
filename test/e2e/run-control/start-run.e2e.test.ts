import { describe, expect, it } from 'vitest';
import { startRunText, unreachableText } from '../../../web/ui/lib/format/words.ts';
import { expectAccessible } from '../support/browser.ts';
import { afterRun, completed, dialog, executionId, missing, page, patient, read, service, session } from './scene.ts';

describe.skipIf(missing)(`the start of runs in a browser${missing && ` (skipped: ${missing})`}`, () => {
  afterRun();

  it('qubits of a run are typed as a range, pressed on a map, and refused at their field', async () => {
    await page.goto('/flows/check');
    await page.getByRole('button', { name: startRunText }).click();
    const form = dialog(startRunText);
    const start = form.getByRole('button', { name: 'Start the run' });
    const qubits = form.getByRole('textbox', { name: /^Qubits/ });
    const counted = form.getByText(/^\d+ tasks on qpu-1 with the simulator, (?:less than 10 s|about .+)\.$/);
    await counted.waitFor();
    await qubits.fill('0-2, 7');
    await form.getByRole('button', { name: 'Choose on a map' }).click();
    const cell = (name: string) => form.getByRole('gridcell', { name, exact: true });
    await cell('Q7').and(form.locator('[aria-selected=true]')).click();
    expect(await qubits.inputValue()).toBe('0-2');
    await cell('Q7').press('ArrowRight');
    await cell('Q8').press('Enter');
    expect(await qubits.inputValue()).toBe('0-2, 8');
    await expectAccessible(page);
    await qubits.fill('1, 99');
    await form.getByText("Qubit '99' not found in chip 'qpu-1'").waitFor();
    expect(await qubits.getAttribute('aria-invalid')).toBe('true');
    expect(await start.isDisabled()).toBe(true);
    const failed = form.getByRole('button', { name: 'Failed in the last run' });
    expect(await failed.getAttribute('title')).toBe(`Nothing failed in run ${completed}`);
    await form.getByRole('button', { name: 'All', exact: true }).click();
    await counted.waitFor();
    expect(await start.isEnabled()).toBe(true);
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  it('what the tasks of a run take is entered in fields, with unit and limits, and refused at its field', async () => {
    await page.goto('/flows/check');
    await page.getByRole('button', { name: startRunText }).click();
    const form = dialog(startRunText);
    const shots = form.getByRole('textbox', { name: /^Shots/ });
    const start = form.getByRole('button', { name: 'Start the run' });
    await form
      .getByText(/unless given; a whole number from 1 to 10,000,000$/)
      .first()
      .waitFor();
    const interval = form.getByRole('textbox', { name: /^Interval \(µs\)/ });
    await form.getByText(/^153\.6\sµs unless given; from 0\.001 to 10,000\sµs in steps of 0\.001$/).waitFor();
    await interval.fill('102.4004');
    await form.getByText(/^must be from 0\.001 to 10,000\sµs in steps of 0\.001$/).waitFor();
    expect(await interval.getAttribute('aria-invalid')).toBe('true');
    await interval.fill('102.4');
    await shots.fill('0');
    await form.getByText('must be a whole number from 1 to 10,000,000', { exact: true }).waitFor();
    expect(await shots.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => start.isDisabled()).toBe(true);
    await shots.fill('256');
    await expect.poll(() => start.isEnabled()).toBe(true);
    await expectAccessible(page);
    await start.click();
    await page.getByRole('heading', { name: /^Run / }).waitFor();
    const ended = async () => service.api.getExecution({ params: { execution_id: executionId() } });
    await expect.poll(async () => (await ended()).status, { timeout: 300_000 }).toMatch(/completed|failed/);
    const [first] = (await ended()).task;
    const { run_parameters } = await service.api.getTaskResult({ params: { task_id: first?.task_id ?? '' } });
    expect([run_parameters.shots?.value, run_parameters.interval?.value]).toEqual([256, 102_400]);
    // The page of the run says it as it was typed.
    await page.getByText('Parameters', { exact: true }).last().click();
    await page.getByText('102.4\u00a0µs', { exact: true }).waitFor();
  });

  it('the task that measures the shown value is run by itself from the page of its qubit', async () => {
    await page.goto('/chips/qpu-1/qubits/2?metric=t1');
    await page.getByRole('button', { name: 'Measure…' }).click();
    const ask = dialog('Measure Q2');
    await ask.getByText('Parameters of CheckT1').click();
    await ask.getByLabel('Shots').fill('64');
    await expectAccessible(page);
    await ask.getByRole('button', { name: 'Start 1 task' }).click();
    await page.getByRole('heading', { name: /^Run / }).waitFor(patient);
    await page.getByText('CheckT1 (one task)').first().waitFor();
    const id = executionId();
    await expect.poll(async () => (await read(id)).status, patient).toBe('completed');
    expect((await read(id)).task).toMatchObject([{ name: 'CheckT1', qid: '2' }]);
  });

  it('a task that a worker announced is run by itself from the page of a qubit or coupling, by its title and with its form', async () => {
    const form = (title: string) => ({ title, properties: { points: { type: 'integer', minimum: 2, default: 41 } } });
    const tasks = [
      {
        name: 'lab_t1',
        task_type: 'qubit' as const,
        form: form('Lifetime in our lab'),
        outputs: { t1: { unit: 'us' } },
      },
      { name: 'lab_zz', task_type: 'coupling' as const, form: form('Crosstalk in our lab') },
    ];
    await service.api.announceWorker({ body: { worker: 'fridge', backends: ['lab'], tasks } });
    await page.goto('/chips/qpu-1/qubits/2?metric=t1');
    await page.getByRole('button', { name: 'Measure…' }).click();
    const ask = dialog('Measure Q2');
    const ours = ask.getByRole('checkbox', { name: /^Lifetime in our lab \(lab\)/ });
    await ours.waitFor(patient);
    expect(await ours.isChecked()).toBe(true);
    expect(await ask.getByRole('checkbox', { name: /^CheckT1/ }).isChecked()).toBe(false);
    const start = ask.getByRole('button', { name: 'Start 1 task' });
    await ask.getByLabel('Points').fill('1');
    await start.click();
    await ask.getByText("parameter 'points': 1 is less than 2").waitFor();
    await ask.getByLabel('Points').fill('5');
    await expectAccessible(page);
    await start.click();
    await page.getByText('lab_t1 (one task)').first().waitFor();
    const started = await read(executionId());
    expect(started).toMatchObject({ backend: 'lab', runner: 'worker', parameters: { qids: ['2'], points: 5 } });
    await service.api.cancelExecution({ params: { flow_run_id: started.flow_run_id } });
    await expect.poll(async () => (await read(started.execution_id)).status, patient).toBe('cancelled');
    await page.goto('/chips/qpu-1/couplings/0-1');
    await page.getByRole('button', { name: 'Measure…' }).first().click();
    await page
      .getByRole('dialog', { name: /^Measure / })
      .getByRole('checkbox', { name: /^Crosstalk in our lab \(lab\): no values/ })
      .waitFor(patient);
  });

  it('a start without a network is said not to be sent, and is not sent later by itself', async () => {
    const count = async () => (await service.api.listExecutions()).total;
    const before = await count();
    await page.goto('/flows/check');
    await page.getByRole('button', { name: startRunText }).click();
    const form = dialog(startRunText);
    await form.getByText(/^\d+ tasks? on qpu-1 with the simulator/).waitFor();
    await session.context.setOffline(true);
    await form.getByRole('button', { name: 'Start the run' }).click();
    await form
      .getByRole('alert')
      .getByText(new RegExp(`^${unreachableText}`))
      .waitFor();
    await form.getByLabel('Qubits').fill('2');
    await form.getByText(new RegExp(`^Task count unavailable: ${unreachableText}`)).waitFor();
    await session.context.setOffline(false);
    await form.getByText(/^\d+ tasks? on qpu-1 with the simulator/).waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    expect(await count()).toBe(before);
  });
});
