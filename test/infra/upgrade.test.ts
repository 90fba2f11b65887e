import { describe, expect, it } from 'vitest';
import { synthesize, templateOf } from './synthesis.ts';

/** What the stacks of 0.1.0 import from stacks that an upgrade deploys before them (docs/operations.md#upgrade). */
const importedBy010 = {
  data: [
    'ExportsOutputFnGetAttArtifactsBucket88671897Arn65502B7F',
    'ExportsOutputFnGetAttDataTableFDBAD0F2Arn2713A995',
    'ExportsOutputFnGetAttDataTableFDBAD0F2StreamArnB1CFE66D',
    'ExportsOutputRefArtifactsBucket886718973B17A16E',
    'ExportsOutputRefDataTableFDBAD0F2E871BBD6',
    'ExportsOutputRefOriginSecret5DDC59F1B66F3F67',
    'ExportsOutputRefServiceSecret94F8C8DCF7AE6B0A',
  ],
  search: [
    'ExportsOutputFnGetAttSearchDomainAB6007CDArnDCD526CE',
    'ExportsOutputFnGetAttSearchDomainAB6007CDDomainEndpoint0A011B91',
  ],
  service: ['ExportsOutputFnGetAttApiGatewayED308F4CApiEndpoint39110DD6'],
} as const;

describe('an upgrade from 0.1.0', () => {
  it.each(['data', 'search', 'service'] as const)('the stack %s keeps every export that 0.1.0 imports', (stack) => {
    const templates = synthesize('prod', { context: { search: 'managed' } });
    const outputs = templateOf(templates, stack).toJSON().Outputs as Record<string, { Export?: { Name: string } }>;
    const names = Object.values(outputs).map(({ Export }) => Export?.Name);
    const missing = importedBy010[stack].filter((name) => !names.includes(`fiducial-prod-${stack}:${name}`));
    expect(missing).toEqual([]);
  });
});
