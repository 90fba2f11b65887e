import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '#shared/api/client.ts';
import { refusal } from '../support/refusal.ts';
import {
  claimAs,
  claimed,
  counter,
  ctx,
  done,
  executionId,
  fence,
  file,
  flow_run_id,
  line,
  onWorkerRuns,
  owner,
  waiting,
  world,
} from './scene.ts';

onWorkerRuns();

/** Another editor of the owner's project. */
async function colleague(): Promise<Client> {
  const { username, token } = await world.register(`colleague-${counter}`);
  const { projectId } = owner;
  await world.join(owner.api, { params: { project_id: projectId }, body: { username, role: 'editor' } });
  return world.client(token, projectId);
}

/** Every call for a claimed run, in a valid order. */
const said = (api: Client, key: { claim_key?: string } = {}, under = fence) => {
  const [params, held] = [{ flow_run_id }, { fence: under, ...key }];
  return {
    heartbeat: () => api.heartbeatRun({ params, body: { ...held, message: 'stolen' } }),
    result: () => api.reportTaskResults({ params, body: { ...held, results: [done] } }),
    file: () => api.createUploads({ params, body: { ...held, files: [file] } }),
    line: () => api.appendRunLog({ params, body: { ...held, sequence: 0, lines: [line('x')] } }),
    end: () => api.finishRun({ params, body: { ...held, status: 'completed' } }),
  };
};

const outcomes = async (calls: Record<string, () => Promise<unknown>>) => {
  const codes: Record<string, string> = {};
  for (const [name, call] of Object.entries(calls))
    codes[name] = await call().then(
      () => 'taken',
      (error: { status?: number; code?: string }) => `${error.status} ${error.code}`,
    );
  return codes;
};

const all = (outcome: string) => ({
  heartbeat: outcome,
  result: outcome,
  file: outcome,
  line: outcome,
  end: outcome,
});

describe('a run that was claimed', () => {
  test('a claimed run takes nothing from another editor who has its fence, and stays with its worker', async () => {
    await claimed();
    const api = await colleague();
    const before = await world.scan();
    expect(await outcomes(said(api))).toEqual(all('403 claim_of_another'));
    expect(await refusal(said(api).end())).toMatchObject({
      detail: `Run '${executionId}' is claimed by worker 'fridge-2', not by this caller`,
    });
    expect(await world.scan()).toBe(before);
    expect(ctx.orchestrator.beats).toEqual([]);
    expect(await outcomes(said(owner.api))).toEqual(all('taken'));
  });

  test('a claimed run takes nothing from another editor after its end either', async () => {
    await claimed();
    await said(owner.api).end();
    expect(await outcomes(said(await colleague()))).toEqual(all('403 claim_of_another'));
  });

  test('a claimed run is spoken for with its key, by whichever user', async () => {
    await waiting();
    const claim_key = randomUUID();
    const { run } = await claimAs(owner.api, { claim_key });
    const calls = said(await colleague(), { claim_key: claim_key.toUpperCase() }, run?.fence);
    expect(await outcomes(calls)).toEqual(all('taken'));
  });

  test('a claimed run takes nothing under another key; its former key is told that it is superseded', async () => {
    await waiting();
    const claim_key = randomUUID();
    const first = await claimAs(owner.api, { claim_key });
    const second = await claimAs(owner.api);
    const under = second.run?.fence;
    expect(await outcomes(said(owner.api, { claim_key: randomUUID() }, under))).toEqual(all('403 claim_of_another'));
    const old = said(owner.api, { claim_key }, first.run?.fence);
    expect(await old.heartbeat()).toMatchObject({ stop: true, reason: 'superseded' });
    const { heartbeat: _, ...writes } = all('409 claim_superseded');
    const { heartbeat: __, ...rest } = old;
    expect(await outcomes(rest)).toEqual(writes);
  });
});
