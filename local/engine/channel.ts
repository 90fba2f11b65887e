import type { ChildProcess } from 'node:child_process';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Answer, type Ask, type EngineAccess, isEmbedded, type ServerAccess } from './access.ts';

/*
 * The pipe of the embedded engine belongs to one thread. Other threads and child processes send their calls through it:
 * one message per call, and one per answer.
 */

/** Describes how a thread reaches an engine. It can be sent to the thread, with its port in the transfer list. */
export type SentAccess = ServerAccess | { databaseFile: string; port: MessagePort };

/** What a child process receives about an engine; it sends its calls as messages. */
export type ChildAccess = ServerAccess | { databaseFile: string };

interface AskMessage {
  kind: 'ask-engine';
  id: number;
  call: string;
}

type AnswerMessage = { kind: 'engine-answer'; id: number } & ({ answer: Answer } | { problem: string });

/** Access for a thread: pass both to its constructor, and `port` in its transfer list. */
export function accessForThread(access: EngineAccess): { access: SentAccess; transfer: MessagePort[] } {
  if (!isEmbedded(access)) return { access, transfer: [] };
  const { port1, port2 } = new MessageChannel();
  port1.on(
    'message',
    (message: AskMessage) => void answerTo(message, access.ask, (answer) => port1.postMessage(answer)),
  );
  // The port must not keep the thread alive.
  port1.unref();
  return { access: { databaseFile: access.databaseFile, port: port2 }, transfer: [port2] };
}

/** Access inside the receiving thread. */
export function accessInThread(sent: SentAccess): EngineAccess {
  if (!('port' in sent)) return sent;
  const { databaseFile, port } = sent;
  const asking = new Asking((message) => port.postMessage(message));
  port.on('message', (message: AnswerMessage) => asking.answer(message));
  port.unref();
  return { databaseFile, ask: (call) => asking.ask(call) };
}

/** Access for a forked process, which may send calls from now on. */
export function accessForChild(access: EngineAccess, child: ChildProcess): ChildAccess {
  if (!isEmbedded(access)) return access;
  child.on('message', (message: AskMessage) => {
    if (message.kind === 'ask-engine')
      void answerTo(message, access.ask, (answer) => child.connected && child.send(answer));
  });
  return { databaseFile: access.databaseFile };
}

/** Access inside a forked process. */
export function accessInChild(given: ChildAccess): EngineAccess {
  if (!('databaseFile' in given)) return given;
  const asking = new Asking((message) => process.send?.(message));
  process.on('message', (message: AnswerMessage) => {
    if (message.kind === 'engine-answer') asking.answer(message);
  });
  return { databaseFile: given.databaseFile, ask: (call) => asking.ask(call) };
}

async function answerTo({ id, call }: AskMessage, ask: Ask, send: (message: AnswerMessage) => unknown): Promise<void> {
  const answer = await ask(call).then(
    (given) => ({ answer: given }),
    (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
  );
  send({ kind: 'engine-answer', id, ...answer });
}

class Asking {
  readonly #send: (message: AskMessage) => unknown;
  readonly #waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  #count = 0;

  constructor(send: (message: AskMessage) => unknown) {
    this.#send = send;
  }

  ask(call: string): Promise<Answer> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: 'ask-engine', id, call });
    });
  }

  answer(message: AnswerMessage): void {
    const one = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('answer' in message) one?.resolve(message.answer);
    else one?.reject(new Error(message.problem));
  }
}
