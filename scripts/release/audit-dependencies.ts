/**
 * `npm run audit:dependencies` (known vulnerabilities) and `npm run audit:signatures` (of every package): fail on a
 * finding. An unreachable registry is reported but is not a failure, since it says nothing about the packages.
 */
import { signatureVerdict, vulnerabilityVerdict } from './lib/audit-verdicts.ts';
import { npm } from './lib/npm.ts';

const audits = {
  vulnerabilities: { args: ['audit', '--json'], verdict: vulnerabilityVerdict },
  signatures: { args: ['audit', 'signatures', '--json'], verdict: signatureVerdict },
};

// By default npm waits minutes for an unresponsive registry.
const fetchLimits = ['--fetch-retries=0', '--fetch-timeout=30000'];

async function main(name: string | undefined): Promise<number> {
  if (name !== 'vulnerabilities' && name !== 'signatures') {
    console.error('Name the audit: vulnerabilities or signatures');
    return 2;
  }
  const { args, verdict } = audits[name];
  const { outcome, lines } = verdict((await npm([...args, ...fetchLimits])).stdout);
  if (outcome === 'unreachable') console.log(`Not audited (${name}), the registry is not reachable:`);
  for (const line of lines) console.log(line);
  if (outcome !== 'unreachable') console.log(`${name}: ${outcome}, ${lines.length} listed`);
  return outcome === 'clean' || outcome === 'unreachable' ? 0 : 1;
}

process.exitCode = await main(process.argv[2]);
