import { groupHandler } from '../../http/group.ts';
import * as provenance from './provenance.ts';

export const handler = groupHandler(provenance);
