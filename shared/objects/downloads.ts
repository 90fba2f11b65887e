/** An object that somebody outside of the service is to read. */
export interface DownloadRequest {
  key: string;
  contentType: string;
  /** What a browser calls the file that it keeps. */
  fileName: string;
  /** Until when, seconds from now. */
  expiresSeconds: number;
}

/**
 * Gives out addresses at which an object is read with GET, whole or by `Range`, as a file to be kept and never to be shown
 * in place (`attachment`). Adapters: the bucket, and the gateway on one machine.
 */
export interface DownloadAddresses {
  /** The address; on one machine it may be without a host, and is then the service's own. */
  sign(request: DownloadRequest): Promise<string>;
}

/** Seconds for which an address is good (rule AUTH-24). */
export const downloadExpirySeconds = 300;

/** The header that has a browser keep a file under its name. A name of letters, digits, `.`, `_` and `-` needs no quoting. */
export const attachmentOf = (fileName: string): string => `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`;
