import { describe, expect, it } from 'vitest';
import { codeFrom, typedCode } from '#shared/notifications/rules/email-address.ts';
import { type EmailRules, nextTimeOfDay, quietUntil, sendAt } from '#shared/notifications/rules/email-rules.ts';
import { emailOf } from '#shared/notifications/rules/email-text.ts';
import { isMuted, type Mute, standingMutes } from '#shared/notifications/rules/mutes.ts';

const berlin = 'Europe/Berlin';
const rules = (given: Partial<EmailRules>): EmailRules => ({ kinds: ['run_failed'], timeZone: berlin, ...given });
const quiet = { from: '22:00', to: '07:00' };
const iso = (date: Date | undefined) => date?.toISOString();

describe('when an e-mail is sent', () => {
  it.each([
    ['by day it is sent at once', '2025-01-10T12:00:00.000Z', '2025-01-10T12:00:00.000Z'],
    ['in the evening it waits for the morning after', '2025-01-10T21:30:00.000Z', '2025-01-11T06:00:00.000Z'],
    ['after midnight it waits for the same morning', '2025-01-11T02:00:00.000Z', '2025-01-11T06:00:00.000Z'],
    ['at the minute at which the hours begin it waits', '2025-01-10T21:00:00.000Z', '2025-01-11T06:00:00.000Z'],
    ['at the minute at which they end it is sent', '2025-01-11T06:00:00.000Z', '2025-01-11T06:00:00.000Z'],
    ['in summer the hours are those of summer time', '2025-07-10T20:30:00.000Z', '2025-07-11T05:00:00.000Z'],
  ])('with quiet hours over midnight, %s', (_, now, expected) => {
    expect(iso(sendAt(rules({ quiet }), new Date(now)))).toBe(expected);
  });

  it('quiet hours within a day are quiet between them alone', () => {
    const siesta = rules({ quiet: { from: '12:00', to: '13:30' } });
    expect(iso(quietUntil(siesta, new Date('2025-01-10T11:10:00.000Z')))).toBe('2025-01-10T12:30:00.000Z');
    expect(quietUntil(siesta, new Date('2025-01-10T12:30:00.000Z'))).toBeUndefined();
    expect(quietUntil(siesta, new Date('2025-01-10T10:59:00.000Z'))).toBeUndefined();
  });

  it('a digest comes at its time of day, also within quiet hours, and not twice a day', () => {
    const daily = rules({ digestAt: '06:30', quiet });
    expect(iso(sendAt(daily, new Date('2025-01-10T04:00:00.000Z')))).toBe('2025-01-10T05:30:00.000Z');
    expect(iso(sendAt(daily, new Date('2025-01-10T05:30:00.000Z')))).toBe('2025-01-11T05:30:00.000Z');
    expect(iso(sendAt(daily, new Date('2025-01-10T23:30:00.000Z')))).toBe('2025-01-11T05:30:00.000Z');
  });

  it('a time that the clock leaves out counts as when it is put forward, and one that it shows twice as the first', () => {
    expect(iso(nextTimeOfDay('02:30', berlin, new Date('2025-03-29T23:30:00.000Z')))).toBe('2025-03-30T01:00:00.000Z');
    expect(iso(nextTimeOfDay('02:30', berlin, new Date('2025-10-25T22:30:00.000Z')))).toBe('2025-10-26T00:30:00.000Z');
    // Between the two it is the next day's.
    expect(iso(nextTimeOfDay('02:30', berlin, new Date('2025-10-26T01:00:00.000Z')))).toBe('2025-10-27T01:30:00.000Z');
    const night = rules({ quiet: { from: '22:00', to: '02:30' } });
    // The clock shows 02:10 for the second time: the hours have ended.
    expect(quietUntil(night, new Date('2025-10-26T01:10:00.000Z'))).toBeUndefined();
  });

  it('whatever the zone, the hours and the instant, what is due comes later, within a day and an hour, and outside the hours', () => {
    const zones = ['Asia/Tokyo', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Kiritimati', berlin];
    const times = ['00:00', '01:30', '02:30', '06:00', '12:00', '23:59'];
    for (const timeZone of zones)
      for (const from of times)
        for (const to of times.filter((one) => one !== from))
          for (const day of ['2025-03-30', '2025-04-06', '2025-10-05', '2025-10-26', '2025-06-01'])
            for (let hour = 0; hour < 24; hour += 5) {
              const now = new Date(Date.parse(`${day}T00:00:00.000Z`) + hour * 3_600_000 + 420_000);
              const at = sendAt(rules({ timeZone, quiet: { from, to } }), now);
              expect(at.getTime() - now.getTime()).toBeGreaterThanOrEqual(0);
              expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
              expect(quietUntil({ timeZone, quiet: { from, to } }, at), `${timeZone} ${from} ${to} ${iso(now)}`).toBe(
                undefined,
              );
            }
  });
});

describe('what is muted', () => {
  const event = {
    kind: 'drift_alert' as const,
    projectId: 'p',
    targetUrl: '/chips/torino/qubits/3',
    at: '2025-01-10T12:00:00.000Z',
  };
  const muted = (mute: Mute) => isMuted({ muted: [], mutes: [mute] }, event);

  it('a mute fits what all that it names fits, until its end', () => {
    expect(isMuted({ muted: ['drift_alert'] }, event)).toBe(true);
    expect(isMuted({ muted: ['mention'] }, event)).toBe(false);
    expect(muted({ kind: 'drift_alert' })).toBe(true);
    expect(muted({ kind: 'mention' })).toBe(false);
    expect(muted({ projectId: 'p' })).toBe(true);
    expect(muted({ projectId: 'q', kind: 'drift_alert' })).toBe(false);
    expect(muted({ projectId: 'p', until: '2025-01-10T12:00:00.001Z' })).toBe(true);
    expect(muted({ projectId: 'p', until: '2025-01-10T12:00:00.000Z' })).toBe(false);
  });

  it('a mute of a page is of what lies below it, and not of one that begins with the same letters', () => {
    for (const targetUrl of ['/chips/torino', '/chips/torino/qubits/3']) expect(muted({ targetUrl })).toBe(true);
    for (const targetUrl of ['/chips/tor', '/chips/torino/qubits/33', '/chips/torino/qubits/3/x'])
      expect(muted({ targetUrl })).toBe(false);
  });

  it('mutes that have ended are forgotten, and one that is there twice is one', () => {
    const now = '2025-01-10T12:00:00.000Z';
    const kept: Mute[] = [{ kind: 'mention' }, { projectId: 'p', until: '2025-01-11T00:00:00.000Z' }];
    expect(standingMutes([...kept, { kind: 'mention' }, { kind: 'reply', until: now }], now)).toEqual(kept);
  });
});

describe('what an e-mail says', () => {
  const told = {
    projectId: 'p-1',
    title: 'Run 1 failed',
    excerpt: 'No signal',
    targetUrl: '/execution/1',
    at: '2025-01-10T12:00:00.000Z',
  };

  it('one event is the subject; of several the first is, with how many there are', () => {
    const one = emailOf([told], 'https://lab.example.com');
    expect(one.subject).toBe('Fiducial: Run 1 failed');
    expect(one.text).toContain('No signal\nhttps://lab.example.com/p/p-1/execution/1\n');
    expect(one.text).toContain('https://lab.example.com/settings');
    const invited = emailOf([{ ...told, targetUrl: '/projects' }], 'https://lab.example.com');
    expect(invited.text).toContain('https://lab.example.com/projects\n');
    const two = emailOf([told, { ...told, title: 'Run 2 failed', excerpt: '' }], '');
    expect(two.subject).toBe('Fiducial: 2 notifications: Run 1 failed');
    expect(two.text.indexOf('Run 1 failed')).toBeLessThan(two.text.indexOf('Run 2 failed'));
  });

  it('a title with line breaks begins no other header, and a long one is cut', () => {
    const { subject } = emailOf([{ ...told, title: `a\r\nBcc: eve@example.com\u2028${'x'.repeat(400)}` }], '');
    expect(subject).toMatch(/^Fiducial: a Bcc: eve@example.com x+…$/);
    expect([...subject]).toHaveLength(150);
  });
});

describe('codes of addresses', () => {
  it('a code has ten letters and digits, and is read however it is typed', () => {
    const code = codeFrom(Uint8Array.from({ length: 64 }, (_, n) => n * 4));
    expect(code).toMatch(/^[A-Z2-9]{10}$/);
    expect(typedCode(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `)).toBe(code);
    expect(() => codeFrom(new Uint8Array(64).fill(255))).toThrow('too few');
  });
});
