// The arguments of a call against the schema of its tool. A failure says what the tool takes.
import type { z } from 'zod'
import { DEEPEST, isTooDeep } from '../../contract/call/depth.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { dottedPath, issueText } from '../../contract/issue-text.ts'
import { JsonObject, isSurelyJson } from '../../contract/json.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { AnyTool } from '../../contract/call/tool.ts'

/** The same sentence wherever arguments come in. */
export const tooDeep = (what: string): Failure =>
  failure(
    'args.too-deep',
    `${what} are nested deeper than ${DEEPEST} levels.`,
    'Send arguments with fewer levels.',
  )

export function parseArguments(
  tool: AnyTool,
  args: unknown,
): Result<{ input: unknown; args: JsonObject }, Failure> {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) {
    return err(
      failure(
        'args.not-an-object',
        `The arguments of ${tool.manifest.name} have to be one JSON object.`,
        expected(tool),
      ),
    )
  }
  if (isTooDeep(args)) return err(tooDeep(`The arguments of ${tool.manifest.name}`))
  const unfit = (faults: string): Failure =>
    failure(
      'args.invalid',
      `The arguments of ${tool.manifest.name} do not fit: ${faults}.`,
      expected(tool),
    )
  const half = halfCharacterIn(args)
  if (half !== null)
    return err(
      unfit(
        `${half}: holds half a character, which nothing can keep as it is; write it whole, or leave it out`,
      ),
    )
  const parsed = tool.input.safeParse(args)
  if (!parsed.success) {
    const faults = new Set(tightest(parsed.error.issues).map((issue) => faultText(issue, args)))
    return err(unfit([...faults].slice(0, 6).join('; ')))
  }
  const { data } = parsed
  return ok({
    input: data,
    args: isSurelyJson(data) ? (data as JsonObject) : JsonObject.parse(data),
  })
}

/**
 * Where text cannot be written, sent or shown as it is: it would become another text on the way, and
 * what is done would not be what was asked for. Null: nowhere.
 */
function halfCharacterIn(value: unknown, path: readonly PropertyKey[] = []): string | null {
  if (typeof value === 'string')
    return value.isWellFormed() ? null : dottedPath(path) || 'the whole'
  if (value === null || typeof value !== 'object') return null
  for (const [name, inside] of Object.entries(value)) {
    if (!name.isWellFormed()) return `a name in ${dottedPath(path) || 'them'}`
    const found = halfCharacterIn(inside, [...path, Array.isArray(value) ? Number(name) : name])
    if (found !== null) return found
  }
  return null
}

/** Of two ends of one number, that of whole numbers at all says nothing beside its own. */
const tightest = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] =>
  issues.filter(
    (issue) =>
      !isEndOfNumbers(issue) ||
      !issues.some(
        (other) =>
          other !== issue &&
          other.code === issue.code &&
          dottedPath(other.path) === dottedPath(issue.path) &&
          !isEndOfNumbers(other),
      ),
  )
const isEndOfNumbers = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
  (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER)

/** The check of a server's schema says the place itself. */
const faultText = (issue: z.core.$ZodIssue, args: object): string =>
  (issue.message.startsWith('/') ? issue.message : issueText(issue, args)).replace(/\.$/, '')

function expected({ input, inputSchema }: AnyTool): string {
  const declared = 'shape' in input ? input.shape : inputSchema?.['properties']
  // Names that a server chose are repeated here only where they could not be anything but names.
  const all = Object.keys(declared !== null && typeof declared === 'object' ? declared : {})
  const names = all.filter((name) => /^[\w.$-]{1,64}$/.test(name)).slice(0, MOST_NAMED)
  const more = all.length === names.length ? [] : [`${all.length - names.length} more`]
  return `It takes: ${[...names, ...more].join(', ') || 'nothing'}.`
}

const MOST_NAMED = 40
