/** The version of the archives that this service makes; it reads those of this and of every earlier one (rule ARCHIVE-2). */
export const archiveFormat = 1;
