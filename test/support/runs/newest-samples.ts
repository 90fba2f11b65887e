import type { SampleRecord } from '#shared/values/store/samples.ts';

const rank = ({ at, source, recordedAt, sampleId }: SampleRecord): string =>
  `${at} ${source === 'manual' ? 1 : 0} ${recordedAt} ${sampleId}`;

/** The newest that counts of each metric on each target, of every sample there is. */
export function newestOf(samples: readonly SampleRecord[], asOf: string): SampleRecord[] {
  const newest = new Map<string, SampleRecord>();
  for (const sample of samples) {
    if (sample.excluded || sample.at > asOf) continue;
    const key = `${sample.target.id} ${sample.metric}`;
    const known = newest.get(key);
    if (!known || rank(sample) > rank(known)) newest.set(key, sample);
  }
  return [...newest.values()];
}
