// What an organisation holds, at the place in the overview where the person sets the same.
import { heldPresetLines } from '../../../contract/bundle/held-text.ts'
import type { ManagedPolicy } from '../../../contract/bundle/state.ts'
import { presetName } from '../../state/policy/use-preset.ts'
import { ManagedBy } from '../../ui/managed-by.tsx'
import { Block } from './block.tsx'
import css from './policy.module.css'
import { strings } from './strings.ts'

const { managed: words } = strings
type Props = { readonly managed: ManagedPolicy | null }

/** `lines`: what of a preset of its own is said. */
export function ManagedPreset({
  managed,
  lines = heldPresetLines,
}: Props & { readonly lines?: typeof heldPresetLines }) {
  if (managed === null || managed.preset === null) return null
  const { organisation, preset, presets } = managed
  const own = Object.hasOwn(presets, preset) ? presets[preset] : undefined
  return (
    <>
      <p>
        <ManagedBy name={organisation}>{words.preset(presetName(preset))}</ManagedBy>
      </p>
      {own === undefined ? null : (
        <>
          <p className={css.quiet}>{words.ownPreset(presetName(preset))}</p>
          <ul className={css.bullets}>
            {lines(own).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

export function ManagedStop({ managed }: Props) {
  return managed === null || managed.stop.length === 0 ? null : (
    <>
      <h3>
        <ManagedBy name={managed.organisation} />
      </h3>
      <ul className={css.places}>
        {managed.stop.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Settings of tools, pins of servers and limits of agents: each by name. */
export function ManagedRest({ managed }: Props) {
  if (managed === null) return null
  const { organisation, tools, servers, agents } = managed
  const rows: readonly (readonly [name: string, text: string])[] = [
    ...Object.entries(tools).map(([name, setting]) => [name, words.tool(setting)] as const),
    ...Object.entries(servers).map(([name, pins]) => [name, words.server(pins)] as const),
    ...Object.keys(agents).map((name) => [name, words.agent] as const),
  ]
  return rows.length === 0 ? null : (
    <Block title={words.rest(organisation)} text={words.restText}>
      <ul className={css.rows}>
        {rows.map(([name, text]) => (
          <li key={`${name} ${text}`}>
            <code>{name}</code>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
