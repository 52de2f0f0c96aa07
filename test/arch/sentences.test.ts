// Sentences for people use plain words: string literals, documents, and the comments of the program.
// docs/glossary.md has the terms; banned-words.ts what they replace.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import {
  BANNED,
  BANNED_AT_THE_HEAD,
  BANNED_EVERYWHERE,
  BANNED_IN_COMMENTS,
  bannedIn,
} from './banned-words.ts'
import { isCode } from './check.ts'

const root = join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
/** These name the banned words. */
const about = /^test\/arch\/(banned-words|sentences\.test|names\.test)\.ts$/
const code = tracked.filter((path) => isCode(path) && !about.test(path))
const shipped = code.filter((path) =>
  /^(contract|main|preload|renderer|schemas|tools)\//.test(path),
)
/** Records of what was decided when, and of what was planned, keep the words of their day. */
const documents = tracked.filter(
  (path) =>
    path.endsWith('.md') && !/^docs\/(decisions\/|plan\.md)/.test(path) && !/^test\//.test(path),
)

type Node = { readonly type: string; readonly [member: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

type Parsed = Pick<ReturnType<typeof parseSync>, 'program' | 'comments'>

/** Of string literals and templates, those with at least two words. */
function sentencesOf({ program }: Parsed): readonly string[] {
  const found: string[] = []
  /** Longer ones are data, such as a list of words. */
  const note = (words: string): void =>
    void (words.length < 2000 && /\p{L}{2,}\s+\S/u.test(words) && found.push(words))
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') return
    if (node.type === 'Literal' && typeof node['value'] === 'string') note(node['value'])
    if (node.type === 'TemplateLiteral')
      note(
        (node['quasis'] as readonly { readonly value: { readonly raw: string } }[])
          .map(({ value }) => value.raw)
          .join('…'),
      )
    for (const member of Object.values(node)) {
      if (Array.isArray(member)) for (const each of member) if (isNode(each)) visit(each)
      if (isNode(member)) visit(member)
    }
  }
  visit(program as unknown as Node)
  return found
}

/** The first block of comment above all code, as one line. */
function headOf({ program, comments }: Parsed, text: string): string {
  const body = (program as unknown as { readonly body: readonly { readonly start: number }[] }).body
  const first = body[0]?.start ?? text.length
  const head: string[] = []
  let end = -1
  for (const comment of comments) {
    if (comment.start >= first) break
    if (
      end >= 0 &&
      text.slice(end, comment.start).trim() +
        text.slice(end, comment.start).replace(/[^\n]/g, '') !==
        '\n'
    )
      break
    head.push(comment.value)
    end = comment.end
  }
  return head.join(' ').replaceAll(/\s+/g, ' ').trim()
}

type Words = {
  readonly head: string
  readonly sentences: readonly string[]
  /** All of them, each as one line. */
  readonly comments: readonly string[]
}
/** Each file is parsed once for all that is asked of it, which is nearly all that it costs. */
const known = new Map<string, Words>()

function wordsOf(path: string): Words {
  const before = known.get(path)
  if (before !== undefined) return before
  const text = textOf(path)
  const parsed = parseSync(path, text)
  const words = {
    head: headOf(parsed, text),
    sentences: sentencesOf(parsed),
    comments: parsed.comments.map(({ value }) => value.replaceAll(/\s*\n\s*\*?\s*/g, ' ')),
  }
  known.set(path, words)
  return words
}

describe('sentences', () => {
  it('in string literals of the program use plain words', () => {
    const wrong = shipped.flatMap((path) =>
      wordsOf(path).sentences.flatMap((sentence) =>
        bannedIn(sentence).map((why) => `${path}: ${why} in: ${sentence}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('in documents use plain words', () => {
    expect(documents.length).toBeGreaterThan(10)
    const wrong = documents.flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, at) => bannedIn(line).map((why) => `${path}:${at + 1}: ${why}`)),
    )
    expect(wrong).toEqual([])
  })

  it('at the head of files use plain words', () => {
    const wrong = code.flatMap((path) =>
      bannedIn(wordsOf(path).head, [...BANNED, ...BANNED_AT_THE_HEAD]).map(
        (why) => `${path}: ${why}`,
      ),
    )
    expect(wrong).toEqual([])
  })
})

it('in the comments of the program use plain words', () => {
  const wrong = shipped.flatMap((path) =>
    wordsOf(path).comments.flatMap((comment) =>
      bannedIn(comment, [...BANNED, ...BANNED_IN_COMMENTS]).map(
        (why) => `${path}: ${why} in: ${comment.slice(0, 200)}`,
      ),
    ),
  )
  expect(wrong).toEqual([])
})

/** The bench keeps the names of its figures, decision 26 the words that it replaced. */
const keepsOldWords = /^test\/bench\/|^docs\/decisions\/0026-/

it('in tests and decisions use none of our oldest words', () => {
  const wrong = (path: string, sentences: readonly string[]): readonly string[] =>
    sentences.flatMap((sentence) =>
      bannedIn(sentence, BANNED_EVERYWHERE).map((why) => `${path}: ${why} in: ${sentence}`),
    )
  const tests = code.filter((path) => path.startsWith('test/') && !keepsOldWords.test(path))
  const decisions = tracked.filter(
    (path) => path.startsWith('docs/decisions/') && !keepsOldWords.test(path),
  )
  expect([tests.length, decisions.length].every((count) => count > 50)).toBe(true)
  expect([
    ...tests.flatMap((path) =>
      wrong(path, [...wordsOf(path).sentences, ...wordsOf(path).comments]),
    ),
    ...decisions.flatMap((path) => wrong(path, textOf(path).split('\n'))),
  ]).toEqual([])
})

describe('the check of sentences', () => {
  it.each([
    ["const a = 'It stands here'", ['It stands here']],
    ['const a = `It is ${b} here`', ['It is … here']],
    ["import a from './it stands here.ts'", []],
    ["const a = 'stands'", []],
  ])('reads the sentences of %s', (text, want) =>
    expect(sentencesOf(parseSync('a.ts', text))).toEqual(want),
  )

  it.each([
    ['// One.\n// Two.\n\n// Three.\nconst a = 1', 'One. Two.'],
    ['/** One. */\nconst a = 1', '* One.'],
    ['const a = 1 // One.', ''],
  ])('reads the head of %j', (text, want) =>
    expect(headOf(parseSync('a.ts', text), text)).toBe(want),
  )

  it.each([
    ['Your answer stands.', 1],
    ['The next call starts it anew.', 1],
    ['A yes can be pressed once all was seen.', 1],
    ['This is a no.', 1],
    ['A stand-in and a standard.', 0],
    ['Approve the call.', 0],
  ])('finds in “%s” %i', (text, count) => expect(bannedIn(text)).toHaveLength(count))
})
