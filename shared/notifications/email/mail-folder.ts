import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmailMessage, EmailSender } from './port.ts';

/**
 * Writes each e-mail to a file of a folder, for a mail program or a server of the laboratory to collect. An e-mail that
 * is sent again replaces its own file.
 */
export function mailFolder(folder: string, from: string, clock: () => Date): EmailSender {
  return {
    async send(message) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = join(folder, `${message.id}.eml`);
        // In one step: a reader of the folder finds whole files only.
        await writeFile(`${file}.part`, messageText(message, from, clock()), { mode: 0o600 });
        await rename(`${file}.part`, file);
        return { taken: true };
      } catch (error) {
        return {
          error: `The folder of e-mails cannot be written: ${error instanceof Error ? error.message : 'unknown'}`,
        };
      }
    },
  };
}

/** An e-mail by RFC 5322, in plain ASCII: other text is encoded in base64 (RFC 2045, RFC 2047). */
export function messageText({ id, to, subject, text }: EmailMessage, from: string, at: Date): string {
  const lines = [
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `From: ${from}`,
    `To: ${to}`,
    `Message-ID: <${id}@${from.split('@').at(-1)}>`,
    `Subject: ${encodedWords(subject)}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(text.replace(/\r?\n/g, '\r\n'))
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '',
  ];
  return lines.join('\r\n');
}

/** Bytes of a text in one encoded word, which has 75 characters at most. */
const wordBytes = 45;

function encodedWords(text: string): string {
  if (/^[\x20-\x7e]{0,60}$/.test(text)) return text;
  const words: string[] = [''];
  for (const character of text) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > wordBytes) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}
