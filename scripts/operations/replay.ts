/** `npm run replay`: see the help text below, and "What was given up" in docs/operations.md. */
import { parseArgs } from 'node:util';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { environmentNames } from '#infra/config.ts';
import { UsageError } from '#local/settings.ts';
import { type AwsSender, awsSender } from './lib/aws-requests.ts';
import { type DeadLetterMessage, type Outcome, readMessage, replayMessage } from './lib/dead-letters.ts';
import { awsReplay, deadLetterQueues, receive, remove } from './lib/replay-aws.ts';

const helpText = `Does once more what a deployment gave up: every message of its dead-letter queues.

  npm run replay -- --environment <${environmentNames.join('|')}> [--function <part of a name>] [--list]

  --function   only of functions whose name has this in it, such as Sweep or streamproject
  --list       says what there is, and does nothing; the messages are hidden from others for two minutes

Events are handed to their functions again, and come back as new messages where they fail again. Records of the stream are
read from it, for as long as it keeps them, which is a day, and delivered to their consumer. A message leaves its queue only
when that went well. Fix the cause first. Uses the credentials of the environment, and AWS_REGION.`;

interface Counts {
  replayed: number;
  kept: number;
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { environment: text, function: text, list: flag, help: flag };
  const { values } = parseArgs({ options, strict: true });
  if (values.help) return console.log(helpText);
  const environment = environmentNames.find((name) => name === values.environment);
  const region = process.env.AWS_REGION;
  if (!environment || !region) throw new UsageError(helpText);
  const send = awsSender();
  const port = awsReplay(send, region, new DynamoDBStreamsClient({ region }));
  const isWanted = isOf(values.function ?? '');
  const counts: Counts = { replayed: 0, kept: 0 };
  for (const queue of await deadLetterQueues(send, region, environment))
    for await (const message of messagesOf(send, region, queue)) {
      if (!isWanted(message)) continue;
      const outcome = values.list ? listed(message) : await replayMessage(message, port).catch(failed);
      if ('replayed' in outcome) await remove(send, region, queue, message.ReceiptHandle);
      tell(outcome, counts);
    }
  console.log(values.list ? `${counts.kept} messages` : `${counts.replayed} replayed, ${counts.kept} kept`);
  if (!values.list && counts.kept > 0) process.exitCode = 1;
}

/** Messages that stay are hidden for two minutes, which ends the loop. */
async function* messagesOf(send: AwsSender, region: string, queue: string): AsyncGenerator<DeadLetterMessage> {
  for (;;) {
    const messages = await receive(send, region, queue);
    if (messages.length === 0) return;
    yield* messages;
  }
}

/** Whether a message belongs to a function, or to a kind of work, whose name contains a text; an unknown message matches nothing. */
const isOf = (part: string) => (message: DeadLetterMessage) => {
  const lost = readMessage(message);
  if (lost.kind === 'unknown') return part === '';
  const name = lost.kind === 'work' ? lost.name : lost.functionName;
  return name.toLowerCase().includes(part.toLowerCase());
};

const listed = (message: DeadLetterMessage): Outcome => ({ kept: JSON.stringify(readMessage(message)) });

const failed = (error: Error): Outcome => ({ kept: error.message });

function tell(outcome: Outcome, counts: Counts): void {
  if ('replayed' in outcome) counts.replayed += 1;
  else counts.kept += 1;
  console.log('replayed' in outcome ? outcome.replayed : outcome.kept);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
