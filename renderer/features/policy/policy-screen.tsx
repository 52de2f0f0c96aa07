// The policy: what holds, rule by rule, lease by lease, and the file behind it.
import { type ComponentType, useCallback, useEffect } from 'react'
import { Link } from 'wouter'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { setGoTo, usePolicyDraft } from '../../state/policy/policy-draft.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import heading from '../../ui/page/parts-head.module.css'
import { ScrollPage } from '../../ui/page/scroll-page.tsx'
import { AllowlistsPart } from './allowlists-part.tsx'
import { LeasesPart } from './leases-part.tsx'
import type { PartProps, PolicyRenderSlots } from './render-slots.ts'
import { OverviewPart } from './overview-part.tsx'
import css from './policy.module.css'
import { RulesPart } from './rules/rules-part.tsx'
import { SimulatorPart } from './simulator/simulator-part.tsx'
import { type Part, parts, strings } from './strings.ts'

type Props = {
  readonly part: string | null
  readonly slots: PolicyRenderSlots
  onGo(path: string): void
}

/** The editor is larger than all the rest of this screen. */
const EditorPart = lazy<PartProps>(
  () => import('./editor/editor-part.tsx').then((part) => part.EditorPart),
  <p className={css.quiet}>{strings.reading}</p>,
)

const shown: Readonly<Record<Part, ComponentType<PartProps>>> = {
  overview: OverviewPart,
  rules: RulesPart,
  leases: LeasesPart,
  allowlists: AllowlistsPart,
  editor: EditorPart,
  simulator: SimulatorPart,
}

export function PolicyScreen({ part, slots, onGo }: Props) {
  const bridge = useBridge()
  const hash = useLive((live) => live.app?.policyHash ?? null)
  const problem = useLive((live) => live.app?.config.problem ?? null)
  const unsaved = usePolicyDraft(({ draft }) => draft !== null && draft.text !== draft.base)
  const read = useRead(bridge, 'policy.overview', {}, `${hash} ${JSON.stringify(problem)}`)
  const now = parts.find((each) => each === part) ?? 'overview'
  const Shown = shown[now]
  // The one who looks at the policy may change it next. What cannot be had now is asked for again
  // then.
  useEffect(() => void EditorPart.load().catch(() => null), [])
  const go = useCallback(
    (to: Part, line?: number) => {
      if (line !== undefined) setGoTo(line)
      onGo(`/policy/${to}`)
    },
    [onGo],
  )
  return (
    <div className={css.screen}>
      <header className={heading.head} data-width="table">
        <h1>{strings.title}</h1>
        <nav aria-label={strings.nav} className={heading.parts}>
          {parts.map((each) => (
            <Link
              key={each}
              href={`/policy/${each}`}
              className={heading.part}
              aria-current={each === now ? 'page' : undefined}
            >
              {strings.parts[each]}
              {each === 'editor' && unsaved ? (
                <span className={css.dot}> {strings.unsaved}</span>
              ) : null}
            </Link>
          ))}
        </nav>
      </header>
      {read.value === null ? (
        <ScrollPage label={strings.title} width="table">
          {read.error === null ? (
            <p className={css.quiet}>{strings.reading}</p>
          ) : (
            <Notice
              tone="bad"
              alert
              action={
                <Button size="small" onClick={read.reload}>
                  {strings.again}
                </Button>
              }
            >
              <TroubleText {...read.error} />
            </Notice>
          )}
        </ScrollPage>
      ) : (
        <Shown overview={read.value} slots={slots} reload={read.reload} onGo={go} />
      )}
    </div>
  )
}
