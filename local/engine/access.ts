/** An engine that listens at an address: DynamoDB Local, or another DynamoDB-compatible server. */
export interface ServerAccess {
  /** Such as `http://127.0.0.1:8000`. */
  endpoint: string;
  /** What the server knows its clients by; any name unless given. */
  accessKeyId?: string | undefined;
}

/** The embedded engine: its file is read by every client itself, and one pipe takes everything else. */
export interface EmbeddedAccess {
  databaseFile: string;
  ask: Ask;
  /** Numbers the writes of each project; of the process whose pipe it is. */
  writes?: { revisionOf(projectId: string): number };
}

/** How clients reach an engine. */
export type EngineAccess = ServerAccess | EmbeddedAccess;

/** What an operation is answered, as DynamoDB would over HTTP. */
export interface Answer {
  statusCode: number;
  /** JSON. */
  body: string;
}

/**
 * Asks the embedded engine to do something.
 * @param call JSON of a tool call, as `toolCallOf` makes it.
 * @throws Error once the engine has ended.
 */
export type Ask = (call: string) => Promise<Answer>;

export const isEmbedded = (access: EngineAccess): access is EmbeddedAccess => 'databaseFile' in access;
