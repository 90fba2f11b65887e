import type { ProjectContext } from '../../kernel/context.ts';
import { notInProject } from '../../kernel/errors.ts';
import type { ObjectStore } from '../../kernel/objects/port.ts';
import { imageTypes, parseImageName } from '../rules/reference.ts';
import { imageKey } from './store-image.ts';

/** An image of the project, by its name. @throws ServiceError `not-found`, whatever of it is not there. */
export async function fetchImage(
  ctx: Pick<ProjectContext, 'projectId'> & { objects: Pick<ObjectStore, 'get'> },
  name: string,
): Promise<{ bytes: Uint8Array; contentType: string; fileName: string }> {
  const named = parseImageName(name);
  const bytes = named && (await ctx.objects.get(imageKey(ctx.projectId, named)));
  if (!bytes) throw notInProject('Image', name, ctx.projectId);
  return { bytes, contentType: imageTypes[named.ending], fileName: name };
}
