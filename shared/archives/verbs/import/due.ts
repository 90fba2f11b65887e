import type { Context } from '../../../kernel/context.ts';

/** Days after which an idle import is removed (rule ARCHIVE-11). */
export const idleDays = 7;

/** Seconds for which an address for a file is good (rule AUTH-19). */
export const uploadSeconds = 300;

const after = ({ clock }: Pick<Context, 'clock'>, seconds: number): string =>
  new Date(clock().getTime() + seconds * 1000).toISOString();

/** When an import that goes on now is taken to be given up. */
export const dueAfterIdle = (ctx: Pick<Context, 'clock'>): string => after(ctx, idleDays * 86_400);

/** When one that was given up is removed: no address that it gave out is good any more, nor is a file under way. */
export const dueAfterUploads = (ctx: Pick<Context, 'clock'>): string => after(ctx, 2 * uploadSeconds);
