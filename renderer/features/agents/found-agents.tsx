// The agents that were found on this machine, as the rows of the first screen: one press leads to
// what would change.
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../ui/button.tsx'
import css from './agents.module.css'
import { LinkStatusMark } from './agent-row.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { strings } from './strings.ts'
import { type Agent, isHere, linkStatusOf, useAgents } from './use-agents.ts'

export function FoundAgents() {
  const { found, agents } = useAgents()
  const [connecting, setConnecting] = useState<Agent | null>(null)
  const here = agents.filter((agent) => agent.other !== null && isHere(agent))
  const known = agents.filter((agent) => agent.other !== null).map(({ title }) => title)
  return (
    <div className={css.found}>
      {here.length === 0 ? (
        <div className={css.text} role="status">
          {found.value === null && found.error === null ? (
            strings.reading
          ) : (
            <>
              <p>{strings.hereNone}</p>
              {known.length === 0 ? null : <p>{strings.worksWith(known)}</p>}
            </>
          )}
        </div>
      ) : (
        <ul className={css.rows} aria-label={strings.here}>
          {here.map((agent) => (
            <FoundRow
              key={agent.name}
              agent={agent}
              busy={found.busy}
              connect={() => setConnecting(agent)}
            />
          ))}
        </ul>
      )}
      <Link href="/agents" className={css.link}>
        {strings.another}
      </Link>
      <ConnectDialog
        agent={connecting}
        onClose={() => setConnecting(null)}
        changed={found.reload}
      />
    </div>
  )
}

type RowProps = { readonly agent: Agent; readonly busy: boolean; connect(): void }

function FoundRow({ agent, busy, connect }: RowProps) {
  const status = linkStatusOf(agent)
  const servers = agent.other?.servers ?? 0
  const said = [
    ...(servers === 0 ? [] : [strings.servers(servers)]),
    ...((agent.other?.hooks ?? null) === null ? [] : [strings.shellToo]),
  ]
  return (
    <li>
      <span className={css.rowName}>
        <b>{agent.title}</b>
        <span className={css.text}>{said.join(' · ')}</span>
      </span>
      {status === 'none' || status === 'half' ? (
        <Button
          size="small"
          aria-label={status === 'none' ? strings.connectNamed(agent.title) : undefined}
          disabled={busy}
          focusableWhenDisabled
          onClick={connect}
        >
          {status === 'half' ? strings.gate : strings.connect}
        </Button>
      ) : (
        <LinkStatusMark status={status} />
      )}
    </li>
  )
}
