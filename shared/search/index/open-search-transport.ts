import type { Connection, Serializer, Transport } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';
import connectionClass from '@opensearch-project/opensearch/lib/Connection.js';
import { ConnectionPool } from '@opensearch-project/opensearch/lib/pool/index.js';
import serializerClass from '@opensearch-project/opensearch/lib/Serializer.js';
import transportClass from '@opensearch-project/opensearch/lib/Transport.js';

/*
 * The client's transport without its five hundred methods: they are nine tenths of its size, and a function that starts
 * must be small (rule DEPLOY-9).
 */

// Each file is a class, although its declaration describes a module with a default export.
const plain = { Connection: connectionClass, Transport: transportClass } as unknown as {
  Connection: typeof Connection;
  Transport: typeof Transport;
};
const JsonSerializer = serializerClass as unknown as typeof Serializer;

/** Signs the requests to a domain of AWS. */
type Credentials = () => Promise<{
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}>;

/** A request of OpenSearch's REST API. */
export interface OpenSearchRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  path: string;
  body?: object;
  /** Lines of a bulk request, instead of `body`. */
  lines?: object[];
  query?: Record<string, string>;
}

/** An answer, whatever its status. */
export interface OpenSearchResponse {
  status: number;
  // The API's JSON; the caller knows its form.
  body: Record<string, unknown>;
}

/** Sends a request. @throws ConnectionError, TimeoutError of the client when there is no answer. */
export type OpenSearchTransport = (request: OpenSearchRequest) => Promise<OpenSearchResponse>;

const requestTimeoutMilliseconds = 10_000;

/** Any status is accepted here: the caller decides what it means. */
const errorStatuses = Array.from({ length: 200 }, (_, index) => 400 + index);

/** The host of a domain of AWS names its region. */
const awsDomain = /\.([a-z0-9-]+)\.es\.amazonaws\.com(\.cn)?$/;

/**
 * Opens a transport. Requests to a domain of AWS are signed by the client's own signer (SigV4, service `es`) with the
 * credentials; others are not.
 */
export function openTransport(endpoint: string, credentials: Credentials): OpenSearchTransport {
  const region = awsDomain.exec(new URL(endpoint).hostname)?.[1];
  // The type of the credentials asks for fields that the signer never reads.
  const signed = region && AwsSigv4Signer({ region, service: 'es', getCredentials: credentials as never });
  const classes = signed || plain;
  const emit = () => false;
  const connectionPool = new ConnectionPool({ Connection: classes.Connection, emit, resurrectStrategy: 'optimistic' });
  connectionPool.addConnection(endpoint);
  const transport = new classes.Transport({
    emit,
    connectionPool,
    serializer: new JsonSerializer(),
    maxRetries: 2,
    requestTimeout: requestTimeoutMilliseconds,
    sniffEndpoint: '',
  });
  return async ({ method, path, body, lines, query }) => {
    const response = await transport.request(
      { method, path, ...(lines ? { bulkBody: lines } : body && { body }), ...(query && { querystring: query }) },
      { ignore: errorStatuses },
    );
    return { status: response.statusCode ?? 0, body: response.body };
  };
}
