import { groupHandler } from '../../http/group.ts';
import * as reviews from './reviews.ts';
import * as taskKnowledge from './task-knowledge.ts';
import * as taskResults from './task-results.ts';

export const handler = groupHandler({ ...reviews, ...taskKnowledge, ...taskResults });
