import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '#local/gateway/gateway.ts';
import { type Cells, createCellRouter } from '#test/support/cells/router.ts';
import type { FromCell, Sent, ToCell } from '#test/support/cells/run-cell.ts';
import { eventually, processesWith, projectRoot } from '#test/support/stack/processes.ts';

/** A cell that runs. */
export interface Cell {
  url: string;
  /** Sends what is due, and answers what was sent. */
  sent(): Promise<Sent>;
}

/** The cells `home` and `north` behind one router. */
export interface TwoCells {
  /** Address of the router, which is that of the service. */
  url: string;
  admin: { username: string; password: string };
  home: Cell;
  north: Cell;
  cells: Cells;
  /** Copies the accounts of `home` to `north`, which a consumer of the stream would do. */
  copyAccounts(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTwoCells(): Promise<TwoCells> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-cells-'));
  const cells: Cells = { addresses: new Map(), directory: new Map(), moving: new Set() };
  const router = createCellRouter(cells);
  const url = await listen(router, 0);
  const start = (name: string) => startCell(name, join(folder, name), url);
  const [home, north] = await Promise.all([start('home'), start('north')]);
  cells.addresses.set('home', home.url).set('north', north.url);
  return {
    ...{ url, cells, home, north, admin: home.admin },
    copyAccounts: async () => {
      const read = await home.ask({ read: 'accounts' });
      await north.ask({ write: 'accounts' in read ? read.accounts : [] });
    },
    stop: async () => {
      await Promise.all([closed(router), home.stop(), north.stop()]);
      // The engine ends with the process that started it.
      await eventually(() => processesWith(folder).length === 0);
      await rm(folder, { recursive: true });
    },
  };
}

async function startCell(name: string, directory: string, publicUrl: string) {
  const file = join(projectRoot, 'test/support/cells/run-cell.ts');
  const env = { ...process.env, CELL: name, PUBLIC_URL: publicUrl, EMAIL_SENDER: 'fiducial@example.com' };
  const child = fork(file, [directory], { execArgv: [], env, serialization: 'advanced' });
  const first = await heard(child);
  if (!('ready' in first)) throw new Error(`Cell '${name}' is not ready: ${JSON.stringify(first)}`);
  const ask = async (message: ToCell) => {
    const answer = heard(child);
    child.send(message);
    return answer;
  };
  return {
    ...{ url: first.ready, admin: first.admin, ask },
    sent: async (): Promise<Sent> => {
      const answer = await ask({ send: 'due' });
      return 'sent' in answer ? answer.sent : { emails: [], webhooks: [] };
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function heard(child: ChildProcess): Promise<FromCell> {
  const [message] = (await once(child, 'message')) as [FromCell];
  if ('problem' in message) throw new Error(message.problem);
  return message;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
