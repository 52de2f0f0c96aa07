// One thing that a server offers: its state in a line, and opened, its words as a model would read
// them, with the findings of the scan under the lines that they are about.
import {
  ChevronRight,
  CircleCheck,
  CircleMinus,
  CirclePlus,
  OctagonX,
  TriangleAlert,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Reviewed } from '../../../../contract/server/server.ts'
import type { ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { LabelForm } from './label-form.tsx'
import { LabelLine } from './label-line.tsx'
import css from '../servers-screen.module.css'
import reviewItem from './review-item.module.css'
import fields from '../fields/fields.module.css'
import labelCss from './labels.module.css'
import { Notes, OwnWords, Reasons } from './own-words.tsx'
import { descriptionOf, spokenName } from './review-summary.ts'
import { strings } from '../strings.ts'

const words = strings.review
const icons = {
  open: CircleCheck,
  new: CirclePlus,
  changed: TriangleAlert,
  gone: CircleMinus,
  refused: OctagonX,
}
/** Names that are called here as they are there; others get a spelling of their own. */
const plain = /^[a-zA-Z0-9_-]{1,38}$/

type Props = {
  readonly server: string
  readonly item: Reviewed
  readonly open: boolean
  readonly busy: boolean
  /** Its labels as the person has changed them; null: as they are. */
  readonly draft: ToolLabels | null
  onLabels(labels: ToolLabels | null): void
  onToggle(): void
  onKeyDown(event: KeyboardEvent): void
  onAccept(): void
  readonly onTrust: (() => void) | null
  onClose(): void
  onTool(name: string): void
}

export function ReviewItem({
  server,
  item,
  open,
  busy,
  draft,
  onLabels,
  onToggle,
  onKeyDown,
  onAccept,
  onTrust,
  onClose,
  onTool,
}: Props) {
  const { what, name, state, warnings } = item
  const Icon = icons[state]
  const shown = what === 'server' ? words.server : name
  const spoken = spokenName(item)
  return (
    <>
      <div className={reviewItem.itemRow}>
        <button
          type="button"
          className={reviewItem.opener}
          data-item={`${what} ${name}`}
          aria-expanded={open}
          onClick={onToggle}
          onKeyDown={onKeyDown}
        >
          <ChevronRight size={14} aria-hidden="true" className={reviewItem.chevron} />
          <span className={reviewItem.itemState} data-state={state}>
            <Icon size={14} aria-hidden="true" />
            {strings.itemStates[state]}
          </span>
          <span className={reviewItem.kind}>{what === 'server' ? '' : strings.kinds[what]}</span>
          {what === 'server' ? (
            <span className={reviewItem.own}>{shown}</span>
          ) : (
            <code className={reviewItem.own}>
              <Exact text={shown} />
            </code>
          )}
          {warnings.length === 0 ? null : (
            <span className={reviewItem.signs}>{words.signs(warnings.length)}</span>
          )}
        </button>
        {state === 'open' ? (
          <Button
            tone="quiet"
            size="small"
            aria-label={words.closeNamed(spoken)}
            aria-disabled={busy}
            onClick={onClose}
          >
            {words.closeOne}
          </Button>
        ) : state === 'refused' || (warnings.length > 0 && state !== 'gone') ? null : (
          <Button
            size="small"
            aria-label={state === 'gone' ? words.dropNamed(spoken) : words.acceptNamed(spoken)}
            aria-disabled={busy}
            onClick={onAccept}
          >
            {state === 'gone' ? words.dropOne : words.acceptOne}
          </Button>
        )}
      </div>
      {what === 'server' || open ? null : <Said text={descriptionOf(item)} />}
      {item.labels === null || state === 'refused' ? null : (
        <LabelLine labels={item.labels} draft={draft} />
      )}
      {open ? (
        <Opened
          draft={draft}
          busy={busy}
          onLabels={onLabels}
          onAccept={onAccept}
          onTrust={onTrust}
          item={item}
          spoken={spoken}
          tool={
            what === 'tool' && state === 'open' && plain.test(name) ? `${server}__${name}` : null
          }
          onTool={onTool}
        />
      ) : null}
    </>
  )
}

/** What it says of itself: the whole of it is in the opened row. */
function Said({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p className={labelCss.said}>
      <Exact text={text} />
    </p>
  )
}

type OpenedProps = Pick<Props, 'draft' | 'busy' | 'onLabels' | 'onAccept' | 'onTrust'> & {
  readonly item: Reviewed
  readonly spoken: string
  readonly tool: string | null
  onTool(name: string): void
}

function Opened({
  item,
  spoken,
  tool,
  draft,
  busy,
  onLabels,
  onAccept,
  onTrust,
  onTool,
}: OpenedProps) {
  const { what, state, warnings, labels } = item
  return (
    <div className={reviewItem.opened}>
      <p className={css.quiet}>
        {words.states[state]} {what === 'server' ? words.serverText : ''}
      </p>
      <Reasons item={item} />
      <Notes item={item} />
      {labels === null || state === 'refused' ? null : (
        <LabelForm
          item={item}
          labels={labels}
          busy={busy}
          draft={draft ?? labels.proposed}
          changed={draft !== null}
          onChange={onLabels}
          onSave={onAccept}
        />
      )}
      <OwnWords item={item} spoken={spoken} />
      {state === 'refused' && what === 'tool' && onTrust !== null ? (
        <div className={fields.fieldRow}>
          <Button size="small" aria-disabled={busy} onClick={onTrust}>
            {words.trustMore}
          </Button>
          <span className={css.quiet}>{words.trustText}</span>
        </div>
      ) : null}
      {warnings.length > 0 && (state === 'new' || state === 'changed') ? (
        <div>
          <Button
            size="small"
            aria-label={words.acceptNamed(spoken)}
            aria-disabled={busy}
            onClick={onAccept}
          >
            {words.acceptOne}
          </Button>
        </div>
      ) : null}
      {tool === null ? null : (
        <div>
          <Button tone="quiet" size="small" onClick={() => onTool(tool)}>
            {words.inCapabilities}
          </Button>
        </div>
      )}
    </div>
  )
}
