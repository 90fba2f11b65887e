import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { routeList } from '#shared/api/routes.ts';

/*
 * One account and one anonymous client against the service, for some seconds: every operation drawn at random, overviews
 * side by side, bodies that hardly come, large bodies, wrong passwords, answers that no one takes. A process of its own, so that it
 * takes no time of the process that measures. Prints how many requests got which answer.
 */

/** What it is told, as JSON in its argument. */
export interface Attack {
  url: string;
  seconds: number;
  /** The account: its login token, a project that it reads, and the chip there. */
  token: string;
  projectId: string;
  chipId: string;
}

const attack = JSON.parse(process.argv[2] ?? '{}') as Attack;
const { hostname, port } = new URL(attack.url);
const until = performance.now() + attack.seconds * 1000;
const isOver = () => performance.now() >= until;
const answers = new Map<string, number>();

/** Those that end the attacker's own access are left out: the rest of the attack would be refusals. */
const endsAccess = /^(changePassword|logout|deleteSession|leaveProject|declineProjectInvitation)$/;
const drawn = routeList.filter(({ operationId }) => !endsAccess.test(operationId));
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Does something again and again, so many times side by side. */
const loop = (width: number, act: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: width }, async () => {
      while (!isOver()) await act();
    }),
  );

async function ask(name: string, path: string, init: RequestInit = {}): Promise<void> {
  const result = await fetch(`${attack.url}/api${path}`, { ...init, signal: AbortSignal.timeout(20_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return String(response.status);
    },
    () => 'none',
  );
  count(name, result);
  // A refusal takes hardly any time: no loop is to be of refusals alone.
  if (result === 'none' || result === '429') await sleep(50);
}

function count(name: string, result: string): void {
  const key = `${name} ${result}`;
  answers.set(key, (answers.get(key) ?? 0) + 1);
}

const asAccount = { authorization: `Bearer ${attack.token}`, 'x-project-id': attack.projectId };

/** As a page of many windows: the same question, and one that no one has asked before. */
function overview(): Promise<void> {
  const days = pick([1, 7, 7, 7, 30 * Math.random()]);
  const since = new Date(Date.now() - days * 86_400_000);
  if (Number.isInteger(days)) since.setUTCHours(0, 0, 0, 0);
  const limit = pick([20, 200]);
  return ask('overview', `/chips/${attack.chipId}/overview?since=${since.toISOString()}&limit=${limit}`, {
    headers: asAccount,
  });
}

function anyOperation(): Promise<void> {
  const route = pick(drawn);
  const values: Record<string, string[]> = {
    chip_id: [attack.chipId],
    project_id: [attack.projectId],
    qid: ['0', '7'],
  };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => pick(values[name] ?? ['unknown', '1', 'ä%2F']));
  const body = pick(['{}', '[', '{"chip_id":"x"}', JSON.stringify({ any: 'x'.repeat(100_000) })]);
  const hasBody = route.method !== 'GET';
  const query = hasBody ? '' : pick(['', '?limit=100', `?chip_id=${attack.chipId}`, '?since=2020-01-01T00:00:00Z']);
  return ask('drawn', `${path}${query}`, {
    method: route.method,
    headers: { ...asAccount, 'content-type': 'application/json' },
    ...(hasBody && { body }),
  });
}

const large = 'x'.repeat(10 * 1024 * 1024);
const largest = JSON.stringify({ chip_id: 'x', text: large.slice(0, 4_000_000) });

function largeBody(): Promise<void> {
  const headers = { ...asAccount, 'content-type': 'application/json' };
  return pick([
    () => ask('large', '/auth/login', { method: 'POST', body: large }),
    () => ask('large', '/chips', { method: 'POST', headers, body: largest }),
  ])();
}

function wrongPassword(): Promise<void> {
  const username = pick(['admin', `guess-${Math.floor(Math.random() * 1000)}`]);
  return ask('password', '/auth/login', {
    method: 'POST',
    body: new URLSearchParams({ username, password: `guess ${Math.random()}` }),
  });
}

/** Sends what is given over a connection, a piece every second, and reads nothing. */
async function stubborn(name: string, head: string, pieceOf: () => string): Promise<void> {
  const socket = connect(Number(port), hostname);
  let isOpen = true;
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isOpen = false;
    });
  socket.pause();
  socket.write(head);
  while (isOpen && !isOver()) {
    await sleep(1000);
    if (isOpen) socket.write(pieceOf());
  }
  socket.destroy();
  count(name, 'closed');
}

const slowHead = (bytes: number) =>
  `POST /api/auth/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${bytes}\r\n\r\n`;
const unreadHead = `GET /api/openapi.json HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`.repeat(4);

await Promise.all([
  loop(100, overview),
  loop(16, anyOperation),
  loop(8, largeBody),
  loop(16, wrongPassword),
  loop(100, () => stubborn('slow body', slowHead(60_000), () => 'x')),
  loop(100, () => stubborn('held body', slowHead(10_000_000) + large.slice(0, 1_000_000), () => 'x')),
  loop(20, () => stubborn('unread', unreadHead, () => '')),
]);
process.stdout.write(`${JSON.stringify(Object.fromEntries([...answers].sort()))}\n`);
process.exit(0);
