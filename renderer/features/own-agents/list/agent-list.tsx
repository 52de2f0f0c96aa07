// The agents of the person's own, broken ones with their reason.
import { BotMessageSquare, Plus, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OwnAgent } from '../../../../contract/agent/own-agent.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useAgentDrafts } from '../../../state/agent-drafts.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useAct } from '../../../state/use-act.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, Notice, TroubleText } from '../../../ui/panel.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { ScrollPage } from '../../../ui/page/scroll-page.tsx'
import css from '../own-agents.module.css'
import agentList from './agent-list.module.css'
import { strings } from '../strings.ts'
import { AgentRow } from './agent-row.tsx'
import { StartDialog } from './start-dialog.tsx'

export function AgentList({ onGo }: { onGo(path: string): void }) {
  const bridge = useBridge()
  const revision = useLive((live) => live.ownAgentsRevision)
  const read = useRead(bridge, 'own-agents.list', {}, revision)
  const drafts = useAgentDrafts()
  const [search, setSearch] = useState('')
  const [starting, setStarting] = useState(false)
  const [removed, setRemoved] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const { act, busy, error } = useAct()
  const heading = useRef<HTMLParagraphElement>(null)
  const agents = read.value?.agents ?? []
  const shown = agents.filter((agent) => matches(agent, search))
  const remove = async (name: string): Promise<void> => {
    if ((await act('remove', () => bridge.call('own-agents.remove', { name }))) === null) return
    setRemoved(name)
    setSaid(strings.removed(name))
    read.reload()
    heading.current?.focus()
  }
  const restore = async (name: string): Promise<void> => {
    if ((await act('restore', () => bridge.call('own-agents.restore', { name }))) === null) return
    setRemoved(null)
    setSaid(strings.restored(name))
    read.reload()
    heading.current?.focus()
  }
  return (
    <ScrollPage label={strings.list}>
      <PageHead text={strings.text}>
        <Button
          tone="strong"
          icon={<Plus size={15} aria-hidden="true" />}
          onClick={() => setStarting(true)}
        >
          {strings.add}
        </Button>
      </PageHead>
      {(read.error ?? error) === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...(read.error ?? error ?? { text: '' })} />
        </Notice>
      )}
      <div className={agentList.said} data-shown={said !== ''}>
        <p ref={heading} role="status" tabIndex={-1}>
          {said}
        </p>
        {removed === null ? null : (
          <Button
            size="small"
            icon={<Undo2 size={13} aria-hidden="true" />}
            aria-label={strings.undoNamed(removed)}
            disabled={busy !== null}
            focusableWhenDisabled
            onClick={() => void restore(removed)}
          >
            {strings.undo}
          </Button>
        )}
      </div>
      {read.value === null ? (
        <p className={css.hint}>{read.error === null ? strings.reading : ''}</p>
      ) : agents.length === 0 ? (
        <EmptyState icon={<BotMessageSquare size={22} aria-hidden="true" />} title={strings.none}>
          {strings.noneText}
        </EmptyState>
      ) : (
        <>
          {agents.length < 6 && search === '' ? null : (
            <SearchField
              label={strings.search}
              placeholder={strings.search}
              value={search}
              onChange={setSearch}
            />
          )}
          {shown.length === 0 ? (
            <p className={css.hint}>{strings.noneFound}</p>
          ) : (
            <ul className={agentList.list} aria-label={strings.list}>
              {shown.map((agent) => (
                <AgentRow
                  key={agent.file}
                  agent={agent}
                  unsaved={drafts.has(agent.name)}
                  busy={busy !== null}
                  onGo={onGo}
                  remove={() => void remove(agent.name)}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {read.value === null ? null : (
        <p className={css.hint}>
          {strings.folder} <code className={agentList.path}>{read.value.folder}</code>
        </p>
      )}
      <StartDialog
        open={starting}
        taken={new Set(agents.map(({ name }) => name))}
        onClose={() => setStarting(false)}
        onGo={onGo}
      />
    </ScrollPage>
  )
}

/** By its name, what it is for, and what it may use. */
function matches({ name, definition }: OwnAgent, search: string): boolean {
  const words = search.trim().toLowerCase().split(/\s+/)
  const capabilities = definition?.capabilities.map((each) => each.name) ?? []
  const text = [name, definition?.description ?? '', ...capabilities].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}
