import type { ProjectContext } from '../../kernel/context.ts';
import type { ProjectRecord } from '../store/projects.ts';
import { updateProject } from './projects.ts';
import { type KeptSettings, refuseChangedSettings } from './setting-entries.ts';

/**
 * Gives the settings that a change has written what they were (rule UNDO-11).
 * @throws ServiceError `conflict` where one of them has changed since, and as for every change.
 */
export const restoreSettings = (ctx: ProjectContext, kept: KeptSettings): Promise<ProjectRecord> =>
  updateProject(ctx, kept.before, (project) => refuseChangedSettings(project, kept));
