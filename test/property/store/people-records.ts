import fc from 'fast-check';
import { importReportEntity } from '#shared/archives/store/import-reports.ts';
import { signingKeyEntity } from '#shared/kernel/store/system/system.ts';
import { eventKinds, notificationKinds } from '#shared/notifications/rules/kinds.ts';
import { chatEntity, chatTokenEntity, messageEntity } from '#shared/notifications/store/chat.ts';
import { emailEntity } from '#shared/notifications/store/emails.ts';
import { notificationEntity, unreadEntity } from '#shared/notifications/store/notifications.ts';
import { notificationSettingsEntity } from '#shared/notifications/store/settings.ts';
import { deliveryEntity, webhookEntity, webhookSecretsEntity } from '#shared/notifications/store/webhooks.ts';
import { foreignHashEntity } from '#shared/people/store/foreign-hashes.ts';
import { sessionEntity } from '#shared/people/store/sessions.ts';
import { apiTokenEntity, listedUserEntity, userEntity, usernameEntity } from '#shared/people/store/users.ts';
import { projectAuditActions, systemAuditActions } from '#shared/projects/rules/audit.ts';
import { auditEntity, systemAuditEntity } from '#shared/projects/store/audit.ts';
import {
  listedProjectEntity,
  memberEntity,
  memberMirrorEntity,
  projectEntity,
  projectNameEntity,
} from '#shared/projects/store/projects.ts';
import { projectUsageEntity } from '#shared/projects/store/usage.ts';
import { importReportOf } from '#test/support/archives/import-report.ts';
import { count, mapKey, measured, of, role, text } from './case.ts';
import { anyId, instant } from './ids.ts';

const someKind = fc.constantFrom(...notificationKinds);
const someKinds = fc.uniqueArray(someKind);
const whole = { noNullPrototype: true };
const notificationName = { userId: anyId, at: instant, id: anyId };

const member = fc.record(
  {
    projectId: anyId,
    userId: anyId,
    username: anyId,
    role,
    status: fc.constantFrom('pending', 'active', 'revoked'),
    invitedByUserId: anyId,
    invitedBy: anyId,
    unaccepted: fc.constant(true as const),
    leftAt: instant,
    offer: fc.record({ byUserId: anyId, by: anyId, at: instant }, whole),
    acceptedOwnershipAt: instant,
    lastAccessedAt: instant,
    createdAt: instant,
    updatedAt: instant,
  },
  { requiredKeys: ['projectId', 'userId', 'username', 'role', 'status', 'createdAt', 'updatedAt'] },
);

const auditFacts = {
  id: fc.uuid(),
  at: instant,
  actor: text,
  resource: text,
  details: fc.dictionary(mapKey, fc.oneof(text, measured, fc.boolean()), { maxKeys: 4, noNullPrototype: true }),
};

/** Codecs of users, projects, members, tokens and the audit log, with their records. */
export const peopleEntities = [
  of(
    projectUsageEntity,
    fc.record(
      {
        ...{ projectId: anyId, rows: count, rowsCountedAt: instant, fileBytes: count, filesCountedAt: instant },
        fileCount: fc.record(
          { bytes: count, folder: count, after: anyId },
          { ...whole, requiredKeys: ['bytes', 'folder'] },
        ),
      },
      { requiredKeys: ['projectId', 'rows', 'fileBytes'] },
    ),
  ),
  of(
    projectEntity,
    fc.record(
      {
        projectId: anyId,
        ownerUserId: anyId,
        ownerUsername: text,
        name: text,
        description: text,
        tags: fc.array(text, { maxLength: 3 }),
        defaultRole: role,
        deletedAt: instant,
        purgeAt: instant,
        createdAt: instant,
        updatedAt: instant,
      },
      { requiredKeys: ['projectId', 'ownerUserId', 'ownerUsername', 'name', 'tags', 'defaultRole', 'createdAt'] },
    ),
  ),
  of(projectNameEntity, fc.record({ ownerUserId: anyId, name: anyId, projectId: anyId })),
  of(memberEntity, member),
  of(memberMirrorEntity, member),
  of(
    userEntity,
    fc.record(
      {
        userId: anyId,
        username: anyId,
        passwordHash: text,
        fullName: text,
        organization: text,
        avatarKey: text,
        disabled: fc.boolean(),
        disabledAt: instant,
        lastSeenAt: instant,
        systemRole: fc.constantFrom('admin', 'user'),
        defaultProjectId: anyId,
        mustChangePassword: fc.boolean(),
        tokenVersion: count,
        createdAt: instant,
        updatedAt: instant,
      },
      { requiredKeys: ['userId', 'username', 'passwordHash', 'disabled', 'systemRole', 'tokenVersion'] },
    ),
  ),
  of(
    usernameEntity,
    fc.record({ username: anyId, userId: anyId, deletedAt: instant }, { requiredKeys: ['username', 'userId'] }),
  ),
  of(
    listedUserEntity,
    fc.record(
      {
        userId: anyId,
        username: anyId,
        fullName: text,
        organization: text,
        disabled: fc.boolean(),
        systemRole: fc.constantFrom('admin', 'user'),
      },
      { requiredKeys: ['userId', 'username', 'disabled', 'systemRole'] },
    ),
  ),
  of(
    importReportEntity,
    fc.record(
      {
        ...{ projectId: anyId, importId: anyId, at: instant, by: text, isDelta: fc.constant(true as const) },
        ...{ leftOut: fc.array(text, { maxLength: 3 }), kept: count, keptExamples: fc.array(text, { maxLength: 3 }) },
        report: fc.constantFrom(importReportOf(), importReportOf({ remarks: [], since: '2025-01-01T00:00:00.000Z' })),
      },
      { requiredKeys: ['projectId', 'importId', 'at', 'by', 'leftOut', 'kept', 'keptExamples', 'report'] },
    ),
  ),
  of(foreignHashEntity, fc.record({ userId: anyId, cost: fc.integer({ min: 4, max: 14 }) })),
  of(listedProjectEntity, fc.record({ projectId: anyId })),
  of(
    apiTokenEntity,
    fc.record(
      {
        userId: anyId,
        tokenId: fc.uuid(),
        name: text,
        secretHash: text,
        projectId: anyId,
        role,
        tokenVersion: count,
        createdAt: instant,
        expiresAt: instant,
        lastSeenAt: instant,
      },
      { requiredKeys: ['userId', 'tokenId', 'name', 'secretHash', 'tokenVersion', 'createdAt'] },
    ),
  ),
  of(
    sessionEntity,
    fc.record(
      {
        userId: anyId,
        sessionId: fc.uuid(),
        tokenVersion: count,
        createdAt: instant,
        expiresAt: instant,
        address: text,
        userAgent: text,
        lastSeenAt: instant,
      },
      { requiredKeys: ['userId', 'sessionId', 'tokenVersion', 'createdAt', 'expiresAt', 'address'] },
    ),
  ),
  of(auditEntity, fc.record({ projectId: anyId, ...auditFacts, action: fc.constantFrom(...projectAuditActions) })),
  of(systemAuditEntity, fc.record({ ...auditFacts, action: fc.constantFrom(...systemAuditActions) })),
  of(
    notificationEntity,
    fc.record(
      {
        ...notificationName,
        username: anyId,
        projectId: anyId,
        kind: fc.constantFrom(...notificationKinds),
        actor: anyId,
        actorUserId: anyId,
        sourceType: text,
        sourceId: anyId,
        targetUrl: text,
        title: text,
        excerpt: text,
        readAt: instant,
      },
      {
        requiredKeys: [
          ...(['userId', 'at', 'id', 'username', 'projectId', 'kind'] as const),
          ...(['sourceType', 'sourceId', 'targetUrl', 'title', 'excerpt'] as const),
        ],
      },
    ),
  ),
  of(unreadEntity, fc.record({ ...notificationName, projectId: anyId, kind: fc.constantFrom(...notificationKinds) })),
  of(
    chatEntity,
    fc.record({
      ...{ projectId: anyId, format: fc.constant('slack' as const), channel: text, active: fc.boolean() },
      ...{ kinds: fc.uniqueArray(fc.constantFrom(...eventKinds)), updatedBy: anyId, updatedAt: instant },
    }),
  ),
  of(chatTokenEntity, fc.record({ projectId: anyId, token: text })),
  of(
    messageEntity,
    fc.record(
      {
        ...{ projectId: anyId, channel: anyId, at: instant, messageId: anyId, threadId: anyId, attempts: count },
        kind: fc.constantFrom(...eventKinds),
        ...{ title: text, excerpt: text, targetUrl: text, status: fc.constantFrom('pending', 'delivered', 'dead') },
        ...{ unsure: fc.boolean(), firstTriedAt: instant, nextAt: instant, lastError: text, posted: text },
        deliveredAt: instant,
      },
      {
        requiredKeys: [
          ...(['projectId', 'channel', 'at', 'messageId', 'kind', 'title', 'excerpt'] as const),
          ...(['targetUrl', 'status', 'attempts'] as const),
        ],
      },
    ),
  ),
  of(
    webhookEntity,
    fc.record({
      ...{ projectId: anyId, webhookId: fc.uuid(), url: text, description: text, active: fc.boolean() },
      kinds: fc.uniqueArray(fc.constantFrom(...eventKinds)),
      ...{ createdBy: anyId, createdAt: instant, updatedBy: anyId, updatedAt: instant },
    }),
  ),
  of(
    webhookSecretsEntity,
    fc.record({
      ...{ projectId: anyId, webhookId: fc.uuid() },
      secrets: fc.array(
        fc.record(
          { secret: text, createdAt: instant, validUntil: instant },
          { requiredKeys: ['secret', 'createdAt'], noNullPrototype: true },
        ),
        { maxLength: 2 },
      ),
    }),
  ),
  of(
    deliveryEntity,
    fc.record(
      {
        ...{ projectId: anyId, webhookId: fc.uuid(), at: instant, deliveryId: anyId, body: text },
        kind: fc.constantFrom(...eventKinds),
        status: fc.constantFrom('pending', 'delivered', 'dead'),
        ...{ attempts: count, nextAt: instant, lastAttemptAt: instant, lastStatus: count, lastError: text },
        deliveredAt: instant,
      },
      { requiredKeys: ['projectId', 'webhookId', 'at', 'deliveryId', 'body', 'kind', 'status', 'attempts'] },
    ),
  ),
  of(
    notificationSettingsEntity,
    fc.record(
      {
        userId: anyId,
        muted: someKinds,
        mutes: fc.array(
          fc.record(
            { kind: someKind, projectId: anyId, targetUrl: text, until: instant },
            { requiredKeys: [], ...whole },
          ),
          {
            maxLength: 3,
          },
        ),
        email: fc.record(
          {
            ...{ address: text, confirmedBy: text, codesAt: fc.array(instant, { maxLength: 3 }), kinds: someKinds },
            pending: fc.record({ address: text, code: text, askedAt: instant }, whole),
            ...{ timeZone: text, quiet: fc.record({ from: text, to: text }, whole), digestAt: text },
          },
          { requiredKeys: ['codesAt', 'kinds', 'timeZone'], noNullPrototype: true },
        ),
        updatedAt: instant,
      },
      { requiredKeys: ['userId', 'muted', 'updatedAt'] },
    ),
  ),
  of(
    emailEntity,
    fc.record(
      {
        ...{ ...notificationName, purpose: fc.constantFrom('notification', 'confirmation'), attempts: count },
        status: fc.constantFrom('pending', 'sent', 'dropped', 'dead'),
        ...{ nextAt: instant, lastError: text, sentAt: instant },
      },
      { requiredKeys: ['userId', 'at', 'id', 'purpose', 'status', 'attempts'] },
    ),
  ),
  of(
    signingKeyEntity,
    fc.record({
      kid: anyId,
      jwk: fc.record({ kty: text, crv: text, x: text }),
      createdAt: instant,
    }),
  ),
];
