// Every lease there is, and the way to take it back.
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { leaseSentence } from '../../../contract/approval/lease-sentence.ts'
import { leaseReach } from '../../state/lease-text.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useNow } from '../../state/use-now.ts'
import { useToolList } from '../../state/shared/tool-list.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { fullTime } from '../../ui/text/time-text.ts'
import { Exact } from '../../ui/text/exact-text.tsx'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import { ScrollPage } from '../../ui/page/scroll-page.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import { leaseLine } from './lease-lines.ts'
import { Block } from './block.tsx'
import css from './policy.module.css'
import rules from './rules/rules.module.css'
import type { PartProps } from './render-slots.ts'
import { strings } from './strings.ts'

const { leases: words } = strings
const noTool = ''

export function LeasesPart({ slots }: PartProps) {
  const bridge = useBridge()
  const now = useNow()
  const [ended, setEnded] = useState(false)
  const rows = useLive((live) => live.app?.journal.rows ?? 0)
  const leases = useRead(bridge, 'leases.list', { all: ended }, rows)
  const usage = useRead(bridge, 'policy.usage', {}, leases.value)
  const tools = useToolList()
  const [text, setText] = useState('')
  const [tool, setTool] = useState(noTool)
  const [sure, setSure] = useState(false)
  const [said, setSaid] = useState('')
  const [error, setError] = useState<Failure | null>(null)

  const all = leases.value ?? []
  const typed = text.trim().toLowerCase()
  const list = all.filter((lease) =>
    [lease.tool, lease.action ?? '', lease.principal?.name ?? '', ...leaseReach(lease)]
      .join(' ')
      .toLowerCase()
      .includes(typed),
  )
  const live = all.filter((lease) => leaseLine(lease, usage.value, now).over === null)
  const chosen = tools.value?.find(({ name }) => name === tool)

  const revoke = async (
    which: { readonly id: Lease['id'] } | { readonly all: true },
  ): Promise<void> => {
    const done = await bridge.call('leases.revoke', which)
    setError(done.ok ? null : done.error)
    if (done.ok) setSaid(words.revoked(done.value.revoked))
    setSure(false)
    leases.reload()
  }

  return (
    <ScrollPage label={strings.parts.leases} width="table">
      <p className={css.intro}>{words.intro}</p>
      <div className={css.bar}>
        <SearchField
          label={words.find}
          placeholder={words.findPlaceholder}
          value={text}
          onChange={setText}
        />
        <span className={css.toggle}>
          <ToggleSwitch label={words.ended} on={ended} onChange={setEnded} />
          {words.ended}
        </span>
        <span className={css.space} />
        {live.length === 0 ? null : (
          <Button
            onBlur={() => setSure(false)}
            onClick={() => (sure ? void revoke({ all: true }) : setSure(true))}
          >
            {sure ? words.revokeAllSure(live.length) : words.revokeAll}
          </Button>
        )}
      </div>
      <p role="status" className={css.ok}>
        {said}
      </p>
      {(error ?? leases.error) === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...(error ?? (leases.error as Failure))} />
        </Notice>
      )}
      {leases.value !== null && all.length === 0 ? (
        <EmptyState icon={<KeyRound size={20} aria-hidden="true" />} title={words.none}>
          {words.noneText}
        </EmptyState>
      ) : list.length === 0 && all.length > 0 ? (
        <EmptyState title={words.nothing} />
      ) : (
        <ul className={rules.rules} aria-label={words.list}>
          {list.map((lease) => {
            const line = leaseLine(lease, usage.value, now)
            return (
              <li key={lease.id} data-over={line.over !== null}>
                <div className={rules.ruleHead}>
                  <code className={rules.ruleId}>
                    {lease.action === null ? lease.tool : `${lease.tool} ${lease.action}`}
                  </code>
                  {line.over === null ? null : <span className={rules.over}>{line.over}</span>}
                  <span className={css.space} />
                  {line.over === null ? (
                    <Button
                      size="small"
                      aria-label={`${words.revoke} ${lease.tool} ${leaseReach(lease).join(', ')}`}
                      onClick={() => void revoke({ id: lease.id })}
                    >
                      {words.revoke}
                    </Button>
                  ) : null}
                </div>
                <p className={rules.sentence}>
                  <Exact text={leaseSentence(lease, fullTime)} />
                </p>
                <p className={rules.ruleFoot}>{line.facts.join(' · ')}</p>
              </li>
            )
          })}
        </ul>
      )}
      <Block title={words.byHand}>
        <div className={css.links}>
          <Pick
            label={words.tool}
            value={tool}
            neutral={noTool}
            choices={[
              { value: noTool, label: words.chooseTool },
              ...(tools.value ?? []).map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={setTool}
          />
        </div>
        {chosen === undefined ? null : (
          <div key={chosen.name}>
            {slots.grant(chosen, () => {
              setSaid(words.given)
              leases.reload()
            })}
          </div>
        )}
      </Block>
    </ScrollPage>
  )
}
