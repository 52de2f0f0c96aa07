// What the agent may use: each capability with its limits and what is wrong with it.
import { Plus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CapabilityListing } from '../../../../contract/ipc/topics/ipc-own-agents.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import css from '../own-agents.module.css'
import agentForm from './agent-form.module.css'
import { strings } from '../strings.ts'
import {
  problemsByCapability,
  withCapability,
  withoutCapability,
  withScope,
  type WrittenCapability,
  type WrittenScope,
} from './agent-yaml.ts'
import { CapabilityPicker } from './capability-picker.tsx'
import { RemarkLines } from './remark-lines.tsx'
import { ScopeFields } from './scope-fields.tsx'
import type { Remark } from './use-agent-check.ts'

const words = strings.capabilities

type Props = {
  readonly text: string
  /** The text that the remarks are about. */
  readonly checked: string
  readonly remarks: readonly Remark[]
  readonly capabilities: readonly WrittenCapability[]
  onText(text: string): void
}

export function CapabilityList({ text, checked, remarks, capabilities, onText }: Props) {
  const bridge = useBridge()
  const servers = useLive((live) => live.serversRevision)
  const known = useRead(bridge, 'own-agents.capabilities', {}, servers).value ?? []
  const [adding, setAdding] = useState(false)
  const wrong = useMemo(() => problemsByCapability(checked, remarks), [checked, remarks])
  const names = capabilities.map(({ name }) => name)
  const toggle = (name: string): void => {
    const at = names.indexOf(name)
    onText(at < 0 ? withCapability(text, name) : withoutCapability(text, at))
  }
  return (
    <div className={agentForm.field} role="group" aria-label={words.title}>
      <span className={agentForm.label}>{words.title}</span>
      {capabilities.length === 0 ? (
        <p className={css.hint}>{words.none}</p>
      ) : (
        <ul className={agentForm.capabilities}>
          {capabilities.map((each, at) => (
            <Entry
              // oxlint-disable-next-line react/no-array-index-key -- two of one name differ by their place only
              key={`${at} ${each.name}`}
              entry={each}
              listing={known.find(({ name }) => name === each.name)}
              remarks={wrong.get(at) ?? []}
              onScope={(scope) => onText(withScope(text, at, scope))}
              onRemove={() => onText(withoutCapability(text, at))}
            />
          ))}
        </ul>
      )}
      <RemarkLines remarks={wrong.get(-1) ?? []} />
      <Button
        size="small"
        icon={<Plus size={13} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setAdding(true)}
      >
        {words.add}
      </Button>
      <CapabilityPicker
        open={adding}
        known={known}
        has={new Set(names)}
        onToggle={toggle}
        onClose={() => setAdding(false)}
      />
    </div>
  )
}

function Entry({
  entry: { name, scope },
  listing,
  remarks,
  onScope,
  onRemove,
}: {
  readonly entry: WrittenCapability
  /** Left out: there is no such capability. */
  readonly listing: CapabilityListing | undefined
  readonly remarks: readonly Remark[]
  onScope(scope: WrittenScope | null): void
  onRemove(): void
}) {
  const [open, setOpen] = useState(false)
  const scopes = listing?.scopes ?? []
  // Of which server is never left open.
  const shown = open || scope !== null || scopes.includes('servers')
  return (
    <li className={agentForm.capability}>
      <div className={agentForm.capabilityHead}>
        <code>{name}</code>
        {(listing?.tier ?? null) === null ? null : <TierBadge tier={listing?.tier ?? 'R0'} />}
        {listing?.sends === true ? (
          <span className={css.mark} data-tone="warn" title={words.sendsTitle}>
            {words.sends}
          </span>
        ) : null}
        <span className={css.acts}>
          {scopes.length === 0 || shown ? null : (
            <Button
              size="small"
              tone="quiet"
              aria-label={words.limit(name)}
              aria-expanded={false}
              onClick={() => setOpen(true)}
            >
              {words.limitWord}
            </Button>
          )}
          <IconButton label={words.remove(name)} onClick={onRemove}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {listing === undefined ? null : <p className={css.hint}>{listing.sentence}</p>}
      <RemarkLines remarks={remarks} />
      {scopes.length > 0 && shown ? (
        <ScopeFields name={name} scopes={scopes} value={scope} onChange={onScope} />
      ) : null}
    </li>
  )
}
