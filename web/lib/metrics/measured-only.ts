/** What a value is called that somebody chose to measure without making it current (rule GATE-12). */
export const measuredOnlyText = 'measured, not accepted';

/** Whether a value waits because somebody chose so, and not because it is unlikely. */
export const isMeasuredOnly = (mark: { state: string; because?: string | undefined }): boolean =>
  mark.state === 'held' && mark.because === 'measured_only';
