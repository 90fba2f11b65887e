/** The direction of a result that was reported for the exchanged id of its coupling, on the wire. */
export const presentDirection = ({ isInverse }: { isInverse?: boolean | undefined }) =>
  isInverse ? { direction: 'inverse' as const } : {};
