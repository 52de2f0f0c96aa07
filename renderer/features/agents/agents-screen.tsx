// The agents of other makers: which are here, how far each is behind the gate, and what it may do.
// A further kind of agent is a further section.
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice, Section, TroubleText } from '../../ui/panel.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { ScrollPage } from '../../ui/page/scroll-page.tsx'
import { AgentRow } from './agent-row.tsx'
import css from './agents.module.css'
import { ConnectDialog } from './connect-dialog.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { HttpClients } from './http-clients.tsx'
import { strings } from './strings.ts'
import { type Agent, isHere, useAgents } from './use-agents.ts'

/** @param terminals the sessions that agents have open. */
export function AgentsScreen({ terminals }: { readonly terminals?: ReactNode }) {
  const { found, clients, agents } = useAgents()
  const [connecting, setConnecting] = useState<Agent | null>(null)
  const [leaving, setLeaving] = useState<Agent | null>(null)
  const here = agents.filter(isHere)
  const elsewhere = agents.filter((agent) => !isHere(agent))
  const error = found.error ?? clients.error
  const reload = (): void => {
    found.reload()
    clients.reload()
  }
  const rowOf = (agent: Agent) => (
    <AgentRow
      key={agent.name}
      agent={agent}
      busy={found.busy}
      connect={() => setConnecting(agent)}
      disconnect={() => setLeaving(agent)}
      changed={reload}
    />
  )
  return (
    <ScrollPage label={strings.title}>
      <PageHead text={strings.text}>
        <Button size="small" disabled={found.busy} focusableWhenDisabled onClick={reload}>
          {strings.again}
        </Button>
      </PageHead>
      {error === null && (clients.value?.problem ?? null) === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...(error ?? { text: clients.value?.problem ?? '' })} />
        </Notice>
      )}
      <Section title={strings.here}>
        {here.length === 0 ? (
          <p className={css.empty}>{found.value === null ? strings.reading : strings.hereNone}</p>
        ) : (
          <ul className={css.agents}>{here.map(rowOf)}</ul>
        )}
      </Section>
      {elsewhere.length === 0 ? null : (
        <Section title={strings.elsewhere}>
          <ul className={css.agents}>{elsewhere.map(rowOf)}</ul>
        </Section>
      )}
      {terminals}
      <HttpClients state={clients} />
      <ConnectDialog agent={connecting} onClose={() => setConnecting(null)} changed={reload} />
      <DisconnectDialog agent={leaving} onClose={() => setLeaving(null)} changed={reload} />
    </ScrollPage>
  )
}
