/** A request for an object to be read from outside the service. */
export interface DownloadRequest {
  key: string;
  contentType: string;
  /** The file name that a browser saves it under. */
  fileName: string;
  /** Lifetime, seconds from now. */
  expiresSeconds: number;
}

/**
 * Creates addresses at which an object is read with GET, whole or by `Range`, as a download and never shown in place
 * (`attachment`). Adapters: the bucket, and the gateway on one machine.
 */
export interface DownloadAddresses {
  /** The address; on one machine it may lack a host, and then belongs to the service itself. */
  sign(request: DownloadRequest): Promise<string>;
}

/** Seconds for which an address is valid (rule AUTH-24). */
export const downloadExpirySeconds = 300;

/**
 * The header that has a browser save a file under its name. A name of letters, digits, `.`, `_` and `-` needs no
 * quoting.
 */
export const attachmentOf = (fileName: string): string => `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`;
