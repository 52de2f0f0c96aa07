// The journal, newest first: filter it, follow it, check it.
import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId } from '../../../contract/ids.ts'
import type { JournalFilter, JournalRow, Verification } from '../../../contract/journal.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/pick.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import table from '../../ui/table.module.css'
import { count, duration } from '../../ui/time-words.ts'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import css from './audit-screen.module.css'
import { RowDetail } from './row-detail.tsx'
import { RowTable } from './row-table.tsx'
import { strings } from './strings.ts'
import { useRows } from './use-rows.ts'

const any = 'all'
type Effect = NonNullable<JournalFilter['effect']>
type Filter = { readonly text: string; readonly kind: string; readonly tool: string; readonly effect: Effect | typeof any }
const noFilter: Filter = { text: '', kind: any, tool: any, effect: any }

type Props = { renderUndo(callId: CallId, again: boolean): ReactNode }

export function AuditScreen({ renderUndo }: Props) {
  const bridge = useBridge()
  const [filter, setFilter] = useState<Filter>(noFilter)
  const text = useDeferredValue(filter.text)
  const [follow, setFollow] = useState(true)
  const [chosen, setChosen] = useState<JournalRow | null>(null)
  const tools = useRead(bridge, 'tools.list', {})
  const wanted = useMemo<Partial<JournalFilter>>(
    () => ({
      kinds: filter.kind === any ? [] : [filter.kind],
      tool: filter.tool === any ? null : filter.tool,
      effect: filter.effect === any ? null : filter.effect,
      text,
    }),
    [filter.kind, filter.tool, filter.effect, text],
  )
  const rows = useRows(wanted, follow)
  const change = (part: Partial<Filter>): void => setFilter((before) => ({ ...before, ...part }))
  const filtered = filter.text !== '' || filter.kind !== any || filter.tool !== any || filter.effect !== any
  const toolNames = (tools.value ?? []).map(({ name }) => ({ value: name, label: name }))

  return (
    <div className={table.screen} data-detail={chosen !== null}>
      <div className={table.left}>
        <div className={table.bar}>
          <h1>{strings.title}</h1>
          <span className={table.quiet}>{strings.total(count(rows.total))}</span>
          <span className={table.space} />
          <SearchField
            label={strings.filter}
            placeholder={strings.filterPlaceholder}
            value={filter.text}
            onChange={(next) => change({ text: next })}
          />
          <Pick
            label={strings.kind}
            value={filter.kind}
            neutral={any}
            choices={[{ value: any, label: strings.kindAll }, ...kindChoices]}
            onChange={(kind) => change({ kind })}
          />
          <Pick
            label={strings.tool}
            value={filter.tool}
            neutral={any}
            choices={[{ value: any, label: strings.toolAll }, ...toolNames]}
            onChange={(tool) => change({ tool })}
          />
          <Pick<Effect | typeof any>
            label={strings.effect}
            value={filter.effect}
            neutral={any}
            choices={[{ value: any, label: strings.effectAll }, ...effectChoices]}
            onChange={(effect) => change({ effect })}
          />
        </div>
        <div className={css.second}>
          <div className={css.follow}>
            <ToggleSwitch label={strings.follow} on={follow} onChange={setFollow} />
            <span aria-hidden="true">{strings.follow}</span>
          </div>
          <Verify />
        </div>
        {rows.error === null ? null : (
          <Notice tone="bad" alert>
            <TroubleText {...rows.error} />
          </Notice>
        )}
        {rows.read && rows.rows.length === 0 && rows.error === null ? (
          <EmptyState title={filtered ? strings.none : strings.empty}>
            {filtered ? (
              <Button size="small" onClick={() => setFilter(noFilter)}>
                {strings.clear}
              </Button>
            ) : null}
          </EmptyState>
        ) : (
          <RowTable rows={rows.rows} total={rows.total} chosen={chosen?.seq ?? null} onChoose={setChosen} onNearEnd={rows.more} />
        )}
      </div>
      {chosen === null ? null : (
        <RowDetail key={chosen.seq} row={chosen} onChoose={setChosen} onClose={() => setChosen(null)} renderUndo={renderUndo} />
      )}
    </div>
  )
}

const kindChoices = Object.entries(strings.kinds).map(([value, label]) => ({ value, label }))
const effectChoices = (['allow', 'confirm', 'deny'] as const).map((value) => ({ value, label: strings.effects[value] }))

type Check =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'checked'; readonly found: Verification }
  | { readonly kind: 'failed'; readonly error: Failure }

function Verify() {
  const bridge = useBridge()
  const [check, setCheck] = useState<Check>({ kind: 'rest' })
  const verify = async (): Promise<void> => {
    setCheck({ kind: 'busy' })
    const result = await bridge.call('audit.verify', {})
    setCheck(result.ok ? { kind: 'checked', found: result.value } : { kind: 'failed', error: result.error })
  }
  return (
    <>
      <div role="status" className={css.found}>
        {check.kind === 'busy' ? strings.verifying : null}
        {check.kind === 'checked' ? <Found found={check.found} /> : null}
        {check.kind === 'failed' ? (
          <span className={css.broken}>
            <TroubleText {...check.error} />
          </span>
        ) : null}
      </div>
      <Button
        size="small"
        icon={<ShieldCheck size={15} aria-hidden="true" />}
        disabled={check.kind === 'busy'}
        focusableWhenDisabled
        onClick={() => void verify()}
      >
        {strings.verify}
      </Button>
    </>
  )
}

function Found({ found }: { readonly found: Verification }) {
  if (found.kind === 'intact') {
    return (
      <span className={css.intact}>
        <CircleCheck size={15} aria-hidden="true" />
        {strings.intact(count(found.rows), duration(found.durationMs))}
      </span>
    )
  }
  return (
    <span className={css.broken}>
      <CircleX size={15} aria-hidden="true" />
      <span>
        {strings.broken(found.seq)} {found.text} ({strings.faults[found.fault]})
      </span>
    </span>
  )
}
