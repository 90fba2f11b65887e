import type { ProjectContext } from '../../../../kernel/context.ts';
import type { ExportMaker } from '../../../../kernel/objects/archive-maker.ts';
import type { DownloadAddresses } from '../../../../kernel/objects/downloads.ts';
import type { ObjectStore } from '../../../../kernel/objects/port.ts';
import { type ExportRef, requestKey } from './keys.ts';

/** A verb's context with files and, where the bucket does not start it, what makes exports. */
export type ExportContext = ProjectContext & {
  objects: ObjectStore;
  downloads: DownloadAddresses;
  exports: ExportMaker | undefined;
};

/** Has an export begun, or continued. */
export async function poke(ctx: Pick<ExportContext, 'objects' | 'exports'>, ref: ExportRef): Promise<void> {
  const { projectId, exportId } = ref;
  if (ctx.exports) ctx.exports.start({ projectId, exportId });
  else await ctx.objects.put(requestKey(ref), Buffer.from('{}'), 'application/json');
}
