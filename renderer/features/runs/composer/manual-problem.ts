// What is wrong with a line while a person plays the model, said before it is sent. Pure. Not the
// judge: it may be sent all the same, and main reads it by its own rules.
import { strictJson } from '../../../../contract/strict-json.ts'
import { type ManualWord, manualWords } from '../../../../contract/agent/manual-commands.ts'
import { check, type Problem } from '../../../ui/schema-form/check-value.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { type JsonValue, shapeOf } from '../../../ui/schema-form/schema-shape.ts'
import type { CompletableTool } from './complete.ts'
import { nearest } from './nearest.ts'
import { manualStrings as strings } from './manual-strings.ts'

/**
 * One sentence, of the first line that has something wrong; null when nothing is, or it is too
 * early to say.
 */
export function manualProblem(text: string, tools: readonly CompletableTool[]): string | null {
  if (tools.length === 0) return null
  const [line = ''] = text.trimStart().split('\n')
  const raw = /^([a-zA-Z_][\w.-]*)?\s*(\{[\s\S]*)$/.exec(text.trim())
  if (raw !== null) return callProblem(raw[1] ?? null, raw[2] ?? '', tools)
  const word = /^(\S+)\s/.exec(line)?.[1]
  return word === undefined ? null : wordProblem(word, tools)
}

function wordProblem(word: string, tools: readonly CompletableTool[]): string | null {
  const forms = Object.values<ManualWord>(manualWords)
  const form = forms.find(({ words }) => words.includes(word.toLowerCase()))
  if (form !== undefined)
    return tools.some(({ name }) => name === form.tool) ? null : strings.notOffered(form.tool)
  if (tools.some(({ name }) => name === word) || /^(help|\?)$/i.test(word)) return null
  return strings.unknownWord(
    word.slice(0, 40),
    nearest(word, [...forms.flatMap(({ words }) => words), ...tools.map(({ name }) => name)]),
  )
}

function callProblem(
  name: string | null,
  json: string,
  tools: readonly CompletableTool[],
): string | null {
  const parsed = parse(json)
  // What has no end yet is being written.
  if (!parsed.ok) return json.trimEnd().endsWith('}') ? strings.notJson : null
  const { tool: named, args: given } = isObject(parsed.value) ? parsed.value : {}
  const tool = name ?? (typeof named === 'string' ? named : null)
  if (tool === null) return strings.noTool
  const known = tools.find((each) => each.name === tool)
  if (known === undefined)
    return strings.unknownTool(
      tool,
      nearest(
        tool,
        tools.map((each) => each.name),
      ),
    )
  return argsProblem(name === null ? (given ?? {}) : parsed.value, known.schema)
}

function argsProblem(args: unknown, schema: unknown): string | null {
  const { properties, additionalProperties } = isObject(schema) ? schema : {}
  if (isObject(args) && isObject(properties) && additionalProperties === false) {
    const odd = Object.keys(args).find((key) => !(key in properties))
    if (odd !== undefined)
      return strings.unknownKey(odd, nearest(odd, Object.keys(properties)), Object.keys(properties))
  }
  // Zod lists a field with a usual value as required; the gate fills it in.
  const filled = isObject(args) ? { ...usual(properties), ...args } : args
  const [problem] = check(shapeOf(schema), filled as JsonValue)
  return problem === undefined
    ? null
    : strings.problem(problem.at.slice(1).replaceAll('/', ' › '), says(problem))
}

const usual = (properties: unknown): Readonly<Record<string, unknown>> =>
  isObject(properties)
    ? Object.fromEntries(
        Object.entries(properties).flatMap(([key, own]) =>
          isObject(own) && 'default' in own ? [[key, own['default']]] : [],
        ),
      )
    : {}

function says(problem: Problem): string {
  if ('limit' in problem) return strings.limits[problem.kind](problem.limit)
  return problem.kind === 'pattern' ? strings.pattern(problem.pattern) : strings.kinds[problem.kind]
}

function parse(
  json: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  const read = strictJson(json)
  return read.ok ? { ok: true, value: read.value } : { ok: false }
}
