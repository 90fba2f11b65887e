import * as qdash from '#compat/qdash/handlers/provenance.ts';
import { groupHandler } from '../http/group.ts';
import * as provenance from '../results/provenance.ts';

export const handler = groupHandler({ ...provenance, ...qdash });
