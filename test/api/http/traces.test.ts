import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import type { Context as LambdaContext } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadGroup } from '#functions/groups.ts';
import type { EndpointHandler } from '#functions/http/endpoint.ts';
import type { Event } from '#functions/http/state.ts';
import { handler as sweep } from '#functions/scheduled/sweep.ts';
import { handler as awaitClaim } from '#functions/steps/await-claim.ts';
import { handler as runSlice } from '#functions/steps/run-slice.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { listHeldLocks } from '#shared/runs/store/locks.ts';
import { type RecordedSpan, recordSpans } from '#test/support/aws/recorded-spans.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { sampleFlow } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const isOther = Boolean(process.env.FIDUCIAL_URL);
const why = isOther ? ' (skipped: the spans of a deployed service are not in this process)' : '';

describe.skipIf(isOther)(`traces (rule DEPLOY-57)${why}`, () => {
  let world: World;
  let owner: Caller;
  let other: Caller;
  let run: { executionId: string; flowRunId: string };
  let recorded: ReturnType<typeof recordSpans>;
  beforeAll(async () => {
    world = await startWorld();
    Object.assign(world.stack.runtime.ports, { orchestrator: fakeOrchestrator() });
    [owner, other] = await Promise.all([world.register('owner'), world.register('other')]);
    for (const { api } of [owner, other]) {
      await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
      await api.saveFlow({ body: { name: 'check', chip_id: 'chip', code: sampleFlow } });
      await api.executeFlow({ params: { name: 'check' }, body: {} });
    }
    const held = await listHeldLocks(world.stack.runtime.db);
    const lock = held.find(({ projectId }) => projectId === owner.projectId);
    if (!lock) throw new Error('the run has no lock');
    run = lock;
    recorded = recordSpans();
  });
  afterAll(async () => {
    recorded.stop();
    await world.stop();
  });
  beforeEach(() => void recorded.spans.splice(0));

  /** Calls a function in a span, as the layer does. */
  const called = <E>(handler: (event: E, context: LambdaContext) => Promise<unknown>, event: E, attributes = {}) =>
    trace
      .getTracer('layer')
      .startActiveSpan('call', { attributes }, (span) =>
        handler(event, lambdaContext('traced', randomUUID(), Date.now() + 60_000)).finally(() => span.end()),
      );

  const asked = (handler: EndpointHandler, routeKey: string, path: string, pathParameters: Record<string, string>) => {
    const event = {
      ...{ routeKey, rawPath: path, rawQueryString: '', pathParameters },
      headers: { authorization: `Bearer ${owner.token}` },
      requestContext: { http: { method: routeKey.split(' ')[0], sourceIp: '198.51.100.1' } },
    };
    return called(handler, event as unknown as Event, { 'url.full': `https://lab.example${path}?token=s3cret` });
  };

  const annotated = (ids: Record<string, string>) => ({ ...ids, 'aws.xray.annotations': Object.keys(ids) });
  const ofProject = () => ({ 'fiducial.project_id': owner.projectId });
  const ofExecution = () => ({ ...ofProject(), 'fiducial.execution_id': run.executionId });
  const ofRun = () => ({ ...ofExecution(), 'fiducial.flow_run_id': run.flowRunId });
  const only = (name: string): RecordedSpan[] => recorded.spans.filter((span) => span.name === name);

  it('the span of a request names its project and the run of its address, and its route in place of the address', async () => {
    const route = 'GET /executions/{execution_id}';
    await asked(await loadGroup('executions'), route, `/executions/${run.executionId}`, {
      execution_id: run.executionId,
    });
    expect(only('call')).toEqual([
      {
        name: 'call',
        attributes: { 'http.route': route, 'url.full': route, ...annotated(ofExecution()) },
        status: undefined,
      },
    ]);
    const ofWorker = 'GET /workers/runs/{flow_run_id}/context';
    await asked(await loadGroup('workers'), ofWorker, `/workers/runs/${run.flowRunId}/context`, {
      flow_run_id: run.flowRunId,
    });
    const ids = { ...ofProject(), 'fiducial.flow_run_id': run.flowRunId };
    expect(only('call')[1]?.attributes).toEqual({ 'http.route': ofWorker, 'url.full': ofWorker, ...annotated(ids) });
  });

  const input = () => ({
    ...{ project_id: owner.projectId, execution_id: run.executionId, flow_run_id: run.flowRunId },
    runner: 'managed' as const,
  });

  it('a step of a run has a span that names its project and run, and marks its failure without the text', async () => {
    const missing = { ...input(), execution_id: '20200101-001', flow_run_id: randomUUID() };
    await expect(called(runSlice, missing)).rejects.toThrow();
    expect(only('work')).toEqual([
      {
        name: 'work',
        attributes: annotated({
          ...ofProject(),
          'fiducial.execution_id': missing.execution_id,
          'fiducial.flow_run_id': missing.flow_run_id,
        }),
        status: { code: 2 },
      },
    ]);
  });

  it('each message of a queue has a span of its own, which names its project and run', async () => {
    const held = await listHeldLocks(world.stack.runtime.db);
    const Records = held.map((lock) => ({
      messageId: lock.projectId,
      body: JSON.stringify({ kind: 'locks', entries: [lock] }),
    }));
    await called(sweep, { Records });
    expect(only('work').map(({ attributes }) => attributes)).toEqual(
      expect.arrayContaining([annotated(ofRun()), expect.objectContaining({ 'fiducial.project_id': other.projectId })]),
    );
    expect(only('work')).toHaveLength(2);
    expect(only('call')[0]?.attributes).toEqual({});
  });

  it('no token, name or address is in a span', async () => {
    await asked(await loadGroup('executions'), 'GET /executions/{execution_id}', `/executions/${run.executionId}`, {
      execution_id: run.executionId,
    });
    await called(awaitClaim, { ...input(), task_token: 'token of the claim' }).catch(() => undefined);
    const said = JSON.stringify(recorded.spans);
    expect(recorded.spans).toHaveLength(3);
    for (const secret of [owner.token, 's3cret', 'token of the claim', owner.username, 'lab.example', 'chip'])
      expect(said).not.toContain(secret);
  });
});
