import type { ImportReportRecord } from '#shared/archives/store/import-reports.ts';
import type { DayUsed } from '#shared/limits/store/meters.ts';
import { isUnknownUserId } from '#shared/people/rules/unknown-user.ts';
import {
  dayUsage,
  invitation,
  listedProject,
  member as memberSchema,
} from '#shared/projects/contract/schemas/projects.ts';
import { knownFileBytes, type Quotas } from '#shared/projects/rules/quotas.ts';
import type { ProjectUsageRecord } from '#shared/projects/store/usage.ts';
import type { AdministeredProject } from '#shared/projects/verbs/administration.ts';
import type { InvitationView, OfferView } from '#shared/projects/verbs/invitations.ts';
import type { MemberView } from '#shared/projects/verbs/members.ts';
import { present } from '../http/present.ts';

/** A project on the wire as administrators see it. */
export const presentListedProject = ({ project, members, used }: AdministeredProject) =>
  present(listedProject, project, { member_count: members, usage: used?.map(presentDayUsed) });

const presentDayUsed = (used: DayUsed) => present(dayUsage, used, { compute_seconds: used.milliseconds / 1000 });

/** The report of an import on the wire. */
export const presentImportReport = (record: ImportReportRecord) => ({
  import_id: record.importId,
  imported_at: record.at,
  imported_by: record.by,
  delta: record.isDelta === true,
  members_left_out: record.leftOut,
  kept: record.kept,
  kept_examples: record.keptExamples,
  report: record.report,
});

export const presentInvitation = ({ project, member }: InvitationView) =>
  present(invitation, { ...project, ...member }, { project_name: project.name, invited_at: member.updatedAt });

export const presentOffer = ({ project, offer }: OfferView) => ({
  project_id: project.projectId,
  project_name: project.name,
  offered_by: offer.by,
  offered_at: offer.at,
});

/** A membership as members see it: nothing of an account whose owner has not accepted (rule PROJ-16). */
export const presentMember = ({ member, user }: MemberView) =>
  member.unaccepted || member.status === 'pending'
    ? presentMemberWithUser({ member: { ...member, userId: '', lastAccessedAt: undefined }, user: undefined })
    : presentMemberWithUser({ member, user });

/** A membership as administrators and its own user see it. */
export const presentMemberWithUser = ({ member, user }: MemberView) =>
  present(memberSchema, member, {
    user_id: isUnknownUserId(member.userId) ? '' : member.userId,
    full_name: user?.fullName,
    display_name: user?.fullName,
    organization: user?.organization,
    avatar_key: user?.avatarKey,
    ownership_offered_at: member.status === 'active' ? member.offer?.at : null,
  });

/** A project's usage, counted at least once, with its quotas. */
export const presentUsage = (usage: ProjectUsageRecord, quotas: Quotas) => {
  const { rows, rowsCountedAt = '', filesCountedAt, fileCount } = usage;
  return {
    files: {
      used_bytes: knownFileBytes(usage),
      allowed_bytes: quotas.fileBytes ?? null,
      counted_at: filesCountedAt ?? null,
    },
    rows: { used: rows, allowed: quotas.rows ?? null, counted_at: rowsCountedAt },
    counted_at: filesCountedAt !== undefined && filesCountedAt < rowsCountedAt ? filesCountedAt : rowsCountedAt,
    complete: fileCount === undefined,
  };
};
