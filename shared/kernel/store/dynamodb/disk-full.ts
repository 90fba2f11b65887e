import { ServiceError } from '../../errors.ts';

/** Nothing can be saved: the disk under the table or the files is full. Passes when space is freed. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';

  constructor(cause: unknown) {
    super('The disk is full: nothing can be saved until space is freed', { cause });
  }
}

const retryAfterSeconds = 10;

/** The error for an HTTP caller when the disk is full; undefined for other errors. */
export function diskFullRefusal(error: unknown): ServiceError | undefined {
  // Of a file the system itself says it.
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const full = code === 'ENOSPC' || code === 'EDQUOT' ? new DiskFullError(error) : error;
  return full instanceof DiskFullError
    ? new ServiceError('unavailable', full.message, { retryAfterSeconds })
    : undefined;
}
