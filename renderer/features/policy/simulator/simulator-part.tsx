// The text in the editor, tried before it counts: over the journal, and on one call.
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { usePolicyDraft } from '../../../state/policy/policy-draft.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, Notice, TroubleText } from '../../../ui/panel.tsx'
import { ScrollPage } from '../../../ui/page/scroll-page.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { count } from '../../../ui/text/time-text.ts'
import { PolicyTester } from './policy-tester.tsx'
import { Block } from '../block.tsx'
import { simulator as words } from '../editor/editor-text.ts'
import type { PartProps } from '../render-slots.ts'
import policyCss from '../policy.module.css'
import { strings } from '../strings.ts'
import { LineLink } from '../problem-list.tsx'
import { SimulationResult } from './simulation-result.tsx'
import css from './simulator.module.css'
import { useCheck } from '../use-check.ts'
import { useSimulation } from './use-simulation.ts'

const amounts = ['100', '1000', '10000', '100000'] as const
type Amount = (typeof amounts)[number]

export function SimulatorPart({ overview, slots, onGo }: PartProps) {
  const draft = usePolicyDraft((state) => state.draft)
  const rows = useLive((live) => live.app?.journal.rows ?? null)
  const text = draft?.text ?? overview.text
  const dirty = draft !== null && draft.text !== draft.base
  const { problems, busy: checking } = useCheck(text)
  const [amount, setAmount] = useState<Amount>('1000')
  const { state, run, stop } = useSimulation()
  const busy = state.kind === 'busy'
  const [first] = problems
  return (
    <ScrollPage label={strings.parts.simulator} width="table">
      <p className={policyCss.intro}>{words.intro}</p>
      <div className={policyCss.bar}>
        <Pick<Amount>
          label={words.many}
          value={amount}
          choices={amounts.map((value) => ({ value, label: words.newest(count(Number(value))) }))}
          onChange={setAmount}
        />
        <Button
          tone="strong"
          icon={<FlaskConical size={15} aria-hidden="true" />}
          disabled={busy || checking || first !== undefined}
          focusableWhenDisabled
          onClick={() => !busy && first === undefined && run(text, Number(amount))}
        >
          {words.run}
        </Button>
        {busy ? <Button onClick={stop}>{words.cancel}</Button> : null}
        <span className={policyCss.quiet}>{dirty ? words.under.draft : words.under.file}</span>
      </div>
      {first === undefined ? null : (
        <Notice tone="bad" alert>
          {words.broken} <LineLink line={first.line} onLine={(line) => onGo('editor', line)} />{' '}
          {first.text}
        </Notice>
      )}
      {state.kind === 'failed' ? (
        <Notice tone="bad" alert>
          <TroubleText {...state.error} />
        </Notice>
      ) : null}
      <div role="status" className={css.status}>
        {state.kind === 'busy' ? (
          <>
            <progress aria-label={words.progressName} max={state.so.wanted} value={state.so.done} />
            <span>{words.progress(count(state.so.done), count(state.so.wanted))}</span>
          </>
        ) : state.kind === 'stopped' ? (
          words.stopped
        ) : null}
      </div>
      {state.kind === 'done' && state.so.done === 0 ? (
        <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
      ) : null}
      {state.kind === 'rest' && rows === 0 ? (
        <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
      ) : null}
      {'so' in state && state.so.done > 0 ? <SimulationResult so={state.so} /> : null}
      <Block title={words.testerTitle} text={words.testerIntro}>
        <PolicyTester text={text} slots={slots} />
      </Block>
    </ScrollPage>
  )
}
