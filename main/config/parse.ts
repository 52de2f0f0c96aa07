// From YAML text to a Config, or to every problem in it with line and column. Pure; reads no file.
import { LineCounter, parseDocument, visit, type Document, type YAMLError } from 'yaml'
import type { z } from 'zod'
import { Config } from '../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import type { PolicyWarning } from '../../contract/policy/policy-report.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { crossCheck } from './checks/cross-check.ts'
import { renameEarlierKeys } from './earlier-keys.ts'
import type { PolicyFacts } from './facts.ts'
import { keyOffset, valueAt, valueOffset } from './locate.ts'
import { longestConfig } from './longest-config.ts'
import { configShape, unknownKey, wordsOf, type Shape, type Words } from './problems.ts'
import { aliasWords, syntaxWords } from './syntax-text.ts'
import { warningsOf, type Remark } from './checks/warnings.ts'

export type ParsedFile = {
  readonly config: Config
  readonly document: Document
  readonly warnings: readonly PolicyWarning[]
}

/**
 * The configuration in `text`, with defaults filled in; or every problem, first in the file first.
 */
export function parseConfig(
  text: string,
  file: string,
  facts?: PolicyFacts,
): Result<Config, readonly ConfigProblem[]> {
  const parsed = parseFile(text, file, facts)
  return parsed.ok ? ok(parsed.value.config) : parsed
}

/**
 * As `parseConfig`, with the document beside it for anyone who edits the file, and what is probably
 * not meant.
 * @param facts what there is to name; left out, names of tools and widths of hosts are not checked.
 */
export function parseFile(
  text: string,
  file: string,
  facts?: PolicyFacts,
): Result<ParsedFile, readonly ConfigProblem[]> {
  const read = readFile(text, file)
  return read.ok ? checked(read.value, facts ?? null) : read
}

/**
 * As `parseFile`, for those who only look: a text that was read a moment ago is not read again, which
 * with a thousand rules is most of a save. What there is to name is asked afresh. Nobody may change
 * the document.
 */
export function parseOnce(
  text: string,
  file: string,
  facts?: PolicyFacts,
): Result<ParsedFile, readonly ConfigProblem[]> {
  const known = lastRead.find((one) => one.text === text && one.file === file)
  const read = known?.read ?? readFile(text, file)
  if (known === undefined) lastRead = [{ text, file, read }, ...lastRead].slice(0, KEPT)
  return read.ok ? checked(read.value, facts ?? null) : read
}

/** The file as it is, and as it is about to be. */
const KEPT = 2
let lastRead: readonly {
  readonly text: string
  readonly file: string
  readonly read: ReturnType<typeof readFile>
}[] = []

type ReadFile = ReadYaml<Config> & { readonly renamed: readonly Remark[] }

function readFile(text: string, file: string): Result<ReadFile, readonly ConfigProblem[]> {
  let renamed: readonly Remark[] = []
  const read = readYaml(text, file, Config, configShape, (document) => {
    renamed = renameEarlierKeys(document)
  })
  return read.ok ? ok({ ...read.value, renamed }) : read
}

function checked(
  { value: config, document, at, lineOf, renamed }: ReadFile,
  facts: PolicyFacts | null,
): Result<ParsedFile, readonly ConfigProblem[]> {
  const problems = crossCheck(config, facts).map(({ path, key, ...words }) =>
    at(key === undefined ? valueOffset(document, path) : keyOffset(document, path, key), words),
  )
  if (problems.length > 0) return err(problems.toSorted(byPosition))
  const warnings = [...renamed, ...warningsOf(config, facts)].map(
    ({ code, text: said, path, key }) => ({
      code,
      text: said,
      line: lineOf(
        key === undefined ? valueOffset(document, path) : keyOffset(document, path, key),
      ),
    }),
  )
  return ok({ config, document, warnings: warnings.toSorted((a, b) => a.line - b.line) })
}

export type ReadYaml<T> = {
  readonly value: T
  readonly document: Document
  readonly at: (offset: number, words: Words) => ConfigProblem
  readonly lineOf: (offset: number) => number
}

/**
 * Any file of ours that is written by people: YAML (so JSON too) of a schema. An empty file is an
 * empty section. `prepare` may change the document before the schema looks at it.
 */
export function readYaml<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  shape: () => Shape,
  prepare?: (document: Document) => void,
): Result<ReadYaml<z.output<S>>, readonly ConfigProblem[]> {
  const lines = new LineCounter()
  const at = (offset: number, words: Words): ConfigProblem => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), ...words }
  }
  if (text.length > longestConfig) {
    const hint = 'Remove what does not belong there, or point --config at the right file.'
    return err([at(0, { text: `The file is longer than ${longestConfig / 1024} KiB.`, hint })])
  }

  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
    uniqueKeys: true,
    stringKeys: true,
    strict: true,
    prettyErrors: false,
    // Not 'silent': that would also silence the error about a second document.
    logLevel: 'error',
    lineCounter: lines,
  })
  // A warning is a tag or a directive nobody knows: what it means cannot be told, so nothing is
  // guessed.
  const faults: readonly YAMLError[] = [...document.errors, ...document.warnings]
  if (faults.length > 0)
    return err(faults.map((fault) => at(fault.pos[0], syntaxWords(fault))).toSorted(byPosition))

  const lost = unknownAlias(document)
  if (lost !== null) return err([at(lost, aliasWords)])

  prepare?.(document)
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 50 })
  } catch {
    // Aliases of aliases can grow a small file without end: the one thing that throws here.
    return err([
      at(0, {
        text: 'The file repeats parts of itself through aliases (*name) more than is allowed.',
        hint: 'Write the values out.',
      }),
    ])
  }

  const result = schema.safeParse(value ?? {})
  if (result.success)
    return ok({
      value: result.data,
      document,
      at,
      lineOf: (offset) => Math.max(lines.linePos(offset).line, 1),
    })
  const problems = result.error.issues
    .flatMap((issue) => meant(issue, value))
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) =>
            at(keyOffset(document, issue.path, key), unknownKey(shape(), issue.path, key)),
          )
        : [at(valueOffset(document, issue.path), wordsOf(issue, valueAt(value, issue.path)))],
    )
  return err(problems.toSorted(byPosition))
}

/**
 * Where one of several forms can be, what is wrong with the form that was begun: a text, or a
 * section.
 */
function meant(issue: z.core.$ZodIssue, value: unknown): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const form = issue.errors.find(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  )
  if (form === undefined || form.length === 0) return [issue]
  return form.flatMap((inner) => meant({ ...inner, path: [...issue.path, ...inner.path] }, value))
}

/** The line, from 1, on which what is at a path begins; null where nothing is there. */
export function lineFinder(
  document: Document,
  text: string,
): (path: readonly (string | number)[]) => number | null {
  const lines = new LineCounter()
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    lines.addNewLine(at + 1)
  lines.addNewLine(0)
  lines.lineStarts.sort((a, b) => a - b)
  return (path) =>
    document.hasIn(path) ? Math.max(lines.linePos(valueOffset(document, path)).line, 1) : null
}

const byPosition = (a: ConfigProblem, b: ConfigProblem): number =>
  a.line - b.line || a.column - b.column

/** Where an alias is that names nothing; null when all of them do. */
function unknownAlias(document: Document): number | null {
  let offset: number | null = null
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return undefined
      offset = alias.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return offset
}
