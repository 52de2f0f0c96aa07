// A server and its tools in one sheet: first what has no warnings, accepted together; then each
// flagged one by itself with the reasons; last, what is open now and why the rest is not.
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { Reviewed, ServerListing } from '../../../../contract/server/server.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Facts, Notice, TroubleText } from '../../../ui/panel.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { launchFacts } from '../launch-facts.tsx'
import { strings } from '../strings.ts'
import { LabelForm } from './label-form.tsx'
import { LabelLine } from './label-line.tsx'
import { Notes, OwnWords, Reasons } from './own-words.tsx'
import css from './review-sheet.module.css'
import { descriptionOf, spokenName, summaryOf } from './review-summary.ts'
import { keyOf, waits } from './use-review-acts.ts'
import type { ReviewActs } from './use-review-acts.ts'

const words = strings.review

type Props = {
  readonly server: ServerListing
  readonly acts: ReviewActs
  leave(): void
}

export function ReviewSheet({ server, acts, leave }: Props) {
  const { review, busy, error, accept } = acts
  /** Left closed in this sheet. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const items = review.value?.items ?? []
  const rest = items.filter((item) => waits(item) && !left.has(keyOf(item)))
  const plain = rest.filter(({ warnings }) => warnings.length === 0)
  const flagged = rest.filter(({ warnings }) => warnings.length > 0)
  const allFlagged = items.filter((item) => waits(item) && item.warnings.length > 0).length
  const [first] = flagged
  const skip = (skipped: readonly Reviewed[]): void =>
    setLeft((before) => new Set([...before, ...skipped.map(keyOf)]))
  const finish = async (accepted: readonly Reviewed[], skipped: readonly Reviewed[]) => {
    if (accepted.length > 0) await accept(accepted)
    skip(skipped)
  }
  return (
    <Modal
      open
      wide
      title={words.sheet.title(server.name)}
      closeLabel={words.sheet.close}
      closeIcon={<X size={16} aria-hidden="true" />}
      onOpenChange={(open) => {
        if (!open && !busy) leave()
      }}
    >
      <div className={css.sheet}>
        {review.changedMeanwhile ? (
          <Notice tone="warn" alert icon={<TriangleAlert size={16} aria-hidden="true" />}>
            {words.again}
          </Notice>
        ) : null}
        {error === null ? null : (
          <Notice tone="bad" alert>
            <TroubleText {...error} />
          </Notice>
        )}
        {plain.length > 0 ? (
          <Plain
            server={server}
            plain={plain}
            busy={busy}
            acts={acts}
            finish={(...both) => void finish(...both)}
          />
        ) : first !== undefined ? (
          <Flagged
            key={keyOf(first)}
            item={first}
            title={words.sheet.flagged(
              left.size === 0 ? 1 : allFlagged - flagged.length + 1,
              allFlagged,
            )}
            busy={busy}
            acts={acts}
            leave={() => skip([first])}
          />
        ) : (
          <End items={items} acts={acts} leave={leave} />
        )}
      </div>
    </Modal>
  )
}

type PlainProps = {
  readonly server: ServerListing
  readonly plain: readonly Reviewed[]
  readonly busy: boolean
  readonly acts: ReviewActs
  finish(accepted: readonly Reviewed[], skipped: readonly Reviewed[]): void
}

function Plain({ server, plain, busy, acts, finish }: PlainProps) {
  const [cleared, setCleared] = useState<ReadonlySet<string>>(new Set())
  const accepted = plain.filter((item) => !cleared.has(keyOf(item)))
  const withServer = accepted.some(({ what }) => what === 'server')
  const toggle = (key: string): void =>
    setCleared((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return (
    <>
      <p className={css.quiet}>{words.sheet.plainText}</p>
      <ul className={css.items} aria-label={words.sheet.plainList}>
        {plain.map((item) => (
          <li key={keyOf(item)}>
            <label className={css.name}>
              <input
                type="checkbox"
                checked={!cleared.has(keyOf(item))}
                aria-label={words.sheet.include(spokenName(item))}
                onChange={() => toggle(keyOf(item))}
              />
              <b>
                <Exact text={item.what === 'server' ? words.server : item.name} />
              </b>
              <span className={css.quiet}>{strings.itemStates[item.state]}</span>
            </label>
            {item.what === 'server' ? (
              <Facts facts={launchFacts(server.config)} />
            ) : (
              <p className={css.said}>
                <Exact text={descriptionOf(item)} />
              </p>
            )}
            <Notes item={item} />
            {item.labels === null ? null : (
              <LabelLine labels={item.labels} draft={acts.drafts.get(keyOf(item)) ?? null} />
            )}
          </li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button aria-disabled={busy} onClick={() => finish([], plain)}>
          {words.sheet.skip}
        </Button>
        <Button
          tone="strong"
          aria-disabled={busy || accepted.length === 0}
          onClick={() => {
            if (busy || accepted.length === 0) return
            finish(
              accepted,
              plain.filter((item) => cleared.has(keyOf(item))),
            )
          }}
        >
          {withServer
            ? words.sheet.acceptServer(
                accepted.length - 1,
                accepted.every(({ what }) => what === 'server' || what === 'tool'),
              )
            : words.sheet.accept(accepted.length)}
        </Button>
      </div>
    </>
  )
}

type FlaggedProps = {
  readonly item: Reviewed
  readonly title: string
  readonly busy: boolean
  readonly acts: ReviewActs
  leave(): void
}

function Flagged({ item, title, busy, acts, leave }: FlaggedProps) {
  const draft = acts.drafts.get(keyOf(item)) ?? null
  const accept = (): void => void (busy || acts.accept([item]))
  return (
    <>
      <h3>
        {title} · <Exact text={spokenName(item)} />
      </h3>
      <p className={css.quiet}>{words.sheet.flaggedText}</p>
      <Reasons item={item} />
      <OwnWords item={item} spoken={spokenName(item)} />
      {item.labels === null ? null : (
        <LabelForm
          item={item}
          busy={busy}
          labels={item.labels}
          draft={draft ?? item.labels.proposed}
          changed={draft !== null}
          onChange={(labels) => acts.label(item, labels)}
          onSave={accept}
        />
      )}
      <div className={css.buttons}>
        <Button aria-disabled={busy} onClick={() => busy || leave()}>
          {words.sheet.leave}
        </Button>
        <Button aria-disabled={busy} onClick={accept}>
          {words.sheet.acceptFlagged}
        </Button>
      </div>
    </>
  )
}

type EndProps = {
  readonly items: readonly Reviewed[]
  readonly acts: ReviewActs
  leave(): void
}

function End({ items, acts, leave }: EndProps) {
  const refused = items.some(({ what, state }) => what === 'tool' && state === 'refused')
  const { trust } = acts
  return (
    <>
      <h3>{words.sheet.end}</h3>
      <ul className={css.summary}>
        {summaryOf(items).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {refused && trust !== null ? (
        <div className={css.trust}>
          <Button size="small" aria-disabled={acts.busy} onClick={() => void trust()}>
            {words.trustMore}
          </Button>
          <span className={css.quiet}>{words.trustText}</span>
        </div>
      ) : null}
      <div className={css.buttons}>
        <Button tone="strong" onClick={leave}>
          {words.sheet.done}
        </Button>
      </div>
    </>
  )
}
