import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { claimed, done, file, onWorkerRuns, owner, report, uploadsOf, world } from './scene.ts';

onWorkerRuns();

const everyByte = Uint8Array.from({ length: 256 }, (_, n) => n);
/** `温度,値` and a reading in Shift-JIS. */
const shiftJis = Buffer.from('89b793782c926c0d0a342e322c3130306d4b0d0a', 'hex');
const utf16 = Buffer.from('\ufeffdelay,signal\r\n0,µ\r\n', 'utf16le');

/** Uploads a file and has a result name it. @returns its path. */
async function kept(name: string, kind: 'figure' | 'raw', body: Uint8Array): Promise<string> {
  await claimed();
  const size_bytes = body.length;
  const [upload] = (await uploadsOf({ ...file, name, kind, size_bytes })).uploads;
  const { url = '', headers = {}, path = '' } = upload ?? {};
  expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })).status).toBe(200);
  await report({ ...done, ...(kind === 'figure' ? { figures: [path] } : { raw_data: [path] }) });
  return path;
}

const read = async (route: string, path: string, encoding: string) => {
  const response = await fetch(`${world.stack.url}/api${route}?path=${encodeURIComponent(path)}`, {
    headers: { authorization: `Bearer ${owner.token}`, 'accept-encoding': encoding },
  });
  return {
    encoding: response.headers.get('content-encoding'),
    digest: digestOf(new Uint8Array(await response.arrayBuffer())),
  };
};
const digestOf = (bytes: Uint8Array): string => `${bytes.length}:${createHash('sha256').update(bytes).digest('hex')}`;

describe('a file that is not UTF-8 comes back byte for byte', () => {
  test.each([
    ['raw data in Shift-JIS', 'readings.csv', 'raw', shiftJis],
    ['raw data in UTF-16', 'readings.csv', 'raw', utf16],
    ['a figure in Latin-1', 'decay.svg', 'figure', Buffer.from('<svg>\xb5s</svg>', 'latin1')],
    ['JSON with every byte', 'decay.json', 'figure', everyByte],
    ['nothing at all', 'empty.csv', 'raw', Buffer.alloc(0)],
  ] as const)('%s comes back byte for byte', async (_, name, kind, body) => {
    const path = await kept(name, kind, body);
    const route = kind === 'figure' ? '/executions/figure' : '/files/raw-data';
    expect(await read(route, path, 'identity')).toEqual({ encoding: null, digest: digestOf(body) });
  });

  test('a file that is not UTF-8 comes back byte for byte also where it is large enough to be compressed', async () => {
    const body = Buffer.concat(Array.from({ length: 4096 }, () => shiftJis));
    const path = await kept('readings.csv', 'raw', body);
    expect(await read('/files/raw-data', path, 'gzip')).toEqual({ encoding: 'gzip', digest: digestOf(body) });
  });
});

test('an archive that is asked for again under its Idempotency-Key is the same archive', async () => {
  const path = await kept('decay.png', 'figure', everyByte);
  const ask = async () => {
    const response = await fetch(`${world.stack.url}/api/task-results/figures/download`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'archive',
      },
      body: JSON.stringify({ paths: [path] }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, replayed: response.headers.get('idempotency-replayed'), bytes };
  };
  const first = await ask();
  const again = await ask();
  expect([first.status, first.replayed, again.status, again.replayed]).toEqual([200, null, 200, 'true']);
  expect(unzipSync(first.bytes)['decay.png']).toEqual(everyByte);
  expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
});
