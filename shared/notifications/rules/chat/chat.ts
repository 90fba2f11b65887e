/** The chats that a project's events can be sent to. */
export const chatFormats = ['slack'] as const;

export type ChatFormat = (typeof chatFormats)[number];

/** How long messages are kept, in days; the first of a thread as long as the project. */
export const messageDays = 30;

/** Longest token. */
export const tokenLength = 300;
