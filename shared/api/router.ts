import { type Method, type OperationId, type Route, routeKey } from './routes.ts';

export type NamedRoute = { operationId: OperationId } & Route;

/** What a request's method and path select. */
export interface RouteMatch {
  route: NamedRoute;
  /** `GET /chips/{chip_id}`: the name by which the group's function finds its handler. */
  routeKey: string;
  /** Decoded values by name; empty for a path without parameters. */
  pathParameters: Record<string, string>;
}

/** Finds routes as API Gateway does: whole segments, literal ones before parameters, no trailing slash. */
export interface Router {
  /** `path` is percent-encoded and decodable. */
  match(method: string, path: string): RouteMatch | undefined;
  /** Methods with a route at this path, in the order of the list; empty for an unknown path. */
  methodsAt(path: string): Method[];
}

interface Candidate {
  route: NamedRoute;
  segments: Segment[];
}

type Segment = { literal: string } | { parameter: string };

/** A router over a list of routes. */
export function createRouter(routes: readonly NamedRoute[]): Router {
  const candidates = routes
    .map((route) => ({ route, segments: parseSegments(route.path) }))
    .sort((a, b) => bySpecificity(a.segments, b.segments));

  const matching = (path: string): { candidate: Candidate; values: Record<string, string> }[] => {
    const parts = path.split('/').slice(1);
    return candidates.flatMap((candidate) => {
      const values = matchSegments(candidate.segments, parts);
      return values ? [{ candidate, values }] : [];
    });
  };

  return {
    match(method, path) {
      const found = matching(path).find(({ candidate }) => candidate.route.method === method);
      if (!found) return undefined;
      const { route } = found.candidate;
      return { route, routeKey: routeKey(route), pathParameters: found.values };
    },
    methodsAt: (path) => [...new Set(matching(path).map(({ candidate }) => candidate.route.method))],
  };
}

function parseSegments(path: string): Segment[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      return name === undefined ? { literal: part } : { parameter: name };
    });
}

/**
 * The first segment where one route is literal and the other is not decides. Routes of different lengths never match the
 * same path; they are kept apart, or the order would not be one that can be sorted by.
 */
function bySpecificity(a: Segment[], b: Segment[]): number {
  if (a.length !== b.length) return a.length - b.length;
  for (const [index, segment] of a.entries()) {
    const difference = Number('parameter' in segment) - Number('parameter' in (b[index] ?? segment));
    if (difference !== 0) return difference;
  }
  return 0;
}

function matchSegments(segments: Segment[], parts: string[]): Record<string, string> | undefined {
  if (segments.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = decodeURIComponent(parts[index] ?? '');
    if ('literal' in segment ? segment.literal !== value : value === '') return undefined;
    if ('parameter' in segment) values[segment.parameter] = value;
  }
  return values;
}
