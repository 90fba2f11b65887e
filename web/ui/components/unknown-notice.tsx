import { Notice } from './notice.tsx';

/** The unknown parts of the address, each in a sentence that says what is shown instead; hidden if there are none. */
export const UnknownNotice = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.filter(Boolean).map((sentence) => (
    <Notice key={sentence} tone="warn">
      {sentence}
    </Notice>
  ));
