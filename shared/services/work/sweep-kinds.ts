import { type Context, nowOf } from '../../context.ts';
import type { ObjectStore } from '../../objects/port.ts';
import { listOpenDaysOf } from '../../store/days/open-chip-days.ts';
import { type ImageName, listDueImages } from '../../store/images/images.ts';
import { listOpenSpans } from '../../store/metrics/open-spans.ts';
import { type HeldLock, listHeldLocks } from '../../store/runs/locks.ts';
import { listQueues } from '../../store/runs/run-queue.ts';
import { listPending, type PendingRow } from '../../store/system/system.ts';
import { closeDays, openDayPages } from '../days/close-days.ts';
import { imagesAtOnce, sweepImages } from '../images/sweep-images.ts';
import { sweepPending } from '../pending/sweep.ts';
import { closeSpans, dueSpanPages } from '../projection/close-spans.ts';
import { sweepQueues } from '../run-queue/start-queued.ts';
import type { Orchestrated } from '../runs/lock/reconcile.ts';
import { sweepLocks } from '../runs/lock/sweep-locks.ts';
import { sweepSchedules } from '../schedules/sweep-schedules.ts';
import type { Scheduling } from '../schedules/sync-schedule.ts';
import { sumOf, type WorkKinds, workKind } from './work-kind.ts';

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
