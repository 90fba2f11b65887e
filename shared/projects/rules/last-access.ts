/** A member's last access is recorded again after this time (rule PROJ-13). */
const standsMilliseconds = 3_600_000;

/** What was noted until then is noted anew `now`. */
export const noteAgainUntil = (now: Date): string => new Date(now.getTime() - standsMilliseconds).toISOString();

/** Whether a request `now` notes that its member was in the project (rule PROJ-13). */
export const isAccessDue = (lastAccessedAt: string | undefined, now: Date): boolean =>
  lastAccessedAt === undefined || lastAccessedAt <= noteAgainUntil(now);
