import type { Claim, LogLine, TaskReport } from '#worker/client/api.ts';

/** How the network between worker and service is. `drop`: requests arrive, answers do not. */
export type Network = 'up' | 'refuse' | 'drop';

/** How a call is refused; `retryAfterSeconds` is a header. */
interface Refusal {
  status: number;
  detail: string;
  code?: string;
  retryAfterSeconds?: number;
}

/** A service with one run, as far as a worker sees it. */
export interface FakeService {
  fetch: typeof fetch;
  network: Network;
  /** What the next heartbeats answer. */
  stop: 'cancelled' | 'ended' | 'superseded' | undefined;
  /** What the next calls of a path's last part are refused with. */
  readonly refusals: Record<string, Refusal[]>;
  /** What it answers that it has not taken, of every result. */
  leftOut: { metric: string; reason: string }[];
  /** Every request that has arrived: the last part of its path, and its body. */
  readonly calls: { call: string; body: Record<string, unknown> }[];
  /** Results as they were written, each once. */
  readonly results: TaskReport[];
  readonly lines: LogLine[];
  /** Files by their names. */
  readonly files: Map<string, string>;
  readonly finished: { status: string; message: string }[];
  /** Bodies of the calls of a path's last part. */
  of(call: string): Record<string, unknown>[];
}

/** A claim as the service answers it. */
export const claimOf = (given: Partial<Claim> = {}): Claim => ({
  execution_id: '20250301-000',
  flow_run_id: '018f4d5e-8c1a-7000-8000-0123456789ab',
  fence: 3,
  resumed: false,
  flow_name: 'flow',
  flow_version: 1,
  flow_function_name: 'flow',
  task_name: null,
  code: '',
  persist: true,
  parameters: {},
  tags: [],
  chip_id: 'chip',
  backend: 'bench',
  username: 'ana',
  cooldown_id: null,
  heartbeat_seconds: 30,
  window_seconds: 120,
  created_at: '2025-03-01T00:00:00.000Z',
  ...given,
});

/** Makes a service that gives its one run to the first claim, and to repeats of that claim. */
export function fakeService(claim = claimOf()): FakeService {
  let claimKey: unknown;
  const seen = new Set<string>();
  const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
    tasks: ({ worker }) => ({ worker, tasks: 0, flows: 0 }),
    claims: ({ claim_key }) => {
      claimKey ??= claim_key;
      return { run: claimKey === claim_key ? claim : null, retry_after_seconds: 5 };
    },
    heartbeat: () => ({
      stop: service.stop !== undefined,
      reason: service.stop ?? null,
      heartbeat_seconds: claim.heartbeat_seconds,
      window_seconds: claim.window_seconds,
    }),
    'task-results': ({ results }) => {
      for (const result of results as TaskReport[]) {
        const key = JSON.stringify([result.task, result.qid, result.status]);
        if (!seen.has(key)) service.results.push(result);
        seen.add(key);
      }
      return { results: (results as TaskReport[]).map(() => ({ left_out: service.leftOut })) };
    },
    uploads: ({ files }) => ({
      uploads: (files as { name: string }[]).map(({ name }) => ({
        name,
        path: `path/${name}`,
        url: `/objects/${name}`,
        method: 'PUT',
        headers: { 'if-none-match': '*' },
        expires_at: '2025-03-01T00:05:00.000Z',
      })),
    }),
    log: ({ sequence, lines }) => {
      service.lines.push(...(lines as LogLine[]).slice(service.lines.length - Number(sequence)));
      return { next_sequence: service.lines.length };
    },
    finish: ({ status, message }) => {
      service.finished.push({ status: String(status), message: String(message) });
      return { execution_id: claim.execution_id, status };
    },
  };

  const store = (name: string, body: string): number => {
    service.calls.push({ call: 'put', body: { name, body } });
    const refusal = service.refusals.put?.shift();
    if (refusal) return refusal.status;
    if (service.files.has(name)) return 412;
    service.files.set(name, body);
    return 200;
  };
  const receive = ({ pathname }: URL, body: string): Response => {
    const last = pathname.split('/').at(-1) ?? '';
    if (pathname.startsWith('/objects/')) return new Response('', { status: store(last, body) });
    const parsed = JSON.parse(body) as Record<string, unknown>;
    service.calls.push({ call: last, body: parsed });
    const refusal = service.refusals[last]?.shift();
    if (refusal) {
      const { status, retryAfterSeconds, ...body } = refusal;
      const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
      return Response.json(body, { status, headers });
    }
    return Response.json(answers[last]?.(parsed));
  };
  const service: FakeService = {
    fetch: async (input, init) => {
      init?.signal?.throwIfAborted();
      if (service.network === 'refuse') throw new TypeError('fetch failed');
      const answer = receive(new URL(String(input)), String(init?.body));
      if (service.network === 'drop') throw new TypeError('fetch failed');
      return answer;
    },
    network: 'up',
    stop: undefined,
    refusals: {},
    leftOut: [],
    calls: [],
    results: [],
    lines: [],
    files: new Map(),
    finished: [],
    of: (call) => service.calls.filter((made) => made.call === call).map(({ body }) => body),
  };
  return service;
}
