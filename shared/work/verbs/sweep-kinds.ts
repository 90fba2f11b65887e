import { type ImageName, listDueImages } from '../../images/store/images.ts';
import { imagesAtOnce, sweepImages } from '../../images/verbs/sweep-images.ts';
import { type Context, nowOf } from '../../kernel/context.ts';
import type { ObjectStore } from '../../kernel/objects/port.ts';
import { listPending, type PendingRow } from '../../kernel/store/system/system.ts';
import { sweepPending } from '../../kernel/verbs/pending/sweep.ts';
import { type HeldLock, listHeldLocks } from '../../runs/store/locks.ts';
import { listQueues } from '../../runs/store/run-queue.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { sweepLocks } from '../../runs/verbs/lock/sweep-locks.ts';
import { sweepQueues } from '../../runs/verbs/queue/start-queued.ts';
import { sweepSchedules } from '../../schedules/verbs/sweep-schedules.ts';
import type { Scheduling } from '../../schedules/verbs/sync-schedule.ts';
import { listOpenDaysOf } from '../../values/store/days/open-chip-days.ts';
import { listOpenSpans } from '../../values/store/open-spans.ts';
import { closeDays, openDayPages } from '../../values/verbs/days/close-days.ts';
import { closeSpans, dueSpanPages } from '../../values/verbs/projection/close-spans.ts';
import { sumOf, type WorkKinds, workKind } from './kinds/work-kind.ts';

/** A context that sweeps. */
export type Sweeping = Scheduling<Orchestrated<Context>> & { objects: ObjectStore };

interface ChipRef {
  projectId: string;
  chipId: string;
}

const keyOf = ({ projectId, chipId }: ChipRef): string => JSON.stringify([projectId, chipId]);
const tenantOf = ({ projectId }: { projectId: string }): string => projectId;

/** What the sweep looks for: what a crash left behind, runs that died, starts that wait, and days that are over. */
export const sweepKinds: WorkKinds<Sweeping> = {
  locks: workKind<Sweeping, HeldLock>({
    async *due(ctx) {
      yield await listHeldLocks(ctx.db);
    },
    tenantOf,
    runOf: ({ executionId, flowRunId }) => ({ executionId, flowRunId }),
    most: 20,
    carryOut: async (ctx, held, until) => ({ ...(await sweepLocks(ctx, { until }, held)) }),
  }),
  pending: workKind<Sweeping, PendingRow>({
    async *due(ctx) {
      yield await listPending(ctx.db, nowOf(ctx));
    },
    tenantOf: ({ slim }) => String(slim.projectId),
    most: 50,
    carryOut: async (ctx, pending, until) =>
      sumOf([{ ...(await sweepPending(ctx, { until, pending })) }, { ...(await sweepSchedules(ctx, until, pending)) }]),
  }),
  queues: workKind<Sweeping, string>({
    async *due(ctx) {
      yield await listQueues(ctx.db);
    },
    tenantOf: (projectId) => projectId,
    most: 1,
    carryOut: async (ctx, projects, until) => ({ ...(await sweepQueues(ctx, until, projects)) }),
  }),
  images: workKind<Sweeping, ImageName>({
    async *due(ctx) {
      yield await listDueImages(ctx.db, nowOf(ctx), imagesAtOnce);
    },
    tenantOf,
    most: 50,
    isBulk: true,
    carryOut: async (ctx, images, until) => ({ ...(await sweepImages(ctx, until, images)) }),
  }),
  /** The days of a chip in their order, and then what follows from them: so one message has all of a chip. */
  chips: workKind<Sweeping, ChipRef>({
    async *due(ctx) {
      const known = new Set<string>();
      for (const pages of [openDayPages(ctx), dueSpanPages(ctx)])
        for await (const page of pages) {
          const others = page.filter((ref) => !known.has(keyOf(ref)));
          for (const ref of others) known.add(keyOf(ref));
          const unique = new Map(
            others.map(({ projectId, chipId }) => [keyOf({ projectId, chipId }), { projectId, chipId }]),
          );
          yield [...unique.values()];
        }
    },
    tenantOf,
    ownerOf: keyOf,
    most: 1,
    isBulk: true,
    async carryOut(ctx, chips, until) {
      const done = [];
      for (const chip of chips) {
        const dates = await listOpenDaysOf(ctx.db, chip);
        done.push(
          await closeDays(
            ctx,
            until,
            dates.map((date) => ({ ...chip, date })),
          ),
          await closeSpans(ctx, until, await listOpenSpans(ctx.db, chip.projectId, chip.chipId)),
        );
      }
      return sumOf(done.map((counts) => ({ ...counts })));
    },
  }),
};
