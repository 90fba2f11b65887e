import { expect, it } from 'vitest';
import { waitingFetch } from '../../../cli/retry.ts';

const used = (seconds: string) => new Response('{}', { status: 429, headers: { 'retry-after': seconds } });

/** Asks a service with these answers. */
async function ask(answers: Response[], url = 'http://service/api/chips') {
  const pauses: number[] = [];
  const said: string[] = [];
  const send = async () => answers.shift() ?? new Response('{}');
  const pause = async (seconds: number) => void pauses.push(seconds);
  const { status } = await waitingFetch(send, { pause, say: (text) => void said.push(text) })(url, { method: 'POST' });
  return { status, pauses, said };
}

it('a command waits as long as a used-up limit asks, says so, and repeats any request', async () => {
  expect(await ask([used('3'), used('60')])).toEqual({
    status: 200,
    pauses: [3, 60],
    said: ['The service has a limit; trying again in 3 s', 'The service has a limit; trying again in 60 s'],
  });
});

it('a command does not wait for minutes, for a date, after failed logins, or for ever', async () => {
  expect(await ask([used('61')])).toMatchObject({ status: 429, pauses: [] });
  expect(await ask([used('Sun, 01 Mar 2026 12:00:00 GMT')])).toMatchObject({ status: 429, pauses: [] });
  expect(await ask([used('5')], 'http://service/api/auth/login')).toMatchObject({ status: 429, pauses: [] });
  const { status, pauses } = await ask(Array.from({ length: 100 }, () => used('1')));
  expect([status, pauses.length]).toEqual([429, 20]);
});
