import { groupHandler } from '../../http/group.ts';
import { getConfigAll } from './getConfigAll.ts';
import { getHealth } from './getHealth.ts';
import { getOpenApiDocument } from './getOpenApiDocument.ts';
import { getServiceHealth } from './getServiceHealth.ts';
import { getSettings } from './getSettings.ts';

export const handler = groupHandler({
  getHealth,
  getServiceHealth,
  getOpenApiDocument,
  getConfigAll,
  getSettings,
});
