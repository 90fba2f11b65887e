const ofDeletion = /"entity":\{"S":"system-audit"\}|"action":\{"S":"(delete|restore)-project"\}/;

/** A table without what the audits say of projects that were deleted or restored (rule AUDIT-4). */
export const withoutDeletionAudits = (table: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...table].filter(([, text]) => !ofDeletion.test(text)));
