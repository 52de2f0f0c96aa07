// What one bundle lets through that the one before it did not, in sentences. In doubt it counts as
// looser. Pure.
import type { Bundle } from '../../contract/bundle/bundle.ts'
import { Config } from '../../contract/policy/config/config.ts'

/** What a configuration lets through that another does not. */
export type RelaxesIn = (from: Config, to: Config) => readonly string[]

export const bundleRelaxes =
  (relaxesIn: RelaxesIn) =>
  (from: Bundle, to: Bundle): readonly string[] => [
    ...relaxesIn(asConfig(from), asConfig(to, from.preset === null)),
    ...(from.preset !== null && to.preset === null
      ? [`The preset ${from.preset} holds nothing back any more.`]
      : []),
    ...Object.entries(from.servers).flatMap(([server, { tools }]) => {
      const now = to.servers[server]?.tools
      if (now === undefined) return [`The server ${server} may use tools of any definition.`]
      return Object.keys(now)
        .filter((tool) => now[tool] !== tools[tool])
        .map((tool) => `The server ${server} may use another definition of ${tool}.`)
    }),
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
