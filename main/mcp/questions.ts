// What servers ask of the person at this moment. Each waits for an answer, for its call's end, or
// for its time; nothing is answered by anything but a person, or what they pass it on to. Secrets
// are neither asked for nor given.
import { failure, type Failure } from '../../contract/failure.ts'
import type { JsonObject } from '../../contract/json.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { QuestionAnswer, ServerQuestion } from '../../contract/server/server-question.ts'
import type { Asked, AskedAbout, AskedAnswer } from './client/deps.ts'
import { askWords, asksForSecret, contentFrom, partOf } from './question-part.ts'
import { passedRequest } from './question-request.ts'

export type QuestionsDeps = {
  readonly now: () => number
  readonly newId: () => string
  /** Without what cannot be seen. */
  readonly unhide: (text: string) => string
  /** Whether a secret that is known here, or the shape of one, is in it. */
  readonly holdsSecret: (text: string) => boolean
  readonly changed: () => void
  /** For the journal. */
  readonly note: (server: string, text: string) => void
}

export type Questions = {
  ask(
    server: string,
    requests: Readonly<Record<string, Asked>>,
    about: AskedAbout,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, AskedAnswer>>>
  list(): readonly ServerQuestion[]
  /** Failures: `question.gone`, `question.unanswered`, `question.secret`. */
  answer(id: string, answer: QuestionAnswer): Result<null, Failure>
}

/** How long a person has. */
export const ASK_MS = 600_000
const MOST_OPEN = 32

type Waiting = {
  readonly card: ServerQuestion
  readonly requests: Readonly<Record<string, Asked>>
  end(answer: QuestionAnswer | null): void
}

export function openQuestions(deps: QuestionsDeps): Questions {
  const open = new Map<string, Waiting>()
  const { unhide, holdsSecret, note } = deps

  const wait = (
    card: ServerQuestion,
    requests: Readonly<Record<string, Asked>>,
    signal: AbortSignal,
  ): Promise<QuestionAnswer | null> =>
    new Promise((resolve) => {
      const end = (answer: QuestionAnswer | null): void => {
        if (!open.delete(card.id)) return
        clearTimeout(late)
        signal.removeEventListener('abort', gone)
        deps.changed()
        resolve(answer)
      }
      const gone = (): void => end(null)
      const late = setTimeout(gone, ASK_MS)
      late.unref()
      open.set(card.id, { card, requests, end })
      signal.addEventListener('abort', gone, { once: true })
      if (signal.aborted) return gone()
      deps.changed()
    })

  /** A server gets no secret, also not one that a person typed. */
  const checked = (server: string, results: Readonly<Record<string, JsonObject>>) =>
    Object.fromEntries(
      Object.entries(results).map(([key, result]): [string, AskedAnswer] => {
        if (!holdsSecret(JSON.stringify(result))) return [key, { kind: 'answer', result }]
        note(server, 'an answer with a secret in it was held back')
        return [key, { kind: 'refused' }]
      }),
    )

  return {
    async ask(server, requests, { tool, listener }, signal) {
      const parts = Object.entries(requests).map(([key, asked]) =>
        partOf(key, asked, unhide, listener?.can(asked.kind) ?? false),
      )
      const card: ServerQuestion = {
        id: deps.newId(),
        server,
        tool,
        client: listener?.client ?? null,
        at: deps.now(),
        parts,
      }
      const what = parts
        .map(({ kind, words }) => `${kind}: ${words.slice(0, 120)}`)
        .join('; ')
        .slice(0, 200)
      const denied = whyDenied(requests, deps.unhide) ?? (open.size < MOST_OPEN ? null : 'too many')
      if (denied !== null) {
        note(server, `${what} (denied: ${denied})`)
        return {}
      }
      // Also where it never comes to an end, because Gatehouse was killed.
      note(server, `${what} (waits for a person)`)
      const answer = await wait(card, requests, signal)
      note(server, `${what} (${answer === null ? 'not answered' : answerWords[answer.kind]})`)
      if (answer === null || answer.kind === 'deny') return {}
      if (answer.kind === 'answer')
        return checked(
          server,
          Object.fromEntries(
            parts.flatMap(({ key, fields }) => {
              const content = contentFrom(fields, answer.content[key])
              return content === null ? [] : [[key, { action: 'accept', content }]]
            }),
          ),
        )
      const onward = Object.fromEntries(
        parts.flatMap(({ key, passable }) => {
          const asked = requests[key]
          if (!passable || asked === undefined) return []
          const passed = passedRequest(asked, askWords(asked, unhide), unhide)
          return passed.kind === 'shown'
            ? [[key, { kind: asked.kind, request: passed.request }] as const]
            : []
        }),
      )
      return checked(server, (await listener?.ask(onward)) ?? {})
    },
    list: () => [...open.values()].map(({ card }) => card),
    answer(id, answer) {
      const waiting = open.get(id)
      if (waiting === undefined)
        return err(failure('question.gone', 'The server does not wait for this answer any more.'))
      const { parts } = waiting.card
      if (answer.kind === 'pass-on' && !parts.some(({ passable }) => passable))
        return err(failure('question.unanswered', 'The client that called cannot answer this.'))
      if (answer.kind === 'answer') {
        if (holdsSecret(JSON.stringify(answer.content)))
          return err(
            failure('question.secret', 'A server gets no secret.', 'Take the secret out, or deny.'),
          )
        const filled = parts.some(
          ({ key, fields }) =>
            fields.length > 0 && contentFrom(fields, answer.content[key]) !== null,
        )
        if (!filled)
          return err(failure('question.unanswered', 'Something that the server needs is missing.'))
      }
      waiting.end(answer)
      return ok(null)
    },
  }
}

/** Null: a person may be asked all of it. */
function whyDenied(
  requests: Readonly<Record<string, Asked>>,
  unhide: (text: string) => string,
): string | null {
  for (const asked of Object.values(requests)) {
    const words = askWords(asked, unhide)
    if (asksForSecret(asked, words)) return 'it asks for a secret'
    const passed = passedRequest(asked, words, unhide)
    if (passed.kind === 'unseen') return passed.why
  }
  return null
}

const answerWords: Readonly<Record<QuestionAnswer['kind'], string>> = {
  deny: 'denied',
  'pass-on': 'passed on to the client',
  answer: 'answered',
}
