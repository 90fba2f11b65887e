/** The text for a value that was measured, by choice, without becoming current (rule GATE-12). */
export const measuredOnlyText = 'measured, not accepted';

/** Whether a value waits by a user's choice, and not because it is unlikely. */
export const isMeasuredOnly = (mark: { state: string; because?: string | undefined }): boolean =>
  mark.state === 'held' && mark.because === 'measured_only';
