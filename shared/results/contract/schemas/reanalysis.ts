import * as z from 'zod';

/** Wire shapes of fits of stored raw data. */

const number = z.number().nullish();

const sourceTaskId = z.string().min(1).max(200).nullish().meta({
  description:
    'A result of this task on this qubit, however it ended; else the newest completed one that is neither excluded nor a trial',
});

const described =
  'What is not given is as it was in the run of the result. A parameter that the fit has no use for is 400, which names it.';

export const reanalyzeQubitSpectroscopyBody = z
  .object({
    source_task_id: sourceTaskId,
    parameters: z
      .strictObject({
        f01_height_min: number.meta({ description: 'Minimum height of the first transition, in dB' }),
        f12_distance_min: number.meta({ description: 'Minimum distance of the second from the first, in GHz' }),
        f12_distance_max: number.meta({ description: 'Maximum distance of the second from the first, in GHz' }),
        f12_height_min: number.meta({ description: 'Minimum height of the second transition, in dB' }),
        binarize_threshold_sigma_plus: number.meta({ description: 'Not used by the fit' }),
        binarize_threshold_sigma_minus: number.meta({ description: 'Not used by the fit' }),
        top_power: number.meta({ description: 'Not used by the fit' }),
        retry_with_trim: z.boolean().nullish().meta({ description: 'Not used by the fit' }),
      })
      .default({})
      .meta({ description: described }),
  })
  .meta({ id: 'ReanalyzeQubitSpectroscopy' });

export const reanalyzeResonatorSpectroscopyBody = z
  .object({
    source_task_id: sourceTaskId,
    parameters: z
      .strictObject({
        low_power: number.meta({ description: 'Power, in dB, at and below which the dressed resonator shows' }),
        num_resonators: z.int().nullish().meta({ description: 'Not used by the fit' }),
        high_power_min: number.meta({ description: 'Not used by the fit' }),
        high_power_max: number.meta({ description: 'Not used by the fit' }),
        bare_shift_estimator_type: z
          .enum(['config', 'high_frequency_strength'])
          .nullish()
          .meta({ description: 'Not used by the fit' }),
        bare_shift_strength_limit: number.meta({ description: 'Not used by the fit' }),
        resonator_assignment_pattern: z.string().max(100).nullish().meta({ description: 'Not used by the fit' }),
      })
      .default({})
      .meta({ description: described }),
  })
  .meta({ id: 'ReanalyzeResonatorSpectroscopy' });

/** What a fit of stored raw data found. */
export const reanalysis = z
  .object({
    source_task_id: z.string().meta({ description: 'The result whose raw data were fitted' }),
    source_task_name: z.string(),
    qid: z.string(),
    figure: z.record(z.string(), z.unknown()).meta({ description: '`data` and `layout` for Plotly' }),
    output_parameters: z
      .array(
        z
          .object({ name: z.string(), value: z.number(), error: z.number(), unit: z.string() })
          .meta({ id: 'ReanalysedValue' }),
      )
      .meta({ description: 'Empty where the fit is not accepted' }),
    r2: z.number().nullable().meta({ description: 'R² of the fit; null where nothing was fitted' }),
    message: z.string().meta({ description: 'Why the fit is not accepted; empty where it is' }),
    committed: z.literal(false).meta({ description: 'Nothing is kept: no value, no result and no file changes' }),
  })
  .meta({ id: 'Reanalysis' });
