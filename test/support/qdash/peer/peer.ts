import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Doc } from '../dump/fields.ts';
import { chipRoutes } from './chips.ts';
import { Database, PeerError, type PeerRead, type PeerRoute } from './database.ts';
import { discussionRoutes } from './discussions.ts';
import { labRoutes } from './lab.ts';
import { metricRoutes } from './metrics.ts';
import { resultRoutes } from './results.ts';

/** A QDash that serves a dump. */
export interface Peer {
  url: string;
  /** Reads and logins that it has answered, as `GET /chips`. */
  asked: string[];
  stop(): Promise<void>;
}

export interface PeerOptions {
  documents: Iterable<[collection: string, doc: Doc]>;
  /** Texts of files on its server by their paths. */
  files?: ReadonlyMap<string, string>;
  /** Changes an answer before it is sent. */
  change?(path: string, body: unknown): unknown;
  /** Answers in place of QDash. @returns whether it did. */
  intercept?(path: string, response: ServerResponse): boolean;
}

const routes: Record<string, PeerRoute> = {
  ...{ ...chipRoutes, ...resultRoutes, ...metricRoutes, ...labRoutes, ...discussionRoutes },
};

/** A route as an expression. Routes without names in them come first, as QDash declares them. */
const patterns = Object.entries(routes)
  .map(([path, route]) => ({
    route,
    names: (path.match(/\{/g) ?? []).length,
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .toSorted((a, b) => a.names - b.names);

/** Starts QDash on a dump: reads alone, with the token that the dump has for a user. */
export async function startPeer({ documents, files = new Map(), change, intercept }: PeerOptions): Promise<Peer> {
  const db = new Database(documents);
  const asked: string[] = [];
  const answer = (request: IncomingMessage): unknown => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://peer');
    const user = userOf(db, request.headers.authorization);
    for (const { pattern, route } of patterns) {
      const match = pattern.exec(pathname);
      if (!match) continue;
      const params = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)]),
      );
      const read = { db, user, params, query, fileText: (path: string) => files.get(path) };
      return route({ ...read, projectId: pathname === '/projects' ? '' : projectOf(read, request) });
    }
    throw new PeerError(404, 'Not Found');
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.method} ${path.split('?')[0]}`);
    if (intercept?.(path, response)) return;
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      const body = request.method === 'POST' ? login(db, await text(request)) : answer(request);
      send(200, change ? change(path, body) : body);
    } catch (error) {
      if (!(error instanceof PeerError)) throw error;
      if (error.status === 500) response.writeHead(500, { 'content-type': 'text/plain' }).end(error.message);
      else send(error.status, { detail: error.message });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function login(db: Database, form: string) {
  const user = db.first('user', { username: new URLSearchParams(form).get('username') });
  if (!user) throw new PeerError(401, 'Incorrect username or password');
  return { access_token: user.access_token, token_type: 'bearer', username: user.username };
}

function userOf(db: Database, authorization: string | undefined): Doc {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  const user = token === undefined ? undefined : db.first('user', { access_token: token });
  if (!user) throw new PeerError(401, 'Invalid access token');
  if (user.disabled === true) throw new PeerError(403, 'User account is disabled');
  return user;
}

/** The project of a read: that of the path or the header, the default one of the user, or one that they own. */
function projectOf({ db, user, params }: Omit<PeerRead, 'projectId'>, request: IncomingMessage): string {
  const header = request.headers['x-project-id'];
  const owned = db.first('project', { owner_username: user.username })?.project_id;
  const projectId = params.project ?? header ?? user.default_project_id ?? owned;
  if (typeof projectId !== 'string') throw new PeerError(400, 'Project ID is required');
  const project = db.first('project', { project_id: projectId });
  if (!project) throw new PeerError(404, `Project '${projectId}' not found`);
  const member = { project_id: projectId, username: user.username, status: 'active' };
  if (!db.first('project_membership', member) && project.owner_username !== user.username)
    throw new PeerError(403, `You do not have access to project '${projectId}'`);
  return projectId;
}
