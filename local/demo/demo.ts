import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chipId } from '#local/demo/lab.ts';
import type { MonthOutcome, MonthRequest } from '#local/demo/month.ts';
import type { EngineAccess } from '#local/engine/access.ts';
import { accessForChild } from '#local/engine/channel.ts';
import { ApiError, createClient } from '#shared/api/client.ts';

export interface DemoOutcome {
  state: 'loaded' | 'used' | 'present';
}

/**
 * A process that generates the month of the demo. It starts together with the service, because loading its code takes a
 * second.
 */
export interface MonthProcess {
  /** Call once. It writes into the table of an engine. @throws Error if the process ends first. */
  make(access: EngineAccess, request: Omit<MonthRequest, 'access'>): Promise<MonthOutcome>;
  /** Ends the process if it is no longer needed. */
  end(): void;
}

const semiSpace = '--max-semi-space-size';

export function beginMonth(): MonthProcess {
  // The process allocates much and lives briefly, so a large young generation saves a tenth of its time.
  const execArgv = [...process.execArgv.filter((option) => !option.startsWith(semiSpace)), `${semiSpace}=64`];
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  const child = fork(new URL('./month.ts', import.meta.url), [], { execArgv, stdio: [...stdio] });
  const answered = new Promise<MonthOutcome>((resolve) => {
    child.on('message', (message: object) => 'state' in message && resolve(message as MonthOutcome));
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that makes the demo ended with ${code}`);
  });
  // The process also ends normally, after its answer.
  ended.catch(() => undefined);
  return {
    make: (access, request) => {
      child.send({ ...request, access: accessForChild(access, child) } satisfies MonthRequest);
      return Promise.race([answered, ended]);
    },
    end: () => {
      child.kill();
    },
  };
}

/**
 * Fills an unused service with a month of a simulated lab. A service that has the demo chip is left unchanged. `url` is
 * the service's address, `username` its administrator.
 * @throws ApiError 401 if the administrator's password has changed; Error if the demo cannot be generated.
 */
export async function loadDemo(
  month: MonthProcess,
  url: string,
  username: string,
  access: EngineAccess,
  request: Omit<MonthRequest, 'access'>,
): Promise<DemoOutcome> {
  const baseUrl = `${url}/api`;
  const { access_token: token } = await createClient({ baseUrl }).login({
    body: { username, password: request.password },
  });
  const client = createClient({ baseUrl, token: () => token });
  const isThere = await client.getChip({ params: { chip_id: chipId }, query: { include: 'none' } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') return false;
      throw error;
    },
  );
  if (isThere) return { state: 'present' };
  const outcome = await month.make(access, request);
  if (outcome.state !== 'failed') return outcome;
  throw new Error(outcome.reason, { cause: outcome.details });
}
