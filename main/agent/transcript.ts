// A transcript as the model has to hear it. Pure: rebuilt from the stored items before every step,
// so that a restart, a late answer or a changed result needs no other memory.
import type { CallResult, CallState } from '../../contract/call/call.ts'
import { canonicalJson, type Json, JsonObject } from '../../contract/json.ts'
import type { ModelMessage } from '../../contract/agent/model.ts'
import { assertNever } from '../../contract/never.ts'
import type { RunItem, RunItemOf } from '../../contract/agent/run.ts'
import { type Cut, cutOf, newestOf } from './compaction/cut.ts'
import {
  digestOf,
  listedFrom,
  type ReadAgain,
  shortArgs,
  shortResult,
} from './compaction/short-forms.ts'
import { instructionsText } from './prompt/instructions-text.ts'
import { NO_STREAK, type Streak, streaksOf, warningOf } from './limits/loop-detector.ts'

export type CallItem = RunItemOf<'call'>

const TITLE_CHARACTERS = 80

/** The first line that says anything, cut between characters as people see them. */
export function titleOf(text: string): string {
  const line = text.split(/\r?\n/).find((each) => each.trim() !== '') ?? ''
  const characters = Array.from(new Intl.Segmenter().segment(line.trim()), ({ segment }) => segment)
  return characters.length <= TITLE_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`
}

/** A message of the person, or the task of a sub-agent, as it is kept. */
export const userItem = (
  stamp: Pick<RunItemOf<'user'>, 'id' | 'at'>,
  {
    text,
    attach = [],
    by,
  }: {
    readonly text: string
    readonly attach?: readonly string[] | undefined
    readonly by?: 'agent' | undefined
  },
): RunItemOf<'user'> => ({
  kind: 'user',
  ...stamp,
  text,
  ...(attach.length === 0 ? {} : { attached: [...attach] }),
  ...(by === undefined ? {} : { by }),
})

/**
 * Every call gets exactly one answer, right after the step that made it; servers refuse a
 * conversation without.
 */
export function messagesOf(
  items: readonly RunItem[],
  cut: Cut = cutOf(items),
  again: ReadAgain = notOffered,
): readonly ModelMessage[] {
  const messages: ModelMessage[] = []
  const form: MessageForm = {
    streaks: streaksOf(items),
    pictures: withPictures(items),
    short: shortOf(items, cut, again),
    again,
    cut,
  }
  let step: Step | null = null
  let attached: { path: string; text: string }[] = []
  let left: Step[] = []
  const from = listedFrom(items, cut.steps)
  const tellLeft = (): void => {
    if (left.length > 0) withDigest(messages, left, { listedFrom: from, again })
    left = []
  }
  const close = (): void => {
    if (step === null) return
    if (isLeftOut(step, cut)) left.push(step)
    else {
      tellLeft()
      messages.push(...stepMessages(step, form))
    }
    step = null
  }
  for (const item of items) {
    switch (item.kind) {
      case 'user':
        close()
        tellLeft()
        attached = []
        messages.push({
          role: 'user',
          text: item.text,
          ...(item.attached === undefined ? {} : { attached }),
        })
        break
      case 'assistant':
        close()
        step = { id: item.id, text: item.text, calls: [] }
        break
      case 'call':
        if (item.by === 'person') {
          attached.push({
            path: pathOf(item.args),
            text: form.short(item) ?? wholeOf(item, again),
          })
          break
        }
        step ??= { id: item.id, text: '', calls: [] }
        step.calls.push(item)
        break
      case 'notice': // For the person. What the model has to know of it is in the results.
      case 'compacted':
        break
      default:
        assertNever(item, 'messagesOf')
    }
  }
  close()
  tellLeft()
  return messages
}

type Step = { readonly id: number; readonly text: string; readonly calls: CallItem[] }

type MessageForm = {
  readonly streaks: ReadonlyMap<number, Streak>
  /** Calls whose pictures are handed on. */
  readonly pictures: ReadonlySet<number>
  readonly cut: Cut
  readonly again: ReadAgain
  /** The result of a call in short; null: as it is. */
  readonly short: (call: CallItem) => string | null
}

const notOffered = (): null => null

function shortOf(items: readonly RunItem[], cut: Cut, again: ReadAgain): MessageForm['short'] {
  const newest = newestOf(items)
  return (call) => (call.id <= cut.results ? shortResult(call, call.id >= newest, again) : null)
}

/** Whole, with every result; what is open stays. */
const isLeftOut = ({ id, calls }: Step, { steps }: Cut): boolean =>
  Math.max(id, ...calls.map((call) => call.id)) <= steps &&
  calls.every(({ state }) => state.kind === 'ended')

/** Behind the words of the person that the steps followed. */
function withDigest(
  messages: ModelMessage[],
  steps: readonly Step[],
  how: Parameters<typeof digestOf>[2],
): void {
  const digest = digestOf(
    steps.length,
    steps.flatMap(({ calls }) => calls),
    how,
  )
  const last = messages.at(-1)
  if (last?.role === 'user')
    messages[messages.length - 1] = { ...last, text: `${last.text}\n\n${digest}` }
  else messages.push({ role: 'user', text: digest })
}

/** Arguments that are no such object are shown as they are. */
function pathOf(args: Json): string {
  const read = JsonObject.safeParse(args)
  const path = read.success ? read.data['path'] : undefined
  return typeof path === 'string' ? path : canonicalJson(args)
}

/** Pictures of the last few calls alone: every step sends the whole transcript again. */
const MOST_PICTURES = 4

function withPictures(items: readonly RunItem[]): ReadonlySet<number> {
  const calls = items.filter(
    (item) => item.kind === 'call' && picturesOf(item.state).pictures !== undefined,
  )
  return new Set(calls.slice(-MOST_PICTURES).map(({ id }) => id))
}

type Pictures = Pick<Extract<ModelMessage, { role: 'tool' }>, 'pictures'>

function picturesOf(state: CallState): Pictures {
  if (state.kind !== 'ended') return {}
  const pictures = (state.result.content ?? []).flatMap((part) => {
    if (part.kind === 'image') return [{ mimeType: part.mimeType, data: part.data }]
    return part.kind === 'blob' && part.mimeType === 'application/pdf'
      ? [{ mimeType: part.mimeType, data: part.data }]
      : []
  })
  return pictures.length === 0 ? {} : { pictures }
}

function stepMessages(
  { text, calls }: Step,
  { streaks, pictures, short, cut, again }: MessageForm,
): ModelMessage[] {
  if (calls.length === 0) return text.trim() === '' ? [] : [{ role: 'assistant', text, calls: [] }]
  return [
    {
      role: 'assistant',
      text,
      calls: calls.map((call) => ({
        id: call.modelCallId,
        name: call.tool,
        args: call.id <= cut.results ? shortArgs(call.args) : call.args,
      })),
    },
    ...calls.map((call): ModelMessage => {
      const given = answerOf(call.state)
      const shortened = short(call)
      const answer = { ...given, text: shortened ?? wholeOf(call, again) }
      const warning = warningOf(streaks.get(call.id) ?? NO_STREAK)
      return {
        role: 'tool',
        callId: call.modelCallId,
        name: call.tool,
        text: warning === null ? answer.text : `${answer.text}\n\n${warning}`,
        ok: answer.ok,
        ...(pictures.has(call.id) && shortened === null ? picturesOf(call.state) : {}),
      }
    }),
  ]
}

/** With how the rest of a long result can be read. */
function wholeOf(call: CallItem, again: ReadAgain): string {
  const { text } = answerOf(call.state)
  if (call.by === 'instructions') return instructionsText(text)
  const stored = call.state.kind === 'ended' ? call.state.result.stored : undefined
  const page = stored === undefined ? null : again(call, stored.from)
  return stored === undefined || page === null
    ? text
    : `${text}\n[Gatehouse: this is a part of ${stored.chars} characters. Read on: ${page}]`
}

function answerOf(state: CallState): { readonly text: string; readonly ok: boolean } {
  switch (state.kind) {
    case 'ended':
      return textOf(state.result)
    case 'held':
      return { text: 'Not decided yet: the call waits for a person.', ok: false }
    case 'deciding':
    case 'running':
      return { text: 'No result has been seen yet.', ok: false }
    default:
      return assertNever(state, 'answerOf')
  }
}

/** A tool that says nothing would look like a fault to a model. */
const textOf = (result: CallResult): { readonly text: string; readonly ok: boolean } => ({
  text:
    result.text.trim() === ''
      ? result.ok
        ? '(done, no output)'
        : (result.error?.text ?? 'It failed without a message.')
      : result.text,
  ok: result.ok,
})

export const heldCalls = (items: readonly RunItem[]): readonly CallItem[] =>
  items.filter((item) => item.kind === 'call').filter((item) => item.state.kind === 'held')
