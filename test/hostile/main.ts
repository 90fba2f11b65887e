/**
 * `npm run test:hostile -- [seconds]`: one account and one anonymous client do for a minute, unless told otherwise, what they can to
 * stop a service of one machine (test/hostile/attack.ts), while another user goes on with their work. The last line is
 * `N passed, N failed, N skipped`.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '#shared/api/client.ts';
import { residentMegabytes } from '#test/bench/memory.ts';
import { type StartedService, startService } from '#test/e2e/support/started-service.ts';
import type { Attack } from '#test/hostile/attack.ts';
import { measuredChip } from '#test/hostile/measured-chip.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const seconds = Number(process.argv[2] ?? 60);
const chipId = 'ATTACKED';
const password = 'swordfish and chips';
/** What a person does not notice. A machine that is busy with others is asked for less: ten times what it takes in peace. */
const unnoticedMilliseconds = 300;
const busyFactor = 10;
const quietRequests = 50;
/** What bodies and answers of two callers may take, and what V8 has not collected yet. */
const moreMegabytes = 400;
/** What may be left: code that was compiled, and what is remembered. */
const leftMegabytes = 150;
const returnSeconds = 120;

let passed = 0;
let failed = 0;
function check(what: string, holds: boolean, seen: string): void {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}: ${seen}`);
  if (holds) passed += 1;
  else failed += 1;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const rounded = (milliseconds: number) => `${milliseconds.toFixed(0)} ms`;

/** A user with a password of their own, and their token. */
async function register(service: StartedService, username: string) {
  const user = await service.register({ username, password });
  return { username, token: user.access_token };
}

interface Asked {
  milliseconds: number;
  status: number;
}

/** Asks who a user is, again and again while it goes on. */
async function askWhile(service: StartedService, token: string, goesOn: (asked: number) => boolean): Promise<Asked[]> {
  const all: Asked[] = [];
  while (goesOn(all.length)) {
    const begun = performance.now();
    const status = await fetch(`${service.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    all.push({ milliseconds: performance.now() - begun, status });
    await sleep(20);
  }
  return all;
}

/** Signs in with the right password, again and again. @returns the statuses. */
async function signInWhile(service: StartedService, username: string, goesOn: () => boolean): Promise<number[]> {
  const statuses: number[] = [];
  while (goesOn()) {
    const body = new URLSearchParams({ username, password });
    const answer = await fetch(`${service.url}/api/auth/login`, { method: 'POST', body }).catch(() => undefined);
    await answer?.arrayBuffer();
    statuses.push(answer?.status ?? 0);
    await sleep(2000);
  }
  return statuses;
}

async function run(service: StartedService): Promise<void> {
  const { pid } = service;
  const victim = await register(service, 'victim');
  const attacker = await register(service, 'mallory');
  await measuredChip(service.api, chipId);
  const chip = await service.api.getChip({ params: { chip_id: chipId } });
  await service.api.inviteProjectMember({
    params: { project_id: chip.project_id },
    body: { username: attacker.username, role: 'viewer' },
  });
  const attackerApi = createClient({ baseUrl: service.url, token: () => attacker.token });
  const invitation = { project_id: chip.project_id, username: attacker.username };
  await attackerApi.acceptProjectInvitation({ params: invitation });
  const quiet = await askWhile(service, victim.token, (asked) => asked < quietRequests);
  const quietMedian = median(quiet.map(({ milliseconds }) => milliseconds));
  const before = residentMegabytes(pid);
  const what: Attack = {
    url: service.url,
    seconds,
    token: attacker.token,
    projectId: chip.project_id,
    chipId: chip.chip_id,
  };
  const attack = spawn(process.execPath, [join(projectRoot, 'test/hostile/attack.ts'), JSON.stringify(what)], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let isAttacked = true;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, 250);
  const ended = once(attack, 'close').then(() => {
    isAttacked = false;
  });
  const [asked, signIns] = await Promise.all([
    askWhile(service, victim.token, () => isAttacked),
    signInWhile(service, victim.username, () => isAttacked),
    ended,
  ]);
  clearInterval(watch);
  const refused = asked.filter(({ status }) => status !== 200);
  const attackedMedian = median(asked.map(({ milliseconds }) => milliseconds));
  const limit = Math.max(unnoticedMilliseconds, busyFactor * quietMedian);
  check(
    'another user is answered in time',
    attackedMedian <= limit,
    `median ${rounded(attackedMedian)} of ${asked.length}; before ${rounded(quietMedian)}; at most ${rounded(limit)}`,
  );
  check(
    'another user is never refused',
    asked.length > 0 && refused.length === 0,
    `${refused.length} of ${asked.length} ${JSON.stringify([...new Set(refused.map(({ status }) => status))])}`,
  );
  check(
    'a right password passes from the address of wrong ones',
    signIns.length > 0 && signIns.every((status) => status === 200),
    signIns.join(' '),
  );
  check('memory is bounded', most <= before + moreMegabytes, `${most.toFixed(0)} MB; before ${before.toFixed(0)}`);
  const after = await memoryAfter(pid, before + leftMegabytes);
  check('memory comes back', after <= before + leftMegabytes, `${after.toFixed(0)} MB; before ${before.toFixed(0)}`);
  const isSame = Number(readFileSync(join(service.dataDirectory, 'running.pid'), 'utf8')) === pid;
  check('the process lives', isSame && !service.output().includes('crashed'), isSame ? 'the same' : 'another');
  const { qubit_count: qubits } = await service.api.getChip({ params: { chip_id: chipId } });
  check('the chip is as it was', qubits === chip.qubit_count, `${qubits} qubits`);
}

/** Waits until the memory of a process has come back to so much, for a while at most. */
async function memoryAfter(pid: number, wanted: number): Promise<number> {
  const until = performance.now() + returnSeconds * 1000;
  while (residentMegabytes(pid) > wanted && performance.now() < until) await sleep(500);
  return residentMegabytes(pid);
}

async function main(): Promise<void> {
  const service = await startService();
  try {
    await run(service);
  } finally {
    await service.stop();
  }
}

await main().catch((error: unknown) => {
  console.error(error);
  failed += 1;
});
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 ? 0 : 1;
