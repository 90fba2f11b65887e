import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { splitAddress } from '#shared/kernel/rules/page-address.ts';
import { parseApiToken } from '#shared/people/verbs/auth/api-token.ts';

/** What the edge knows of cells. */
export interface Cells {
  /** Address of each, without a trailing slash, by its name. */
  addresses: Map<string, string>;
  /** The cells of projects; a project that is missing is in the cell `home`. */
  directory: Map<string, string>;
  /** Projects whose writes wait, while they are moved. */
  moving: Set<string>;
}

/** Operations on accounts, which the cell `home` keeps. */
const ofAccounts = /^\/api\/(auth|admin\/users|notifications\/(settings|email))([/?]|$)/;
const inPath = /^\/api\/(?:admin\/)?projects\/([^/?]+)/;
/** A signed address of a file names its cell. */
const ofFile = /^\/objects\/[^?]*\?cell=([a-z0-9-]+)&/;

/** The project that a request names: by its path, its header or its token. */
export function projectOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string | undefined {
  const [, named] = inPath.exec(url) ?? [];
  const header = headers['x-project-id'];
  return (named && decodeURIComponent(named)) ?? splitAddress(url).project ?? header?.toString() ?? ofToken(headers);
}

function ofToken({ authorization = '' }: IncomingMessage['headers']): string | undefined {
  const [, token = ''] = /^Bearer +(\S+)/i.exec(authorization) ?? [];
  const apiToken = parseApiToken(token);
  if (apiToken) return apiToken.projectId;
  // The cell verifies it.
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return claims.startsWith('{') ? JSON.parse(claims).project : undefined;
}

/** The edge before several cells: sends each request to the cell of its project. */
export const createCellRouter = ({ addresses, directory, moving }: Cells): Server =>
  createServer((incoming, outgoing) => {
    const { url = '', method = 'GET', headers } = incoming;
    const [, named] = ofFile.exec(url) ?? [];
    const project = named || ofAccounts.test(url) ? undefined : projectOf(incoming);
    if (project !== undefined && moving.has(project) && !['GET', 'HEAD'].includes(method)) {
      outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': '30' });
      const detail = `Project '${project}' is being moved to another cell: it can be read, and written again in some minutes`;
      return void outgoing.end(JSON.stringify({ detail, code: 'busy' }));
    }
    const cell = new URL(addresses.get(named ?? directory.get(project ?? '') ?? 'home') ?? '');
    const sent = { host: cell.hostname, port: cell.port, path: url, method, headers };
    const forwarded = forward(sent, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
