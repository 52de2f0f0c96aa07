// A call that nobody makes, as a form made from the tool's schema: what the gate would say of it,
// and why.
import {
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { Json } from '../../../../contract/json.ts'
import type { ToolListing } from '../../../../contract/call/manifest.ts'
import type { Supposed, SupposedCall } from '../../../../contract/policy/supposed.ts'
import type { Channel } from '../../../../contract/call/principal.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import table from '../../../ui/lists/table.module.css'
import type { Problem } from '../../../ui/schema-form/check-value.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { type JsonObjectValue, SchemaForm } from '../../../ui/schema-form/schema-form.tsx'
import css from './detail.module.css'
import { sampleArgs } from './sample-calls.ts'
import { strings } from '../strings.ts'
import { Verdict } from './verdict.tsx'

type Principal = NonNullable<SupposedCall['principal']>
type State =
  | { readonly kind: 'rest' | 'busy' }
  | { readonly kind: 'told'; readonly supposed: Supposed }
  | { readonly kind: 'failed'; readonly error: Failure }

const { tried: words } = strings
const usual = 'usual'

/** `under`: a configuration file's text to decide by, in place of what is in force. */
export function TryCall({ tool, under }: { readonly tool: ToolListing; readonly under?: string }) {
  const bridge = useBridge()
  const start = useMemo(() => {
    const args = sampleArgs(tool)
    return isObject(args) ? (args as JsonObjectValue) : {}
  }, [tool])
  const [filled, setFilled] = useState<{
    readonly args: Json
    readonly problems: readonly Problem[]
  }>({ args: start, problems: [] })
  const [principal, setPrincipal] = useState<Principal>('agent')
  const [channel, setChannel] = useState<Channel | typeof usual>(usual)
  const [showAll, setShowAll] = useState(false)
  const [state, setState] = useState<State>({ kind: 'rest' })
  const ids = useId()
  const said = useRef<HTMLDivElement>(null)
  // Below a long form it would come out of sight.
  useEffect(() => {
    if (state.kind === 'told') said.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  const fill = useCallback(
    (args: JsonObjectValue, problems: readonly Problem[]) => setFilled({ args, problems }),
    [],
  )

  const ask = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    setShowAll(true)
    if (filled.problems.length > 0) return
    setState({ kind: 'busy' })
    const call = {
      tool: tool.name,
      args: filled.args,
      principal,
      ...(channel === usual ? {} : { channel }),
    }
    const asked = await bridge.call('policy.explain', {
      calls: [call],
      ...(under === undefined ? {} : { text: under }),
    })
    if (!asked.ok) return setState({ kind: 'failed', error: asked.error })
    const [supposed] = asked.value
    if (supposed !== undefined) setState({ kind: 'told', supposed })
  }
  return (
    <form className={css.try} onSubmit={(event) => void ask(event)} noValidate>
      <p className={table.quiet}>{words.intro}</p>
      <SchemaForm
        schema={tool.inputSchema}
        start={start}
        words={strings.form}
        showAll={showAll}
        onChange={fill}
      />
      <div className={css.askers}>
        <div>
          <label htmlFor={`${ids}-who`}>{words.principal}</label>
          <Pick<Principal>
            id={`${ids}-who`}
            label={words.principal}
            value={principal}
            choices={Object.entries(strings.principals).map(([value, label]) => ({
              value: value as Principal,
              label,
            }))}
            onChange={setPrincipal}
          />
        </div>
        <div>
          <label htmlFor={`${ids}-way`}>{words.channel}</label>
          <Pick<Channel | typeof usual>
            id={`${ids}-way`}
            label={words.channel}
            value={channel}
            choices={[
              { value: usual, label: words.ownWay },
              ...Object.entries(strings.channels).map(([value, label]) => ({
                value: value as Channel,
                label,
              })),
            ]}
            onChange={setChannel}
          />
        </div>
      </div>
      <div className={css.askRow}>
        <Button
          type="submit"
          tone="strong"
          size="small"
          disabled={state.kind === 'busy'}
          focusableWhenDisabled
        >
          {words.ask}
        </Button>
        {showAll && filled.problems.length > 0 ? (
          <span className={css.bad}>{words.mend}</span>
        ) : null}
        {state.kind === 'busy' ? <span className={table.quiet}>{words.asking}</span> : null}
      </div>
      <div ref={said} role="status" aria-label={words.title}>
        {state.kind === 'told' ? <Verdict supposed={state.supposed} /> : null}
      </div>
      {state.kind === 'failed' ? (
        <p role="alert" className={css.bad}>
          <TroubleText {...state.error} />
        </p>
      ) : null}
    </form>
  )
}
