// What servers ask of the person while a call runs: a card each, above the held calls. To deny is
// the first button; nothing is answered by itself.
import { MessageCircleQuestion } from 'lucide-react'
import { useId, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { Json } from '../../../../contract/json.ts'
import type { QuestionAnswer, ServerQuestion } from '../../../../contract/server/server-question.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { AskFieldInput } from './ask-field.tsx'
import css from './server-questions.module.css'
import { questionStrings as words } from './strings.ts'

export function ServerQuestions() {
  const bridge = useBridge()
  const turn = useLive((live) => live.serversRevision)
  const { value, reload } = useRead(bridge, 'servers.questions', {}, turn)
  return (value ?? []).map((question) => (
    <QuestionCard key={question.id} question={question} onAnswered={reload} />
  ))
}

type Filled = Readonly<Record<string, Readonly<Record<string, Json>>>>

const initially = ({ parts }: ServerQuestion): Filled =>
  Object.fromEntries(
    parts.map(({ key, fields }) => [
      key,
      Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
    ]),
  )

export function QuestionCard({
  question,
  onAnswered,
}: {
  readonly question: ServerQuestion
  onAnswered(): void
}) {
  const bridge = useBridge()
  const title = useId()
  const [filled, setFilled] = useState(() => initially(question))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const { id, server, tool, client, parts } = question
  const answer = async (given: QuestionAnswer): Promise<void> => {
    if (busy) return
    setBusy(true)
    const done = await bridge.call('servers.answer-question', { id, answer: given })
    setBusy(false)
    setError(done.ok ? null : done.error)
    if (done.ok) onAnswered()
  }
  const fillable = parts.some(({ fields }) => fields.length > 0)
  const passable = client !== null && parts.some((part) => part.passable)
  return (
    <section className={css.card} aria-labelledby={title}>
      <h2 id={title}>
        <MessageCircleQuestion size={16} aria-hidden="true" /> <Exact text={words.title(server)} />
      </h2>
      <p className={css.meta}>
        <Exact text={words.during(tool, client)} />
      </p>
      {parts.map(({ key, kind, words: said, fields }) => (
        <div key={key} className={css.part}>
          <p>{words.asks[kind]}</p>
          {said === '' ? null : (
            <blockquote className={css.said} aria-label={words.said(server)}>
              <Exact text={said} />
            </blockquote>
          )}
          {fields.map((field) => (
            <AskFieldInput
              key={field.name}
              field={field}
              value={filled[key]?.[field.name] ?? null}
              onChange={(value) =>
                setFilled((before) => ({
                  ...before,
                  [key]: { ...before[key], [field.name]: value },
                }))
              }
            />
          ))}
        </div>
      ))}
      <p className={css.meta}>{words.note}</p>
      <div className={css.acts}>
        <Button tone="strong" aria-disabled={busy} onClick={() => void answer({ kind: 'deny' })}>
          {words.deny}
        </Button>
        {fillable ? (
          <Button
            aria-disabled={busy}
            onClick={() => void answer({ kind: 'answer', content: { ...filled } })}
          >
            {words.answer}
          </Button>
        ) : null}
        {passable ? (
          <Button aria-disabled={busy} onClick={() => void answer({ kind: 'pass-on' })}>
            {words.passOn(client)}
          </Button>
        ) : null}
      </div>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
    </section>
  )
}
