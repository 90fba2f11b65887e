import * as z from 'zod';
import { instant } from '#shared/api/schemas/common.ts';
import { FLOW_CODE_LIMIT_BYTES } from '#shared/flows/rules/names.ts';

/** Wire shapes of files: those of flows and of the definitions of tasks, as QDash's clients read them. */

/** A file or a folder. */
export interface FileTreeNode {
  name: string;
  path: string;
  type: string;
  children: FileTreeNode[] | null;
}

export const fileTreeNode: z.ZodType<FileTreeNode> = z
  .object({
    name: z.string(),
    path: z.string(),
    type: z.string().meta({ description: '`file` or `directory`' }),
    get children() {
      return z.array(fileTreeNode).nullable();
    },
  })
  .meta({ id: 'FileTreeNode' });

/** The text of a file. */
export const fileContent = z
  .object({
    content: z.string(),
    path: z.string(),
    name: z.string(),
    size: z.int().meta({ description: 'Bytes of UTF-8' }),
    modified: instant.nullable().meta({ description: 'Null for what is built in' }),
  })
  .meta({ id: 'FileContent' });

/** Whether a text can be read. */
export const fileValidation = z
  .object({ valid: z.boolean(), message: z.string(), error: z.string().nullable() })
  .meta({ id: 'FileValidation' });

/** What a repository would say of its last commit. */
export const gitStatus = z
  .object({
    is_git_repo: z.boolean().meta({ description: 'False: versions of flows are kept by the service, not by Git' }),
    message: z.string(),
    branch: z.string().nullable(),
    commit: z
      .string()
      .nullable()
      .meta({ description: 'A digest that every save and deletion changes; null without flows' }),
    commit_message: z.string().nullable().meta({ description: 'The last save of a current flow' }),
    committed_at: instant.nullable(),
    is_dirty: z.boolean().meta({ description: 'False: nothing is there that was not saved' }),
    changed_files: z.array(z.string()),
    untracked_files: z.array(z.string()),
  })
  .meta({ id: 'GitStatus' });

/** Longest path of a file. */
export const filePath = z.string().min(1).max(200).meta({ example: 'flows/morning_check/v3.yaml' });

const isShort = (text: string): boolean =>
  text.isWellFormed() && new TextEncoder().encode(text).length <= FLOW_CODE_LIMIT_BYTES;

/** The text of a file. */
export const fileText = z.string().refine(isShort, `must be at most ${FLOW_CODE_LIMIT_BYTES} bytes of UTF-8`);
