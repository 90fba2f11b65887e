import type { ExportMaker } from '#shared/kernel/objects/export-maker.ts';
import { runtime } from '../runtime.ts';
import { withFiles } from './downloads.ts';

/** A verb's context with files, their addresses, and the maker of exports, unless the bucket starts it. */
export const withExports = <C extends object>(
  ctx: C,
): ReturnType<typeof withFiles<C>> & { exports: ExportMaker | undefined } => ({
  ...withFiles(ctx),
  exports: runtime().ports.exports,
});
