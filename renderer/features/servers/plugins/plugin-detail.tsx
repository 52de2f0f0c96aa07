// One plugin, whole: how it is and why, what every call of it may reach, and its manifest beside what
// was reviewed. An acceptance carries the digest of what is shown here.
import { useEffect, useRef, useState } from 'react'
import type { PluginListing, PluginReview } from '../../../../contract/plugin/listing.ts'
import { withHint, type Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts, Notice, Section, TroubleText } from '../../../ui/panel.tsx'
import { DiffView } from '../../../ui/text/diff-view.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { Reasons } from '../detail/own-words.tsx'
import serverCss from '../servers-screen.module.css'
import { AuthorSection } from './author-section.tsx'
import { FilteredNotice } from './filtered-notice.tsx'
import { ManagedPlugin } from './managed-plugin.tsx'
import { PluginMark } from './plugin-list.tsx'
import css from './plugins.module.css'
import { strings as serverStrings } from '../strings.ts'
import { pluginStrings as strings } from './plugin-strings.ts'

type Props = {
  readonly plugin: PluginListing
  /** It was written a moment ago: the person goes on here, and so does the focus. */
  readonly isFresh: boolean
  onSeen(): void
  changed(): void
  onTool(name: string): void
}

export function PluginDetail({ plugin, isFresh, onSeen, changed, onTool }: Props) {
  const { name, state, reason, manifest, problems } = plugin
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFresh) return
    heading.current?.focus()
    onSeen()
  }, [isFresh, onSeen])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div className={serverCss.pane} tabIndex={0} role="region" aria-label={name}>
      <div className={serverCss.page}>
        <div className={serverCss.head}>
          <div className={serverCss.headTop}>
            <h2 className={serverCss.name} ref={heading} tabIndex={-1}>
              <Exact text={name} />
            </h2>
            <PluginMark state={state} />
            <span className={serverCss.space} />
            {state === 'open' ? (
              <Button size="small" tone="quiet" onClick={() => onTool(name)}>
                {strings.tool}
              </Button>
            ) : null}
          </div>
          {manifest === null ? null : (
            <p className={serverCss.lead}>
              <Exact text={manifest.description} />
            </p>
          )}
          <ManagedPlugin name={name} />
          {reason === null || problems.length > 0 ? null : state === 'filtered' ? (
            <FilteredNotice plugin={plugin} changed={changed} />
          ) : (
            <Notice tone={state === 'broken' || state === 'taken' ? 'bad' : 'warn'}>
              {/* What helps a plugin that waits is on this page. */}
              <TroubleText
                text={reason.text}
                hint={state === 'new' || state === 'changed' ? '' : reason.hint}
              />
            </Notice>
          )}
        </div>
        {problems.length === 0 ? null : <Problems plugin={plugin} />}
        {manifest === null || state === 'broken' ? null : (
          <>
            <Section title={strings.reach}>
              <ul className={css.reach}>
                {plugin.reach.map((sentence) => (
                  <li key={sentence}>
                    <Exact text={sentence} />
                  </li>
                ))}
              </ul>
            </Section>
            <Review plugin={plugin} changed={changed} />
          </>
        )}
        <AuthorSection plugin={plugin} changed={changed} />
        <About plugin={plugin} />
      </div>
    </div>
  )
}

function Problems({ plugin: { problems } }: Pick<Props, 'plugin'>) {
  return (
    <Section title={strings.problems}>
      {problems.map(({ line, column, text, hint }) => (
        <div key={`${line} ${column} ${text}`} className={css.problem}>
          <span className={css.position}>{strings.problemAt(line, column)}</span>
          <Exact text={text} />
          {hint === '' ? null : (
            <span className={serverCss.hint}>
              <Exact text={hint} prose />
            </span>
          )}
        </div>
      ))}
    </Section>
  )
}

function Review({ plugin, changed }: Pick<Props, 'plugin' | 'changed'>) {
  const bridge = useBridge()
  const { name, digest, state, reason } = plugin
  const read = useRead(bridge, 'plugins.review', { name }, `${digest} ${state}`)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const [accepted, setAccepted] = useState<boolean | null>(null)
  const said = accepted === true ? strings.accepted : strings.closed
  const review = read.value
  // The one of the built-in folder answers to this name: nothing of this one can be accepted.
  if (state === 'shadowed' || state === 'taken') return null

  const act = async (accepts: boolean, shown: PluginReview): Promise<void> => {
    if (busy) return
    setBusy(true)
    const done = accepts
      ? await bridge.call('plugins.accept', { name, digest: shown.digest })
      : await bridge.call('plugins.close', { name })
    setBusy(false)
    setError(done.ok ? null : done.error)
    setAccepted(done.ok ? accepts : null)
    read.reload()
    changed()
  }
  return (
    <Section title={strings.manifest}>
      {review === null ? null : (
        <>
          <div className={serverCss.bar}>
            <span role="status" className={serverCss.said}>
              {accepted === (review.item.state === 'open') ? said : ''}
            </span>
            <span className={serverCss.space} />
            {/* Another button for another text: a key that is meant to close it accepts no change. */}
            {review.item.state === 'open' ? (
              <Button
                key={review.digest}
                size="small"
                tone="quiet"
                aria-label={strings.closeNamed(name)}
                aria-disabled={busy}
                onClick={() => void act(false, review)}
              >
                {strings.close}
              </Button>
            ) : state === 'open' ? null : (
              <Button
                key={review.digest}
                data-focus="asked"
                size="small"
                tone="strong"
                aria-label={strings.acceptNamed(name)}
                aria-disabled={busy}
                onClick={() => void act(true, review)}
              >
                {strings.accept}
              </Button>
            )}
          </div>
          <div className={serverCss.notes}>
            {error === null ? null : (
              <Notice tone="bad" alert>
                <TroubleText {...error} />
              </Notice>
            )}
            {state === 'open' ? null : <p className={serverCss.quiet}>{strings.reviewText}</p>}
            {/* Why it is shut is said above. */}
            <Reasons
              item={{
                ...review.item,
                warnings: review.item.warnings.filter(
                  (warning) => reason === null || warning !== withHint(reason),
                ),
              }}
            />
          </div>
          <div className={serverCss.boxed}>
            <DiffView
              before={
                review.item.state === 'changed' ? review.item.before : (review.item.now ?? '')
              }
              after={review.item.now ?? ''}
              label={
                review.item.state === 'changed'
                  ? strings.manifestDiff(name)
                  : strings.manifestText(name)
              }
              sameWords={serverStrings.review.same}
              whole={review.item.state !== 'changed' || review.item.before === review.item.now}
            />
          </div>
        </>
      )}
      {read.error === null ? null : (
        <div className={serverCss.notes}>
          <Notice tone="bad" alert>
            <TroubleText {...read.error} />
          </Notice>
        </div>
      )}
    </Section>
  )
}

function About({ plugin: { origin, file, manifest, program } }: Pick<Props, 'plugin'>) {
  const { facts } = strings
  const path = (text: string) => (
    <code className={css.path}>
      <Exact text={text} />
    </code>
  )
  return (
    <Section title={strings.about}>
      <div className={serverCss.body}>
        <Facts
          facts={[
            ...(manifest === null
              ? []
              : [
                  { key: facts.version, value: <Exact text={manifest.version} /> },
                  { key: facts.kind, value: strings.kinds[manifest.runs] },
                  { key: facts.tier, value: <TierBadge tier={manifest.riskTier} /> },
                  {
                    key: facts.limits,
                    value: strings.limits(manifest.limits.runTimeMs, manifest.limits.stdoutBytes),
                  },
                ]),
            { key: facts.folder, value: strings.origins[origin] },
            { key: facts.file, value: path(file) },
            ...(program === null ? [] : [{ key: facts.program, value: path(program.path) }]),
          ]}
        />
      </div>
    </Section>
  )
}
