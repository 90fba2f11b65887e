import type { ArchiveMaker } from '#shared/kernel/objects/archive-maker.ts';
import { runtime } from '../runtime.ts';
import { withFiles } from './downloads.ts';

/** A verb's context with files, their addresses, and the maker of archives, unless the bucket starts it. */
export const withArchives = <C extends object>(
  ctx: C,
): ReturnType<typeof withFiles<C>> & { archives: ArchiveMaker | undefined } => ({
  ...withFiles(ctx),
  archives: runtime().ports.archives,
});
