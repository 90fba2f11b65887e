import type { UnderClaim } from '#shared/workers/verbs/find-work.ts';

/** What a worker's request says of its claim. */
export const parseUnderClaim = (body: { fence: number; claim_key?: string | undefined }): UnderClaim => ({
  fence: body.fence,
  claimKey: body.claim_key,
});
