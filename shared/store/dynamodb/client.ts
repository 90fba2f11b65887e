import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';

/**
 * A client of DynamoDB whose answers are JSON and nothing else: `attribute-values.ts` makes records of them in one pass, where
 * the SDK's own codec goes through every value by its schema first. Its commands, credentials, retries and errors are the
 * SDK's. What the schema would convert is as it is on the wire, in requests too: bytes are in base64, instants are numbers.
 */
export function createDynamoDbClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  const client = new DynamoDBClient({ ...config, protocol: PlainJsonProtocol });
  // Tells AWS which versions and settings of the SDK ask, with each request: a tenth of what a small one takes.
  client.middlewareStack.remove('getUserAgentMiddleware');
  return client;
}

type Settings = ConstructorParameters<typeof AwsJson1_0Protocol>[0];

class PlainJsonProtocol extends AwsJson1_0Protocol {
  constructor(settings: Settings) {
    super({ ...settings, jsonCodec: plainJson as unknown as NonNullable<Settings['jsonCodec']> });
  }
}

const ignore = (): void => undefined;

/** A codec as the protocol of the SDK asks for one. */
const plainJson = {
  setSerdeContext: ignore,
  createSerializer() {
    let text = '';
    return {
      setSerdeContext: ignore,
      write: (_schema: unknown, input: unknown) => {
        text = JSON.stringify(input);
      },
      flush: () => text,
    };
  },
  createDeserializer: () => ({
    setSerdeContext: ignore,
    read: async (_schema: unknown, body: Uint8Array | string): Promise<unknown> => JSON.parse(textOf(body)),
    readObject: (_schema: unknown, value: unknown) => value,
  }),
};

const textOf = (body: Uint8Array | string): string =>
  typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
