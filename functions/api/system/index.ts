import { groupHandler } from '../../http/group.ts';
import { getConfigAll, getHealth, getOpenApiDocument, getServiceHealth, getSettings } from './system.ts';

export const handler = groupHandler({
  getHealth,
  getServiceHealth,
  getOpenApiDocument,
  getConfigAll,
  getSettings,
});
