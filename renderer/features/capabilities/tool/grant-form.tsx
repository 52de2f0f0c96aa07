// A lease by hand: how far it reaches, how often, how long. Only limits that this tool's calls can
// be held to are offered.
import { type SyntheticEvent, type ReactNode, useId, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { ToolListing } from '../../../../contract/call/manifest.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { isRetained } from '../../../state/relaxation.ts'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import table from '../../../ui/lists/table.module.css'
import css from './detail.module.css'
import { strings } from '../strings.ts'

const { leases: words } = strings
type Limit = 'paths' | 'hosts' | 'commands'
const hints: Readonly<Record<Limit, string>> = {
  paths: words.pathsHint,
  hosts: words.hostsHint,
  commands: words.commandsHint,
}

/** By what it declares of itself. Calls of external servers have nothing of this kind. */
function limitsOf({
  manifest: { builtIn, dataAccess, networkOutbound },
}: ToolListing): readonly Limit[] {
  if (!builtIn) return []
  if (dataAccess.includes('processes')) return ['commands']
  return [
    ...(dataAccess.includes('files') ? ['paths' as const] : []),
    ...(networkOutbound ? ['hosts' as const] : []),
  ]
}

const any = ''
const lines = (text: string): string[] =>
  [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
/** Null: nothing is said. Undefined: it is no number of one or more. */
const whole = (text: string): number | null | undefined =>
  text.trim() === '' ? null : /^[1-9]\d{0,6}$/.test(text.trim()) ? Number(text) : undefined

export function GrantForm({ tool, onGiven }: { readonly tool: ToolListing; onGiven(): void }) {
  const bridge = useBridge()
  const limits = limitsOf(tool)
  const [open, setOpen] = useState(false)
  const [texts, setTexts] = useState<Readonly<Record<Limit, string>>>({
    paths: '',
    hosts: '',
    commands: '',
  })
  const [action, setAction] = useState(any)
  const [uses, setUses] = useState('')
  const [days, setDays] = useState('')
  const [error, setError] = useState<Failure | null>(null)
  const [most, long] = [whole(uses), whole(days)]

  const give = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (most === undefined || long === undefined) return
    const patterns = {
      paths: lines(texts.paths),
      hosts: lines(texts.hosts),
      commands: lines(texts.commands),
    }
    const scope = {
      patterns,
      maxUses: most,
      expiresInSeconds: long === null ? null : long * 86_400,
    }
    const given = await bridge.call('leases.grant', {
      tool: tool.name,
      action: action === any ? null : action,
      scope,
      confirmed: true,
    })
    setError(given.ok || isRetained(given.error) ? null : given.error)
    if (!given.ok) return
    setOpen(false)
    setTexts({ paths: '', hosts: '', commands: '' })
    onGiven()
  }
  if (limits.length === 0) return <p className={table.quiet}>{words.byCard}</p>
  if (!open) {
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          {words.grant}
        </Button>
      </div>
    )
  }
  return (
    <form
      className={css.grant}
      aria-label={words.grantTitle}
      onSubmit={(event) => void give(event)}
      noValidate
    >
      <h3>{words.grantTitle}</h3>
      {limits.map((limit, at) => (
        <Labelled key={limit} label={words[limit]} hint={hints[limit]}>
          {(ids) => (
            <textarea
              {...ids}
              rows={2}
              // Opened by a press on the button in whose place it is.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={at === 0}
              spellCheck={false}
              value={texts[limit]}
              onChange={({ target }) => setTexts({ ...texts, [limit]: target.value })}
            />
          )}
        </Labelled>
      ))}
      {tool.manifest.actions.length === 0 ? null : (
        <Labelled label={words.action}>
          {({ id }) => (
            <Pick
              id={id}
              label={words.action}
              value={action}
              choices={[
                { value: any, label: words.any },
                ...tool.manifest.actions.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={setAction}
            />
          )}
        </Labelled>
      )}
      <div className={css.askers}>
        <Labelled
          label={words.uses2}
          hint={words.usesHint}
          bad={most === undefined ? words.badNumber : null}
        >
          {(ids) => (
            <input
              {...ids}
              inputMode="numeric"
              value={uses}
              onChange={({ target }) => setUses(target.value)}
            />
          )}
        </Labelled>
        <Labelled
          label={words.days}
          hint={words.daysHint}
          bad={long === undefined ? words.badNumber : null}
        >
          {(ids) => (
            <input
              {...ids}
              inputMode="numeric"
              value={days}
              onChange={({ target }) => setDays(target.value)}
            />
          )}
        </Labelled>
      </div>
      {error === null ? null : (
        <p role="alert" className={css.bad}>
          <TroubleText {...error} />
        </p>
      )}
      <div className={css.askRow}>
        <Button type="submit" size="small">
          {words.give}
        </Button>
        <Button tone="quiet" size="small" onClick={() => setOpen(false)}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

type LabelledProps = {
  readonly label: string
  readonly hint?: string
  readonly bad?: string | null
  children(ids: {
    readonly id: string
    readonly 'aria-describedby': string
    readonly 'aria-invalid': boolean
  }): ReactNode
}

function Labelled({ label, hint = '', bad = null, children }: LabelledProps) {
  const id = useId()
  return (
    <div className={css.labelled}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': bad !== null })}
      <p id={`${id}-hint`} className={bad === null ? css.hint : css.bad}>
        {bad ?? hint}
      </p>
    </div>
  )
}
