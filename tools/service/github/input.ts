// What github takes: its actions, and which arguments go with which.
import { z } from 'zod'
import {
  actionNames,
  changes,
  fitsAction,
  oneLine,
  reads,
  type ActionTable,
} from '../action-args.ts'

const repository = ['owner', 'repo']
const paged = ['page', 'per_page']

export const githubActions = {
  list_issues: reads(repository, ['state', 'labels', ...paged]),
  get_issue: reads([...repository, 'number'], paged),
  list_prs: reads(repository, ['state', ...paged]),
  get_pr: reads([...repository, 'number']),
  get_pr_files: reads([...repository, 'number'], paged),
  get_file_content: reads([...repository, 'path'], ['ref', 'offset']),
  get_workflow_runs: reads(repository, ['workflow_id', ...paged]),
  notifications: reads([], paged),
  create_issue: changes([...repository, 'title'], ['body', 'labels']),
  close_issue: changes([...repository, 'number']),
  reopen_issue: changes([...repository, 'number']),
  comment_issue: changes([...repository, 'number', 'body']),
  create_pr_review: changes([...repository, 'number', 'event'], ['body']),
  close_pr: changes([...repository, 'number']),
  merge_pr: changes([...repository, 'number'], ['merge_method', 'sha']),
  trigger_workflow: changes([...repository, 'workflow_id'], ['ref', 'inputs']),
} satisfies ActionTable

/** Neither a way up nor a part of an address. */
const name = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, 'letters, digits, hyphens, dots and underscores')
  .refine((text) => !/^\.+$/.test(text), 'a name, not dots alone')

export const githubInput = z
  .strictObject({
    action: z.enum(actionNames(githubActions)).describe('What to do.'),
    owner: name.optional().describe('Owner of the repository.'),
    repo: name.optional().describe('Name of the repository.'),
    number: z.int().min(1).max(2_147_483_647).optional().describe('Of the issue or pull request.'),
    state: z.enum(['open', 'closed', 'all']).optional().describe('open if left out.'),
    title: z.string().min(1).max(256).refine(oneLine, 'one line').optional().describe('Title.'),
    body: z.string().min(1).max(65_536).optional().describe('Text, in Markdown.'),
    labels: z
      .array(
        z
          .string()
          .min(1)
          .max(50)
          .refine((text) => oneLine(text) && !text.includes(','), 'one label'),
      )
      .max(20)
      .optional()
      .describe('Labels, each by itself.'),
    path: z
      .string()
      .min(1)
      .max(1_024)
      .refine(
        (text) =>
          oneLine(text) &&
          !/[\\?#]/.test(text) &&
          text.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
        'a path inside the repository such as src/main.ts',
      )
      .optional()
      .describe('Path of a file in the repository.'),
    ref: z
      .string()
      .regex(
        /^(?!.*(?:\.\.|\/\/))[A-Za-z0-9._-](?:[A-Za-z0-9._/-]{0,248}[A-Za-z0-9._-])?$/,
        'a branch, tag or commit',
      )
      .optional()
      .describe('Branch, tag or commit; the main branch if left out.'),
    sha: z
      .string()
      .regex(/^[0-9a-f]{40}$/, 'a whole commit id')
      .optional()
      .describe('merge_pr: the commit that has to be its head, else nothing is merged.'),
    offset: z
      .int()
      .min(0)
      .max(4_194_304)
      .optional()
      .describe('First character of the file to show.'),
    event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']).optional().describe('Kind of review.'),
    merge_method: z.enum(['merge', 'squash', 'rebase']).optional().describe('merge if left out.'),
    workflow_id: z
      .string()
      .regex(/^(?!\.)[A-Za-z0-9._-]{1,100}$/, 'the number or the file name of a workflow')
      .optional()
      .describe('Number or file name of a workflow, such as ci.yml.'),
    inputs: z
      .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,99}$/), z.string().max(1_024))
      .refine((given) => Object.keys(given).length <= 10, 'at most ten inputs')
      .optional()
      .describe('Inputs of the workflow.'),
    page: z.int().min(1).max(1_000).optional().describe('Page of a list; 1 if left out.'),
    per_page: z.int().min(1).max(100).optional().describe('Entries on a page; 10 if left out.'),
  })
  .superRefine(fitsAction(githubActions))
export type GithubInput = z.infer<typeof githubInput>
