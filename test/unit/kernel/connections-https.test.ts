import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Connections } from '#shared/kernel/store/dynamodb/wire/connections.ts';

/* As AWS is asked: over TLS, of servers that a certificate names. */

const folder = mkdtempSync(join(tmpdir(), 'fiducial-tls-'));
const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
const made = spawnSync('openssl', [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
  ...['-keyout', keyFile, '-out', certificateFile, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
]);
const known = getCACertificates('default');

const missing = made.status === 0 ? '' : 'no openssl, which makes the certificate';

describe.skipIf(missing)(`over TLS${missing && ` (skipped: ${missing})`}`, () => {
  const asked: { url: string | undefined; socket: unknown }[] = [];
  let server: ReturnType<typeof createServer>;
  let connections: Connections;
  beforeAll(async () => {
    const certificate = readFileSync(certificateFile);
    server = createServer({ key: readFileSync(keyFile), cert: certificate }, (request, response) => {
      asked.push({ url: request.url, socket: request.socket });
      request.resume().on('end', () => response.end(`asked of ${request.url}`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    connections.close();
    server.close();
    setDefaultCACertificates(known);
    rmSync(folder, { recursive: true });
  });

  const ask = (path: string, hostname = 'localhost') => {
    const { port } = server.address() as AddressInfo;
    return connections.post({ protocol: 'https:', hostname, port, path, headers: {}, body: '{}' });
  };

  test('a server is asked that has the certificate of its name, over one connection, and no other is', async () => {
    connections = new Connections();
    await expect(ask('/unknown')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    connections.close();
    setDefaultCACertificates([...known, readFileSync(certificateFile, 'utf8')]);
    connections = new Connections();
    for (const path of ['/a', '/b']) {
      const { statusCode, body } = await ask(path);
      expect([statusCode, body.toString('utf8')]).toEqual([200, `asked of ${path}`]);
    }
    await expect(ask('/another-name', '127.0.0.1')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(asked.map(({ url }) => url)).toEqual(['/a', '/b']);
    expect(new Set(asked.map(({ socket }) => socket)).size).toBe(1);
  });
});
