/** A file that somebody outside of the service is to write. */
export interface UploadRequest {
  key: string;
  contentType: string;
  sizeBytes: number;
  /** The only bytes that are taken, by their SHA-256 in hexadecimal digits; any of that size where absent. */
  sha256?: string;
  /** Until when, seconds from now. */
  expiresSeconds: number;
}

/** Where it is written with one PUT, and the headers that must be sent with it as they are. */
export interface UploadAddress {
  url: string;
  headers: Record<string, string>;
}

/**
 * Gives out addresses at which an object can be written once: of this key, content type, size and, where it is named, hash
 * alone, and only if there is none yet (`If-None-Match: *`). Adapters: the bucket, and the gateway on one machine.
 */
export interface UploadAddresses {
  sign(request: UploadRequest): Promise<UploadAddress>;
}
