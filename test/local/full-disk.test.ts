import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, type Client, createClient } from '#shared/api/client.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { type PersistentStack, startPersistentStack } from '#test/support/stack/persistent-stack.ts';
import { eventually } from '#test/support/stack/processes.ts';

const root = await mkdtemp(join(tmpdir(), 'fiducial-full-'));
const reason = missingEngine || mountProblem();
afterAll(async () => {
  if (!reason) execFileSync('umount', ['--lazy', root]);
  await rm(root, { recursive: true });
});

/** A disk of 48 MB in memory; why there is none, where this user may not mount one. */
function mountProblem(): string {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', root], { stdio: 'pipe' });
    return '';
  } catch {
    return 'this user may not mount a disk in memory';
  }
}

describe.skipIf(reason)(`a full disk${reason && ` (skipped: ${reason})`}`, () => {
  const ballast = join(root, 'ballast');
  let service: PersistentStack;
  let owner: Client;
  beforeAll(async () => {
    service = await startPersistentStack(join(root, 'data'), { mayFail: true });
    owner = service.as(await service.login());
    await owner.createChip({ body: { chip_id: 'FULL', size: 16 } });
    await service.streams.settle();
  });
  afterAll(() => service.stop());

  const health = () => createClient({ baseUrl: `${service.url}/api` }).getHealth();
  const refusal = (work: Promise<unknown>): Promise<ApiError> =>
    work.then(
      () => Promise.reject(new Error('It was not refused')),
      (error: ApiError) => error,
    );
  const note = (chip: string, content: string) =>
    owner.upsertChipNote({ params: { chip_id: chip }, body: { content } });

  function fill(): void {
    const { bavail, bsize } = statfsSync(root);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 2 * bsize));
    // What is left by rounding.
    try {
      writeFileSync(join(root, 'rest'), Buffer.alloc(10 * bsize));
    } catch {
      // Full.
    }
  }

  test('a full disk is told by the health and refuses what is to be saved with a sentence, and all goes on when it has space again', async () => {
    await service.streams.hold();
    await note('FULL', 'acknowledged before the disk was full');
    fill();
    await service.streams.release();

    // The journal has pages that it may use again: sooner or later nothing more fits.
    let refused: unknown;
    await eventually(async () => {
      refused = await service.login().then(
        () => undefined,
        (error: unknown) => error,
      );
      return refused !== undefined;
    });
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 503, detail: expect.stringMatching(/^The disk is full/) });
    expect(await refusal(health())).toMatchObject({ status: 503, detail: expect.stringMatching(/The disk is full/) });

    const answer = await fetch(`${service.url}/api/health`);
    const body = (await answer.json()) as { parts: object };
    expect(body.parts).toMatchObject({ disk: { status: 'failed', reason: 'The disk is full' } });
    expect(JSON.stringify(body)).not.toContain(root);

    rmSync(ballast);
    rmSync(join(root, 'rest'), { force: true });
    await eventually(() =>
      health().then(
        () => true,
        () => false,
      ),
    );
    await service.login();
    await service.streams.settle();
    expect(await service.streams.deadLetters()).toEqual([]);
    expect((await owner.searchNoteEvents({ query: { q: 'acknowledged' } })).total).toBe(1);
    expect((await owner.listChips()).chips.map((chip) => chip.chip_id)).toEqual(['FULL']);
    const { parts } = await owner.getServiceHealth();
    expect(parts).toMatchObject({ table: { status: 'ok' }, streams: { status: 'ok' }, disk: { status: 'ok' } });
  });
});
