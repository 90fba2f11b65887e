/** A LocalStack that listens, and what its edition offers. */

/** What `GET /_localstack/health` says. */
export interface LocalStack {
  /** Its address, without a trailing slash. */
  endpoint: string;
  /** Such as `community` or `pro`. */
  edition: string;
  version: string;
  /** The services that it can run. */
  services: ReadonlySet<string>;
}

/** No LocalStack answers at an address; the message says what was tried. */
export class NoLocalStack extends Error {
  override name = 'NoLocalStack';
}

/** States of a service that answers, or starts with its first request. LocalStack leaves out those that its edition lacks. */
const usableStates = ['available', 'running', 'starting'];

/** How long a LocalStack may take to answer. */
const patienceMilliseconds = 10_000;

/** What CDK itself uses. */
const usedByCdk = ['cloudformation', 'iam', 's3', 'ssm', 'sts'];

/** Asks a LocalStack for its services. @throws NoLocalStack. */
export async function findLocalStack(address: string): Promise<LocalStack> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new NoLocalStack(`'${address}' is not the address of a LocalStack, such as http://localhost:4566`);
  const endpoint = address.replace(/\/+$/, '');
  const tried = `GET ${endpoint}/_localstack/health`;
  const response = await fetch(`${endpoint}/_localstack/health`, {
    signal: AbortSignal.timeout(patienceMilliseconds),
  }).catch((error: Error & { cause?: { code?: string; message?: string } }) => {
    const reason = error.cause?.code ?? error.cause?.message ?? error.message;
    throw new NoLocalStack(`No LocalStack listens at ${endpoint}: ${tried} failed (${reason})`);
  });
  const text = await response.text();
  const { services, edition = 'unknown', version = 'unknown' } = parsed(text);
  if (!response.ok || typeof services !== 'object' || services === null)
    throw new NoLocalStack(
      `What listens at ${endpoint} is not a LocalStack: ${tried} answers ${response.status}: ${text.slice(0, 100)}`,
    );
  const usable = Object.entries(services).filter(([, state]) => usableStates.includes(String(state)));
  return { endpoint, edition, version, services: new Set(usable.map(([name]) => name)) };
}

function parsed(text: string): { services?: unknown; edition?: string; version?: string } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * The services that resources need and a LocalStack lacks.
 * @throws NoLocalStack if it lacks one that CDK needs to deploy anything.
 */
export function lackingServices({ endpoint, services }: LocalStack, needed: readonly string[]): string[] {
  const isLacking = (name: string) => !services.has(name);
  const missing = usedByCdk.filter(isLacking);
  if (missing.length > 0)
    throw new NoLocalStack(`CDK cannot deploy into the LocalStack at ${endpoint}, which lacks ${missing.join(', ')}`);
  return needed.filter(isLacking);
}
