import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

/** Who signs, and for which service of which region. */
export interface Signatory {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  region: string;
  /** As signatures name it, such as `sqs`. */
  service: string;
}

/** A POST to a service without an SDK client, to its path without a query. */
export interface Signable {
  path: string;
  headers: Readonly<Record<string, string>> & { host: string };
  body: string;
}

/** The headers of a request with AWS's signature, version 4, made by the SDK's signer. */
export async function signedHeaders({ path, headers, body }: Signable, by: Signatory, signingDate: Date) {
  const { region, service, sessionToken, ...keys } = by;
  const credentials = { ...keys, ...(sessionToken !== undefined && { sessionToken }) };
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256 });
  const request = { method: 'POST', protocol: 'https:', hostname: headers.host, path, headers: { ...headers }, body };
  return (await signer.sign(request, { signingDate })).headers;
}

/** Node's SHA-256 with the interface of the SDK: an HMAC if there is a secret. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): string | NodeJS.ArrayBufferView =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : (data as string | NodeJS.ArrayBufferView);
