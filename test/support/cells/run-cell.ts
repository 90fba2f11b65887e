import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimDataDirectory } from '#local/data-folder/data-directory.ts';
import { loadSecrets } from '#local/data-folder/secrets.ts';
import { localClient } from '#local/engine/client.ts';
import { startStack } from '#local/stack.ts';
import { openSite } from '#local/website/static-site.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { readAccounts, writeAccounts } from '#test/support/cells/accounts.ts';
import { fakeMailer } from '#test/support/email/fake-mailer.ts';
import { startEngine } from '#test/support/engine/start-engine.ts';
import { fakeSender } from '#test/support/webhooks/fake-sender.ts';

/*
 * A cell in a process of its own, since a process has one service: `node run-cell.ts <directory>`, with `CELL` and
 * `PUBLIC_URL`. It obeys messages, and answers each with its result.
 */

/** What the process can be told: to read accounts, to write them, or to send what is due. */
export type ToCell = { read: 'accounts' } | { write: readonly Item[] } | { send: 'due' };

/** What was sent since the last time. */
export interface Sent {
  emails: { to: string; subject: string; text: string }[];
  /** Bodies of webhooks. */
  webhooks: { url: string; kind: string; project_id: string }[];
}

/** Its messages: once that it is ready, then the result of each message, or why there is none. */
export type FromCell =
  | { ready: string; admin: { username: string; password: string } }
  | { accounts: Item[] }
  | { sent: Sent }
  | { written: true }
  | { problem: string };

async function serve(directory: string): Promise<void> {
  const data = await claimDataDirectory(directory);
  const secrets = await loadSecrets(data.secretsFile, 'a password for tests');
  const engine = await startEngine(data.databaseFile);
  const config = loadConfig({ ...process.env, STRICT_RESPONSES: 'true', LOG_LEVEL: 'ERROR' });
  // One page, which names its cell.
  const pages = join(directory, 'pages');
  await mkdir(pages);
  await writeFile(join(pages, 'index.html'), `<title>${config.cell}</title>`);
  const stack = await startStack({
    ...{ engine, client: localClient(engine.access), config, secrets, port: 0, site: openSite(pages) },
    ...{ objectsFolder: data.objectsFolder, limits: { timeoutMilliseconds: 600_000 } },
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  const [email, webhooks] = [fakeMailer(), fakeSender()];
  Object.assign(stack.runtime.ports, { email, webhooks });
  const { db } = stack.runtime;
  const obey = async (message: ToCell): Promise<FromCell> => {
    if ('read' in message) return { accounts: await readAccounts(db) };
    if ('write' in message) {
      await writeAccounts(db, message.write);
      return { written: true };
    }
    await stack.streams.settle();
    await stack.deliver();
    const emails = email.sent.splice(0).map(({ to, subject, text }) => ({ to, subject, text }));
    return { sent: { emails, webhooks: webhooks.sent.splice(0).map(({ body }) => JSON.parse(body)) } };
  };
  const tell = (message: FromCell) => process.send?.(message);
  process.on('message', (message: ToCell) => {
    obey(message).then(tell, (error: unknown) => tell({ problem: String(error) }));
  });
  const admin = { username: config.adminUsername, password: await secrets.adminPassword() };
  tell({ ready: stack.url, admin });
}

if (import.meta.main) await serve(process.argv[2] ?? '');
