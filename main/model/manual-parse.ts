// Reads what a person types as what a model would do. Pure: never throws, never runs anything.
// Short words are offered only while their tool is; a raw call goes on as written, so that one can
// watch the gate refuse.
import { strictJson } from '../../contract/strict-json.ts'
import { type ManualWord, manualWords } from '../../contract/agent/manual-commands.ts'
import type { ModelTool } from '../../contract/agent/model.ts'
import { nearest } from '../../contract/nearest.ts'

export type ManualCall = { readonly name: string; readonly args: unknown }
export type Reading =
  | { readonly kind: 'calls'; readonly calls: readonly ManualCall[] }
  | { readonly kind: 'answer'; readonly text: string }

type Offered = readonly Pick<ModelTool, 'name'>[]
/** `problem`: the form was recognised, but something in it is wrong. `unknown`: no form fits. */
type Parsed =
  | { readonly kind: 'call'; readonly call: ManualCall }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'unknown' }

type Form = ManualWord & {
  /** Arguments from what follows the word; a sentence when they do not fit. */
  readonly read: (rest: string, word: string) => Readonly<Record<string, unknown>> | string
}

const { read, list, write, edit, run, fetch, request } = manualWords

const forms: readonly Form[] = [
  { ...read, read: (rest) => one('path', rest, 'which file') },
  { ...list, read: readFolder },
  { ...write, read: readWrite },
  { ...edit, read: readEdit },
  { ...run, read: readCommand },
  { ...fetch, read: (rest) => one('url', rest, 'which address') },
  { ...request, read: readRequest },
]

/**
 * What the text asks for, given the tools on offer now. Several lines are several calls if each of
 * them is a call.
 */
export function readManual(text: string, tools: Offered): Reading {
  const whole = text.trim()
  if (whole === '' || /^(help|\?)$/i.test(whole)) return answer('You play the model here.', tools)
  const lines = whole.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length > 1) {
    const calls = lines
      .map((line) => readOne(line.trim(), tools))
      .flatMap((parsed) => (parsed.kind === 'call' ? [parsed.call] : []))
    if (calls.length === lines.length && !endsWithColon(lines[0] ?? ''))
      return { kind: 'calls', calls }
  }
  const several = readJsonList(whole)
  if (several !== null) return { kind: 'calls', calls: several }
  const parsed = readOne(whole, tools)
  if (parsed.kind === 'call') return { kind: 'calls', calls: [parsed.call] }
  if (parsed.kind === 'problem') return { kind: 'answer', text: parsed.text }
  return answer(lines.length > 1 ? lineTrouble(lines, tools) : notUnderstood(whole, tools), tools)
}

/** One call, or what is wrong. The text may have several lines where the form allows it. */
function readOne(text: string, tools: Offered): Parsed {
  if (text.startsWith('{')) return readJsonCall(text)
  const [, word = '', gap = '', rest = ''] = /^(\$|[^\s{]+)(\s*)([\s\S]*)$/.exec(text) ?? []
  if (isToolName(word)) {
    if (rest.startsWith('{')) {
      const args = parseJson(rest)
      if (args.ok) return call(word, args.value)
      if (word.includes('_') || offers(tools, word))
        return problem(`The arguments of ${word} are not JSON: ${args.why}`)
    }
    if (rest === '' && offers(tools, word) && !isWord(word)) return call(word, {})
  }
  const form = forms.find((each) => each.words.includes(word.toLowerCase()))
  if (form === undefined || (gap === '' && rest !== '' && word !== '$')) return { kind: 'unknown' }
  if (!offers(tools, form.tool))
    return problem(
      `“${word}” needs the tool ${form.tool}, which is not on offer now. ${whatWorks(tools)}`,
    )
  const args = form.read(rest.trim(), word.toLowerCase())
  return typeof args === 'string' ? problem(args) : call(form.tool, args)
}

const call = (name: string, args: unknown): Parsed => ({ kind: 'call', call: { name, args } })
const problem = (text: string): Parsed => ({ kind: 'problem', text })
const offers = (tools: Offered, name: string): boolean => tools.some((tool) => tool.name === name)
const isWord = (word: string): boolean => forms.some((form) => form.words.includes(word))
const isToolName = (word: string): boolean => /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/.test(word)
const endsWithColon = (line: string): boolean => /:\s*$/.test(line)

function readJsonCall(text: string): Parsed {
  const json = parseJson(text)
  if (!json.ok) return problem(`That looks like a call in JSON, but is not: ${json.why}`)
  return (
    asCall(json.value) ??
    problem('A call in JSON is written {"tool":"read_file","args":{"path":"README.md"}}.')
  )
}

function asCall(value: unknown): Parsed | null {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('tool' in value) ||
    typeof value.tool !== 'string' ||
    !isToolName(value.tool)
  )
    return null
  return call(value.tool, 'args' in value ? value.args : {})
}

function readJsonList(text: string): readonly ManualCall[] | null {
  if (!text.startsWith('[')) return null
  const json = parseJson(text)
  if (!json.ok || !Array.isArray(json.value) || json.value.length === 0) return null
  const calls = json.value
    .map(asCall)
    .flatMap((parsed) => (parsed?.kind === 'call' ? [parsed.call] : []))
  return calls.length === json.value.length ? calls : null
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; why: string } {
  const json = strictJson(text)
  return json.ok ? { ok: true, value: json.value } : { ok: false, why: json.error.text }
}

const unquote = (text: string): string => /^(["'`])(.+)\1$/s.exec(text)?.[2] ?? text

const one = (
  name: string,
  rest: string,
  what: string,
): Readonly<Record<string, unknown>> | string =>
  rest === ''
    ? `Say ${what}.`
    : rest.includes('\n')
      ? `Say ${what} on one line.`
      : { [name]: unquote(rest) }

function readCommand(rest: string): Readonly<Record<string, unknown>> | string {
  if (rest === '') return 'Say which command, as in: run ls -la'
  // The rest could be meant as anything, and would be run.
  return rest.includes('\n')
    ? 'A command is one line. For several commands begin each line with “run”.'
    : { command: rest }
}

function readFolder(rest: string): Readonly<Record<string, unknown>> | string {
  if (rest.startsWith('-'))
    return `Listing takes a folder, not options. For the command of that name type: run ls ${rest}`
  return rest === '' ? { path: '.' } : one('path', rest, 'which folder')
}

/**
 * The path ends at the first colon before white space; at the first colon at all if none is
 * followed by one.
 */
function splitAtColon(rest: string): { readonly path: string; readonly text: string } | null {
  const match =
    /^([^\n]+?):[ \t]*(?:\r?\n|(?<=[ \t])|$)([\s\S]*)$/.exec(rest) ??
    /^([^:\n]+):([\s\S]*)$/.exec(rest)
  const path = match?.[1]?.trim() ?? ''
  return path === '' ? null : { path: unquote(path), text: match?.[2] ?? '' }
}

function readWrite(rest: string): Readonly<Record<string, unknown>> | string {
  const parts = splitAtColon(rest)
  return parts === null
    ? 'Write the file’s name, a colon and the text, as in: write notes.txt: some text'
    : { path: parts.path, content: parts.text }
}

function readEdit(rest: string): Readonly<Record<string, unknown>> | string {
  const parts = splitAtColon(rest)
  const arrow = parts === null ? null : /^([\s\S]*?)[ \t]*=>[ \t]?([\s\S]*)$/.exec(parts.text)
  if (parts === null || arrow === null || arrow[1] === '')
    return 'Write the file’s name, a colon, the old text, an arrow and the new text, as in: edit notes.txt: old words => new words'
  return { path: parts.path, old_text: arrow[1], new_text: arrow[2] }
}

function readRequest(rest: string, word: string): Readonly<Record<string, unknown>> | string {
  const [, url = '', body = ''] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? []
  if (url === '') return `Say which address, as in: ${word} https://example.org`
  return { method: word.toUpperCase(), url, ...(body === '' ? {} : { body }) }
}

function lineTrouble(lines: readonly string[], tools: Offered): string {
  const at = lines.findIndex((line) => readOne(line.trim(), tools).kind !== 'call')
  const line = lines[at]
  if (line === undefined) return 'Several lines are several calls, each on a line of its own.'
  const parsed = readOne(line.trim(), tools)
  return `Line ${at + 1}: ${parsed.kind === 'problem' ? parsed.text : notUnderstood(line.trim(), tools)}`
}

function notUnderstood(text: string, tools: Offered): string {
  const word = /^\S{1,40}/.exec(text)?.[0] ?? text.slice(0, 40)
  const words = forms.filter((form) => offers(tools, form.tool)).flatMap((form) => form.words)
  const guess = nearest(word, [...words, ...tools.map((tool) => tool.name)])
  return `“${word}” is not something I can turn into a call.${guess === null ? '' : ` Did you mean “${guess}”?`}`
}

const answer = (prefix: string, tools: Offered): Reading => ({
  kind: 'answer',
  text: `${prefix}\n\n${whatWorks(tools)}`,
})

/**
 * One example a line: the short words whose tool is there, then the raw form with every other tool
 * by name.
 */
function whatWorks(tools: Offered): string {
  if (tools.length === 0) return 'No tool is on offer now.'
  const works = forms.filter((form) => offers(tools, form.tool))
  const others = tools
    .filter((tool) => !forms.some((form) => form.tool === tool.name))
    .map((tool) => tool.name)
  return [
    'What works now:',
    ...works.map((form) => `- \`${form.example}\``),
    `- any call as JSON: \`{"tool":"${tools[0]?.name ?? ''}","args":{…}}\`${others.length === 0 ? '' : `, also for ${others.join(', ')}`}`,
  ].join('\n')
}
