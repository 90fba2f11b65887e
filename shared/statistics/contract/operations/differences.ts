import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { revisedByProject } from '../../../api/revised.ts';
import {
  asOfInput,
  chipId,
  cooldownId,
  couplingId,
  instantInput,
  integerParam,
  listParam,
  metricKey,
  pageQuery,
  qid,
} from '../../../api/schemas/common.ts';
import { calendarDay } from '../../../results/contract/schemas/task-results.ts';
import { executionId } from '../../../runs/contract/schemas/run-ids.ts';
import { chipDifferences } from '../schemas/differences.ts';
import { chipOverview } from '../schemas/overview.ts';

const asOf = asOfInput.optional().meta({
  description: 'What was newest at this instant, by when it was measured; a bare date means the end of that UTC day',
});
const ofExecution = executionId.optional().meta({ description: 'What this execution measured' });
const ofCooldown = cooldownId
  .optional()
  .meta({ description: 'What was measured in the recorded time of this cool-down' });
const ofDate = calendarDay
  .optional()
  .meta({ description: 'What had been recorded by the end of this day of the calendar' });

/** The differences between two sides of a chip, and the changes of a chip since an instant. */
export const differenceOperations = {
  getChipDifferences: define('getChipDifferences', {
    summary: 'What differs between two instants, executions, cool-downs or days of a chip, ranked by significance',
    description:
      'One parameter names the side before; one the side after, which is now when absent. Each change is measured against how its series fluctuates by itself, else against what its neighbours did; many are looked at, so that a share of false findings is controlled (`q`). Only what both sides measured has changed: the rest has appeared or vanished. Scores are in no way relative changes: T1 moves by a fifth by itself. Excluded values count for nothing.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      as_of_before: asOf,
      execution_id_before: ofExecution,
      cooldown_id_before: ofCooldown,
      date_before: ofDate,
      as_of_after: asOf,
      execution_id_after: ofExecution,
      cooldown_id_after: ofCooldown,
      date_after: ofDate,
      metrics: listParam(metricKey).meta({
        description: 'Lists and counts these metrics alone, a parameter each; changes are judged over the whole chip',
      }),
      targets: listParam(z.union([qid, couplingId])).meta({
        description:
          'Lists and counts these qubits and couplings alone, a parameter each; changes are judged over the whole chip',
      }),
      presence: z.enum(['both', 'appeared', 'vanished']).default('both').meta({
        description: 'Lists what both sides have, or what one of them alone has',
      }),
      only_metric: metricKey.optional().meta({
        description: 'Lists this metric alone; totals are of `metrics` and `targets`',
      }),
      skip: pageQuery.skip,
      limit: integerParam({ min: 1, max: 2500, fallback: 100 }),
    }),
    status: 200,
    response: chipDifferences,
    errors: ['not_found', 'unknown_reference'],
  }),
  getChipOverview: define('getChipOverview', {
    summary: 'Changes of a chip since an instant: changed, failed, expired, faulty, held, runs and notes',
    description:
      'Each list has at most `limit` entries and the count of all. Changes are those between then and now that score 3 or more, as `GET /chips/{chip_id}/differences` judges them; a failure lasts until the task completes on its target; expired values became stale since then and still are; faulty and held values are listed whenever they began. With `as_of` all of it is as of that instant, by when values were measured and what counts of them now: `held` and `runs.next` are null then, since what waited and what was planned is not kept.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      since: instantInput,
      as_of: asOfInput.optional().meta({
        description:
          'The state at this instant, which is after `since`; a bare date means the end of that UTC day, and a future instant means now',
      }),
      limit: integerParam({ min: 1, max: 200, fallback: 20 }).meta({ description: 'Most entries of each list' }),
    }),
    status: 200,
    response: chipOverview,
    errors: ['not_found'],
    ...revisedByProject,
  }),
};
