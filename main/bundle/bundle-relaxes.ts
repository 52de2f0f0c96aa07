// What one bundle allows that the one before it did not, in sentences. In doubt it counts as looser.
// Pure.
import type { Bundle, ServerPins } from '../../contract/bundle/bundle.ts'
import { Config } from '../../contract/policy/config/config.ts'

/** What a configuration lets through that another does not. */
export type RelaxesIn = (from: Config, to: Config) => readonly string[]

export const bundleRelaxes =
  (relaxesIn: RelaxesIn) =>
  (from: Bundle, to: Bundle): readonly string[] => [
    ...relaxesIn(asConfig(from), asConfig(to, from.preset === null)),
    ...(from.preset !== null && to.preset === null
      ? [`The preset ${from.preset} no longer restricts anything.`]
      : []),
    ...Object.entries(from.servers).flatMap(([server, pins]) =>
      pinsLoosen(server, pins, to.servers[server]),
    ),
    ...Object.entries(from.agents).flatMap(([name, text]) =>
      to.agents[name] === undefined
        ? [`The agent ${name} is held to no file any more.`]
        : to.agents[name] === text
          ? []
          : [`The agent ${name} is held to another file.`],
    ),
    ...from.revokedKeys
      .filter((key) => !to.revokedKeys.includes(key))
      .map((key) => `The key ${key.slice(0, 16)}… may sign again.`),
  ]

/** @param bare where the other one names no preset, presets cannot be compared. */
const asConfig = ({ preset, presets, rules, stop, tools }: Bundle, bare = false): Config =>
  Config.parse({
    presets,
    rules,
    stop,
    tools,
    ...(preset === null || bare ? {} : { preset }),
  })

function pinsLoosen(server: string, from: ServerPins, to: ServerPins | undefined): string[] {
  if (to === undefined) return [`The server ${server} may use tools of any definition.`]
  const definitions = (['tools', 'prompts', 'resources'] as const).flatMap((kind) => {
    const [before, now] = [from[kind], to[kind]]
    if (before === undefined) return []
    if (now === undefined) return [`The server ${server} may use ${kind} of any definition.`]
    return Object.keys(now)
      .filter((name) => !Object.hasOwn(before, name) || now[name] !== before[name])
      .map((name) => `The server ${server} may use another definition of ${name}.`)
  })
  if (from.programs === undefined) return definitions
  const known = from.programs
  return [
    ...definitions,
    ...(to.programs === undefined
      ? [`The server ${server} may be started from any program.`]
      : to.programs.some((program) => !known.includes(program))
        ? [`The server ${server} may be started from another program.`]
        : []),
  ]
}
