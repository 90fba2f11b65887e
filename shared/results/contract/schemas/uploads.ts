import * as z from 'zod';
import { runIdPattern } from '#shared/runs/rules/ids.ts';
import { instant } from '../../../api/schemas/common.ts';
import { taskName } from './task-results.ts';

/** Wire shapes of files: the uploads of a run's worker, and where they are read. */

/** What a worker makes for a claim, and shows afterwards that it is the one who claimed. */
export const claimKey = z.string().regex(runIdPattern, 'must be a UUID').toLowerCase();

/** The claim's fields in every message about a claimed run: only the newest fence may write. */
export const underClaim = {
  fence: z.int().min(1).meta({ description: 'The fence of the claim' }),
  claim_key: claimKey.optional().meta({
    format: 'uuid',
    description: 'The `claim_key` of the claim. Without it the caller must be the user who claimed',
  }),
};

/** In every answer to a message about a run. */
export const mustStopFlag = z.boolean().meta({
  description: 'The run is being cancelled: stop the hardware, report what was begun, then finish with `stopped`',
});

/** A stage, or an attempt. */
const counted = z.int().min(0).max(9999);

/** The task that something is about, without its target. */
export const reportedName = {
  task: taskName,
  stage: counted.default(0),
  attempt: counted.default(0).meta({ description: 'How often the stage had this task on this target before' }),
};

/** Which task something is about: its result's id follows from it. */
export const reportedTask = {
  ...reportedName,
  task_type: z.enum(['qubit', 'coupling', 'global', 'system', 'mux']),
  qid: z.string().max(129).nullable().default('').meta({
    description: 'Qubit or coupling; empty or null for a mux, and for a global or system task',
  }),
  mux_id: z.int().min(0).max(9999).nullish().meta({ description: 'Of a mux: its number, from 0' }),
};

/** What is wrong with how something names its task; undefined for nothing. */
export function targetProblem(named: {
  task_type: string;
  qid: string | null;
  mux_id?: number | null | undefined;
}): { path: string; message: string } | undefined {
  const isMux = named.task_type === 'mux';
  if (isMux !== ((named.mux_id ?? null) !== null))
    return { path: 'mux_id', message: isMux ? 'must name the mux' : 'is for a mux' };
  const isTargeted = named.task_type === 'qubit' || named.task_type === 'coupling';
  if (isTargeted === ((named.qid ?? '') !== '')) return undefined;
  return { path: 'qid', message: isTargeted ? 'must name the target' : 'must be empty' };
}

/** Largest file in bytes: what a bucket takes with one PUT. */
const largestFile = 5 * 1024 ** 3;

/** True for a file name that is valid in every store, also percent-encoded. */
const isFileName = (text: string): boolean =>
  text.isWellFormed() &&
  /^[^/\\\p{Cc}]{1,128}$/u.test(text) &&
  !/^\.+$/.test(text) &&
  encodeURIComponent(text).length <= 200;

export const createUploadsBody = z
  .object({
    ...underClaim,
    files: z
      .array(
        z
          .object({
            ...reportedTask,
            name: z.string().refine(isFileName, 'must be the name of a file, of 1 to 128 characters').meta({
              minLength: 1,
              maxLength: 128,
            }),
            kind: z.enum(['figure', 'raw']).meta({ description: 'A figure is `.svg`, `.png` or `.json` (Plotly)' }),
            content_type: z
              .string()
              .regex(/^[\w.+-]+\/[\w.+-]+(; *charset=[\w-]+)?$/, 'must be a content type')
              .max(100),
            size_bytes: z.int().min(0).max(largestFile),
          })
          .superRefine((file, context) => {
            const wrong = targetProblem(file);
            if (wrong) context.addIssue({ code: 'custom', path: [wrong.path], message: wrong.message });
            if (file.kind === 'figure' && !/\.(svg|png|json)$/i.test(file.name))
              context.addIssue({
                code: 'custom',
                path: ['name'],
                message: 'of a figure must end in .svg, .png or .json',
              });
          }),
      )
      .min(1)
      .max(24),
  })
  .meta({ id: 'CreateUploads' });

/** Where the files go. */
export const uploads = z
  .object({
    uploads: z.array(
      z.object({
        name: z.string(),
        path: z.string().meta({ description: 'To be named by the result of the task' }),
        url: z.string(),
        method: z.literal('PUT'),
        headers: z.record(z.string(), z.string()).meta({ description: 'To be sent as they are' }),
        expires_at: instant,
      }),
    ),
    stop: mustStopFlag,
  })
  .meta({ id: 'Uploads' });

/** Where a file is read. */
export const fileLink = z
  .object({
    url: z.string().meta({ description: 'Absolute, or relative to the address of the service' }),
    file_name: z.string(),
    content_type: z.string(),
    size_bytes: z.int().min(0),
    expires_at: instant,
  })
  .meta({ id: 'FileLink' });

/** An archive of figures that is made as a job. */
export const figureArchive = z
  .object({
    archive_id: z.string(),
    status: z.string().meta({ description: '`making`, `ready`, or `failed`: then it may be asked for again' }),
    filename: z.string(),
    figure_count: z.int(),
    figure_bytes: z.int().meta({ description: 'Of the figures, before they are packed' }),
    requested_at: instant,
    link: fileLink.nullable().meta({ description: 'Where it is read, once it is ready' }),
    message: z.string().nullable().meta({ description: 'Why it failed' }),
  })
  .meta({ id: 'FigureArchive' });
