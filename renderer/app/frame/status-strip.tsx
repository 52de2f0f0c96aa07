// The strip at the foot of the window: sandbox, model, journal and connection, in few words.
import { clsx } from 'clsx'
import { CircleCheck, CircleDashed, CircleX, Link2, Link2Off, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import { useLive } from '../../state/live/live-store.ts'
import { count } from '../../ui/text/time-text.ts'
import css from './status-strip.module.css'
import { sandboxWords } from './sandbox-text.ts'
import { strings } from '../strings.ts'

type State = 'good' | 'plain' | 'bad' | 'warn'

export function StatusStrip() {
  const app = useLive((live) => live.app)
  const connection = useLive((live) => live.connection)
  return (
    <footer className={css.strip} aria-label={strings.status} data-region={strings.status}>
      {app === null ? null : (
        <>
          <SandboxPart
            sandbox={app.sandbox}
            untried={app.untried}
            missing={app.protections.missing}
          />
          <Part state="none" className={css.model}>
            {strings.model}:{' '}
            {app.model.provider !== 'manual' && app.model.name === ''
              ? strings.modelUnset
              : app.model.label}
          </Part>
          <JournalPart journal={app.journal} />
        </>
      )}
      <span className={css.space} />
      <span
        className={clsx(css.part, connection === 'open' && css.connected)}
        data-state={connection === 'lost' ? 'bad' : 'plain'}
      >
        {connection === 'open' ? (
          <Link2 size={13} aria-hidden="true" />
        ) : (
          <Link2Off size={13} aria-hidden="true" />
        )}
        {strings.connection[connection]}
      </span>
      {app === null ? null : <span className={clsx(css.part, css.version)}>{app.version}</span>}
    </footer>
  )
}

/** In few words; the whole list is one click away. */
function SandboxPart({
  sandbox,
  untried,
  missing,
}: Pick<AppState, 'sandbox' | 'untried'> & { readonly missing: number }) {
  const { words, tone } = sandboxWords(sandbox.state, missing, untried === null)
  return (
    <Link href="/settings/protections" className={css.link}>
      <Part
        state={tone}
        title={[sandbox.text, sandbox.how, untried?.text, untried?.how]
          .filter((each) => typeof each === 'string' && each !== '')
          .join(' ')}
      >
        {strings.sandbox}: {words}
      </Part>
    </Link>
  )
}

function JournalPart({ journal }: { readonly journal: AppState['journal'] }) {
  const { verification } = journal
  const rows = strings.rows(count(journal.rows))
  if (journal.fault !== null || verification?.kind === 'broken') {
    return (
      <Part state="bad" title={journal.fault ?? undefined}>
        {strings.journal}: {rows} ·{' '}
        {verification?.kind === 'broken' ? strings.broken(verification.seq) : journal.fault}
      </Part>
    )
  }
  return (
    <Part state={verification === null ? 'plain' : 'good'}>
      {strings.journal}: {rows} · {verification === null ? strings.unchecked : strings.intact}
    </Part>
  )
}

const icons = { good: CircleCheck, plain: CircleDashed, bad: CircleX, warn: TriangleAlert }

function Part({
  state,
  title,
  className,
  children,
}: {
  readonly state: State | 'none'
  readonly className?: string | undefined
  readonly title?: string | undefined
  readonly children: ReactNode
}) {
  const Icon = state === 'none' ? null : icons[state]
  return (
    <span className={clsx(css.part, className)} data-state={state} title={title}>
      {Icon === null ? null : <Icon size={13} aria-hidden="true" />}
      <span className={css.words}>{children}</span>
    </span>
  )
}
