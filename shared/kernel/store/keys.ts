/**
 * Every key of the table (rule STORE-2), by what it is of. Nothing outside this folder writes `#`. Builders and parsers
 * are a bijection for any well-formed Unicode id.
 */
export { isWithin, projectImportKeys } from './keys/archive.ts';
export { archivedMonthKeys } from './keys/archived-months.ts';
export { chatKeys, chatPartitions } from './keys/chat.ts';
export { chipKeys } from './keys/chips.ts';
export { cooldownKeys } from './keys/cooldowns.ts';
export { dayKeys } from './keys/days.ts';
export { emailKeys, emailPartitions } from './keys/emails.ts';
export { exportKeys } from './keys/exports.ts';
export { flowKeys, scheduleKeys } from './keys/flows.ts';
export { type ImagePlace, imageKeys } from './keys/images.ts';
export { ownPartitions, projectTagKey, sessionTag, sharedPartitions } from './keys/isolation.ts';
export { listHeadKeys } from './keys/list-heads.ts';
export {
  monthOf,
  type OpenSpan,
  openSpanKeys,
  type RollUpSpan,
  rollUpKeys,
  sampleKeys,
  utcDayOf,
} from './keys/metrics.ts';
export { partitionInJson, partitionsIn, userPartitionInJson } from './keys/named-projects.ts';
export { type NoteCountPart, noteEventKeys, noteEventPartitions, noteKeys } from './keys/notes.ts';
export { parseKey, projectIdOf } from './keys/parse.ts';
export {
  decodeTarget,
  encodeTarget,
  type Key,
  type LatticeRef,
  storedTarget,
  type TargetRef,
  targetOfStored,
} from './keys/parts.ts';
export { projectKeys, projectPartitions } from './keys/projects.ts';
export { reviewKeys } from './keys/reviews.ts';
export { revisionKeys } from './keys/revisions.ts';
export { runKeys, workerKeys } from './keys/runs.ts';
export { accountPartitions, limitPartitions, systemAuditPartition, systemKeys } from './keys/system.ts';
export { taskKeys } from './keys/task-results.ts';
export { threadKeys } from './keys/threads.ts';
export { userKeys, userPartitions } from './keys/users.ts';
export { deliveryPartitions, webhookKeys } from './keys/webhooks.ts';
