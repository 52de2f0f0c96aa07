// What the person approved several times, as a rule to take up with one press.
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { Suggestion } from '../../../../contract/approval/suggestion.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import css from '../approvals-screen.module.css'
import { strings } from '../strings.ts'

const { suggestion: words } = strings

/** @param answered changes with every answer; then it is read again */
export function SuggestionStrip({ answered }: { readonly answered: unknown }) {
  const bridge = useBridge()
  const { value, reload } = useRead(bridge, 'approvals.suggestions', {}, answered)
  const [said, setSaid] = useState('')
  const [error, setError] = useState<Failure | null>(null)
  // One at a time: a list of them would be another queue.
  const suggestion = value?.[0] ?? null
  const accept = async ({ id, proposal }: Suggestion): Promise<void> => {
    const lasts = 'until-revoked' as const
    const done = await bridge.call('approvals.accept-suggestion', { id, proposal, lasts })
    setError(done.ok ? null : done.error)
    setSaid(done.ok ? words.accepted : '')
    reload()
  }
  const dismiss = async ({ id, proposal }: Suggestion): Promise<void> => {
    const done = await bridge.call('approvals.dismiss-suggestion', { id, proposal })
    setError(done.ok ? null : done.error)
    reload()
  }
  return (
    <>
      {suggestion === null ? null : (
        <section className={css.suggestion} aria-label={words.region}>
          <p>
            <Repeat size={14} aria-hidden="true" />{' '}
            <b>
              <Exact text={strings.scopes.approvedBefore(suggestion.text, suggestion.times)} />
            </b>
          </p>
          <p className={css.meta}>
            <Exact text={words.scope(suggestion.principal.name)} />
          </p>
          <div className={css.suggestionActs}>
            <Button size="small" onClick={() => void accept(suggestion)}>
              {words.accept}
            </Button>
            <Button size="small" tone="quiet" onClick={() => void dismiss(suggestion)}>
              {words.dismiss}
            </Button>
          </div>
        </section>
      )}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <p role="status" className={css.suggestionSaid}>
        {said}
      </p>
    </>
  )
}
