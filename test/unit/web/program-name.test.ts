import { expect, it } from 'vitest';
import { programName } from '../../../web/people/lib/program-name.ts';

it('a session is named by its browser and system, as people call them', () => {
  const mozilla = 'Mozilla/5.0';
  const told = {
    [`${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36`]:
      'Chrome 156 on Linux',
    [`${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0`]:
      'Edge 130 on Windows',
    [`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`]:
      'Safari 18 on iOS',
    [`${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0`]: 'Firefox 131 on macOS',
  };
  for (const [userAgent, name] of Object.entries(told)) expect(programName(userAgent)).toBe(name);
});

it('a session of a program that is not a browser has the name that it gives itself', () => {
  expect([programName('node'), programName('fiducial-worker/1.2'), programName(null)]).toEqual([
    'node',
    'fiducial-worker/1.2',
    'unknown',
  ]);
});
