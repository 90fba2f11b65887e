import { Notice } from './notice.tsx';

/** What of the address is unknown, each in a sentence that says what is shown instead; nothing of empty ones. */
export const UnknownNotice = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.filter(Boolean).map((sentence) => (
    <Notice key={sentence} tone="warn">
      {sentence}
    </Notice>
  ));
