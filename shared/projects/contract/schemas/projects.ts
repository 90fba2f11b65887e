import * as z from 'zod';
import { LOCK_SCOPES } from '#shared/runs/rules/lock.ts';
import { MOST_OWN_LIMITS } from '#shared/values/rules/own-limits.ts';
import { instant, metricKey, username, visible } from '../../../api/schemas/common.ts';
import { storableNumber } from '../../../values/contract/schemas/parameters.ts';

/** Wire shapes of projects and memberships. */

/** Roles within a project. */
export const projectRole = z.enum(['owner', 'editor', 'viewer']);

const hoursOfKinds = <T extends z.ZodType>(hours: T) =>
  z.object({ coherence: hours, gate: hours, readout: hours, frequency: hours, setting: hours, other: hours });

const gateDescription =
  'How implausible values are treated: `off`: they count like others; `warn`: they count with a remark; `hold`: they wait until an editor accepts them, and impossible ones are faulty marks';

/** What the lock of a run covers (rule RUN-22). */
export const lockScope = z.enum(LOCK_SCOPES).meta({
  description: '`project`: one run at a time in the project; `chip`: one on each chip',
});

const limitsDescription =
  'The lowest and highest value of a metric, by its key, in place of the limits of the technology of a chip: a value beyond them cannot be. The unit is any of the dimension of the metric; null: the end has no limit of the project';

/** A project as its members see it. */
export const project = z
  .object({
    project_id: z.string(),
    owner_user_id: z.string(),
    owner_username: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    tags: z.array(z.string()),
    default_role: projectRole,
    freshness_hours: hoursOfKinds(z.number().nullable()).meta({
      description: 'How long values count as fresh, by kind of quantity; null for what the catalogue says',
    }),
    value_gate: z.enum(['off', 'warn', 'hold']).meta({ description: gateDescription }),
    value_limits: z
      .record(
        z.string(),
        z
          .object({ lowest: z.number().nullable(), highest: z.number().nullable(), unit: z.string() })
          .meta({ id: 'ValueLimit' }),
      )
      .meta({ description: limitsDescription }),
    lock_scope: lockScope,
    import_reported_at: instant
      .nullable()
      .meta({ description: 'When the latest report of an import from another service was added; null for none' }),
    deleted_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Project' });

/** A project with the role of the caller. */
export const ownProject = project
  .extend({ role: projectRole.meta({ description: 'The role of the caller in it' }) })
  .meta({ id: 'OwnProject' });

/** A project with the user to whom it is offered. */
export const projectTransfer = project
  .extend({
    offered_to: z.string().nullable().meta({ description: 'Who becomes the owner by accepting; null if they are it' }),
  })
  .meta({ id: 'ProjectTransfer' });

/** What a project used in a day. */
export const dayUsage = z
  .object({
    day: z.string().meta({ description: 'In UTC' }),
    requests: z.int(),
    read_units: z.number().meta({ description: 'Of requests, runs and other work for the project' }),
    write_units: z.number().meta({ description: 'Of the same' }),
    compute_seconds: z.number().meta({ description: 'Time in functions, of the same' }),
    bytes: z.int().meta({ description: 'Bodies of requests and answers, without files' }),
  })
  .meta({ id: 'DayUsage' });

/** A project as administrators see it. */
export const listedProject = z
  .object({
    project_id: z.string(),
    name: z.string(),
    owner_user_id: z.string(),
    owner_username: z.string(),
    description: z.string().nullable(),
    member_count: z.int().meta({ description: 'Active members, the owner among them' }),
    deleted_at: instant.nullable(),
    created_at: instant,
    usage: z
      .array(dayUsage)
      .optional()
      .meta({ description: 'What it used by day, the oldest first; only with `usage_days`' }),
  })
  .meta({ id: 'ListedProject' });

const projectName = visible(z.string().normalize('NFKC').trim().min(1).max(100));
const description = z.string().max(500).nullish();
const tags = z.array(visible(z.string().normalize('NFKC').min(1).max(50))).max(50);

/** A new project; the caller owns it. */
export const createProjectBody = z
  .object({ name: projectName, description, tags: tags.default([]) })
  .meta({ id: 'CreateProject' });

/** Changes to a project; `description: null` clears it. */
export const updateProjectBody = z
  .object({
    name: projectName.nullish(),
    description,
    tags: tags.nullish(),
    default_role: projectRole.nullish(),
    freshness_hours: hoursOfKinds(z.number().min(0.25).max(87_600).nullish()).strict().nullish().meta({
      description:
        'Kinds that are not named stay as they are; null gives a kind what the catalogue says: coherence 48, gate 24, readout 24, frequency 168, setting 168, other 24',
    }),
    value_gate: z
      .enum(['off', 'warn', 'hold'])
      .nullish()
      .meta({ description: `${gateDescription}. By the owner, for runs and imports that begin later` }),
    value_limits: z
      .record(
        metricKey,
        z
          .strictObject({
            lowest: storableNumber.nullish(),
            highest: storableNumber.nullish(),
            unit: z.string().max(32),
          })
          .nullable(),
      )
      .refine((limits) => Object.keys(limits).length <= MOST_OWN_LIMITS, `must name at most ${MOST_OWN_LIMITS} metrics`)
      .nullish()
      .meta({
        description: `${limitsDescription}. Metrics that are not named stay as they are; null takes a limit away. By the owner, for runs and imports that begin later; at most ${MOST_OWN_LIMITS} in all`,
      }),
    lock_scope: lockScope
      .nullish()
      .meta({ description: 'By the owner, while no run is active and none is queued: else 409' }),
  })
  .meta({ id: 'UpdateProject' });

/** One membership, in any state. */
export const member = z
  .object({
    project_id: z.string(),
    user_id: z.string().meta({ description: 'Empty until the invitation is accepted; administrators see it' }),
    username: z.string(),
    full_name: z.string().nullable(),
    display_name: z.string().nullable(),
    organization: z.string().nullable(),
    avatar_key: z.string().nullable(),
    role: projectRole,
    status: z.enum(['pending', 'active', 'revoked']),
    invited_by_user_id: z.string().nullable(),
    invited_by: z.string().nullable(),
    last_accessed_at: instant.nullable().meta({ description: 'Their last request in the project, to within an hour' }),
    ownership_offered_at: instant.nullable().meta({ description: 'When the owner offered them the project' }),
  })
  .meta({ id: 'Member' });

/** An invitation (rule PROJ-4). */
export const inviteBody = z
  .object({
    username,
    role: projectRole.default('viewer'),
    require_acceptance: z
      .boolean()
      .default(false)
      .meta({ deprecated: true, description: 'Has no effect: every invitation has to be accepted' }),
  })
  .meta({ id: 'InviteMember' });

/** An invitation that waits for the caller. */
export const invitation = z
  .object({
    project_id: z.string(),
    project_name: z.string(),
    owner_username: z.string(),
    role: projectRole,
    invited_by: z.string().nullable(),
    invited_at: instant,
  })
  .meta({ id: 'Invitation' });

/** A project whose ownership waits for the caller. */
export const projectOffer = z
  .object({ project_id: z.string(), project_name: z.string(), offered_by: z.string(), offered_at: instant })
  .meta({ id: 'ProjectOffer' });

/** The user whom an administrator makes a member of a project. */
export const addMemberBody = z.object({ username, role: projectRole.default('viewer') }).meta({ id: 'AddMember' });

export const memberRoleBody = z.object({ role: projectRole }).meta({ id: 'UpdateMember' });

/** The next owner of a project; a `role` is ignored, as QDash's clients may send one. */
export const transferBody = z.object({ username, role: projectRole.optional() }).meta({ id: 'TransferOwnership' });

const allowed = z.int().nullable().meta({ description: 'Null for no quota' });

/** What a project keeps and may keep. */
export const projectUsage = z
  .object({
    files: z
      .object({
        used_bytes: z.int(),
        allowed_bytes: allowed,
        counted_at: instant.nullable().meta({ description: 'Null before all were counted once' }),
      })
      .meta({ description: 'Figures, raw data, images, snapshots of chips and exports' }),
    rows: z
      .object({ used: z.int(), allowed, counted_at: instant })
      .meta({ description: 'Task results and daily rows of the chips' }),
    counted_at: instant.meta({ description: 'When the older of both counts was made' }),
    complete: z.boolean().meta({
      description:
        'False while a count of many files is to go on: `used_bytes` is the last whole count, or what was found since if that is more',
    }),
  })
  .meta({ id: 'ProjectUsage' });
