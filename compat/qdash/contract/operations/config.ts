import { define } from '#shared/api/define.ts';
import { allConfig } from '#shared/system/contract/schemas/system.ts';

export const configOperations = {
  getConfigAll: define('getConfigAll', {
    summary: 'Everything that the web application reads at boot',
    status: 200,
    response: allConfig,
  }),
};
