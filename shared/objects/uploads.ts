/** A file that somebody outside of the service is to write. */
export interface UploadRequest {
  key: string;
  contentType: string;
  sizeBytes: number;
  /** Until when, seconds from now. */
  expiresSeconds: number;
}

/** Where it is written with one PUT, and the headers that must be sent with it as they are. */
export interface UploadAddress {
  url: string;
  headers: Record<string, string>;
}

/**
 * Gives out addresses at which an object can be written once: of this key, content type and size alone, and only if
 * there is none yet (`If-None-Match: *`). Adapters: the bucket, and the gateway on one machine.
 */
export interface UploadAddresses {
  sign(request: UploadRequest): Promise<UploadAddress>;
}
