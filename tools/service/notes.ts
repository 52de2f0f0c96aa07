// What a note is for both ways to a vault: by the REST API of the program, and as a folder.
import { z } from 'zod'
import { fieldsOf, type CallFacts } from '../../contract/approval/call-facts.ts'
import {
  actionNames,
  changes,
  fitsAction,
  oneLine,
  reads,
  type ActionTable,
} from './action-args.ts'

export const noteActions = {
  read: reads(['path'], ['offset']),
  search: reads(['query'], ['limit', 'offset']),
  list: reads([], ['folder', 'limit', 'offset']),
  write: changes(['path', 'content'], ['frontmatter']),
  append: changes(['path', 'content']),
  rename: changes(['path', 'new_path']),
  delete: changes(['path']),
} satisfies ActionTable

/** Inside the vault: no way up, nothing hidden, nothing that an address would read otherwise. */
const inside = (text: string): boolean =>
  oneLine(text) &&
  !/[\\?#%]/.test(text) &&
  text.split('/').every((part) => part !== '' && !part.startsWith('.'))

const line = z.string().min(1).max(500).refine(oneLine, 'one line')

const notePath = z
  .string()
  .max(500)
  .refine(inside, 'a path inside the vault such as Projects/Plan.md')
  .refine((text) => text.endsWith('.md'), 'a note, which ends in .md')

const noteFields = {
  path: notePath.optional().describe('Path of a note in the vault.'),
  new_path: notePath
    .optional()
    .describe(
      'rename: its new path in the vault, where no note is yet. Links to it stay as they are.',
    ),
  folder: z
    .string()
    .max(500)
    .refine(inside, 'a folder inside the vault such as Projects')
    .optional()
    .describe('Folder in the vault; the vault itself if left out.'),
  content: z.string().max(1_000_000).optional().describe('Markdown.'),
  query: z.string().min(1).max(300).refine(oneLine, 'one line').optional().describe('Words.'),
  frontmatter: z
    .strictObject({
      type: line.optional(),
      tags: z.array(line).max(50).optional(),
      link: line.optional(),
      status: line.optional(),
      order: z.number().min(-1e9).max(1e9).optional(),
      parent: line.optional(),
    })
    .optional()
    .describe('Properties, written before the content.'),
  limit: z.int().min(1).max(500).optional().describe('Entries shown; 100 if left out.'),
  offset: z.int().min(0).max(10_000_000).optional().describe('Entries or characters to skip.'),
}

export const noteInput = z
  .strictObject({
    action: z.enum(actionNames(noteActions)).describe('What to do.'),
    ...noteFields,
  })
  .superRefine(fitsAction(noteActions))
  .refine(({ path, new_path }) => path === undefined || path !== new_path, {
    message: 'another path than that of the note',
    path: ['new_path'],
  })
export type NoteInput = z.infer<typeof noteInput>

/** What is written: the properties in YAML, each as JSON, which YAML takes, and then the text. */
export function noteText({ content = '', frontmatter }: NoteInput): string {
  const given = Object.entries(frontmatter ?? {}).filter(([, value]) => value !== undefined)
  if (given.length === 0) return content
  const head = given.map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${head.join('\n')}\n---\n${content}`
}

const verbs: { readonly [A in NoteInput['action']]: string } = {
  read: 'Read',
  search: 'Search in',
  list: 'List',
  write: 'Write',
  append: 'Add to',
  rename: 'Rename',
  delete: 'Delete',
}

export const noteFacts = (given: NoteInput): CallFacts => ({
  kind: 'record',
  verb: verbs[given.action],
  target: given.path === undefined ? 'your vault' : `the note ${given.path}`,
  fields: fieldsOf(given.action === 'write' ? { ...given, content: noteText(given) } : given, {
    query: 'Search',
    folder: 'Folder',
    content: 'Text',
    new_path: 'New path',
  }),
})

export const noteManifest = {
  id: 'obsidian.use',
  name: 'obsidian',
  title: 'Obsidian notes',
  description:
    'Read, search, list, write, append, rename and delete notes of an Obsidian vault. Long notes and lists come in parts: the answer gives the next offset.',
  defaultPolicy: { effect: 'confirm', scope: 'reading is allowed; each change is confirmed' },
  redaction: { args: [], result: [], journal: ['/content'] },
} as const

const CHARS = 20_000
const ENTRIES = 100

/** A part of a note, and where the next begins. */
export function notePart(whole: string, { offset = 0 }: NoteInput): string {
  const part = whole.slice(offset, offset + CHARS)
  const end = offset + part.length
  return end < whole.length
    ? `${part}\n[${whole.length - end} more characters: call again with offset ${end}]`
    : part
}

export function entriesPart(
  all: readonly string[],
  { offset = 0, limit = ENTRIES }: NoteInput,
): string {
  const shown = all.slice(offset, offset + limit)
  if (shown.length === 0) return 'Nothing found.'
  const end = offset + shown.length
  const more = end < all.length ? `\n${all.length} in all: call again with offset ${end}.` : ''
  return `${shown.join('\n')}${more}`
}
