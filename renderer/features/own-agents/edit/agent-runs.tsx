// Runs the agent now, and shows what it has run.
import { Play } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { Run } from '../../../../contract/agent/run.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useAct } from '../../../state/use-act.ts'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Section, TroubleText } from '../../../ui/panel.tsx'
import { ago } from '../../../ui/text/time-text.ts'
import css from '../own-agents.module.css'
import agentForm from './agent-form.module.css'
import agentRuns from './agent-runs.module.css'
import { strings } from '../strings.ts'

const words = strings.runs
const PAGE = 20

type Props = {
  readonly name: string
  /** Why it cannot run now; null: it can. */
  readonly why: string | null
  openRun(id: string): void
}

export function AgentRuns({ name, why, openRun }: Props) {
  const bridge = useBridge()
  const id = useId()
  const [text, setText] = useState('')
  const { act, busy, error } = useAct()
  const runs = useRunsOf(name)
  const now = useNow()
  const can = why === null && text.trim() !== '' && busy === null
  const run = async (): Promise<void> => {
    if (!can) return
    const started = await act('run', () => bridge.call('own-agents.run', { name, text }))
    if (started !== null) openRun(started.id)
  }
  return (
    <Section title={words.title}>
      <form
        className={agentRuns.runForm}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <label className={agentForm.label} htmlFor={id}>
          {words.label}
        </label>
        <div className={agentRuns.runLine}>
          <textarea
            id={id}
            className={agentForm.input}
            rows={2}
            maxLength={100_000}
            aria-describedby={`${id}-why`}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              void run()
            }}
          />
          <Button
            type="submit"
            icon={<Play size={14} aria-hidden="true" />}
            disabled={!can}
            focusableWhenDisabled
          >
            {words.go}
          </Button>
        </div>
        <p id={`${id}-why`} className={css.hint}>
          {why ?? ''}
        </p>
        {error === null ? null : (
          <p role="alert" className={agentForm.error}>
            <TroubleText {...error} />
          </p>
        )}
      </form>
      <h3 className={agentRuns.past} id={`${id}-past`}>
        {words.past}
      </h3>
      {runs.length === 0 ? (
        <p className={agentRuns.pastNone}>{words.none}</p>
      ) : (
        <ul aria-labelledby={`${id}-past`} className={agentRuns.runs}>
          {runs.map((each) => (
            <li key={each.id}>
              <button type="button" className={agentRuns.run} onClick={() => openRun(each.id)}>
                <span className={agentRuns.runTitle}>{each.title}</span>
                <span className={css.hint}>
                  {[
                    words.states[each.state],
                    words.steps(each.steps),
                    ...(each.parent === undefined ? [] : [words.asSubagent]),
                    ago(now - each.updatedAt),
                  ].join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Newest change first: one page read, what changed since laid over it. */
function useRunsOf(name: string): readonly Run[] {
  const read = useRead(useBridge(), 'runs.list', { limit: PAGE, agent: name })
  const changed = useLive((live) => live.runs)
  const removed = useLive((live) => live.removed)
  return useMemo(() => {
    const mine = [...changed.values()].filter(({ agent }) => agent === name)
    const byId = new Map((read.value ?? []).map((run) => [run.id, run]))
    for (const run of mine)
      if ((byId.get(run.id)?.updatedAt ?? 0) <= run.updatedAt) byId.set(run.id, run)
    return [...byId.values()]
      .filter(({ id }) => !removed.has(id))
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
      .slice(0, PAGE)
  }, [read.value, changed, removed, name])
}
