/** A request for a file to be written from outside the service. */
export interface UploadRequest {
  key: string;
  contentType: string;
  sizeBytes: number;
  /** SHA-256 of the only bytes that are accepted, in hexadecimal digits; any of that size if absent. */
  sha256?: string;
  /** Lifetime, seconds from now. */
  expiresSeconds: number;
}

/** The address for one PUT, and the headers that must be sent with it unchanged. */
export interface UploadAddress {
  url: string;
  headers: Record<string, string>;
}

/**
 * Creates addresses at which an object can be written once: only with this key, content type, size and, if named, hash,
 * and only if there is none yet (`If-None-Match: *`). Adapters: the bucket, and the gateway on one machine.
 */
export interface UploadAddresses {
  sign(request: UploadRequest): Promise<UploadAddress>;
}
