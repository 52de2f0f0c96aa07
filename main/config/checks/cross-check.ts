// What is wrong with a configuration although each of its values has the right form: names that
// nothing carries, things that are twice, patterns that cannot mean what they seem to. Pure; says
// where by path, never by line.
import { dottedPath } from '../../../contract/issue-text.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { standardPresets } from '../../../contract/policy/preset.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import type { PolicyFacts } from '../facts.ts'
import type { Fault } from '../fault.ts'
import { hostFaults } from './hosts.ts'
import { impossible } from './impossible.ts'
import { nameHint } from '../name-hint.ts'
import { nameFaults } from './known-names.ts'
import { fleetTargetFaults } from './fleet-targets.ts'
import { secondPersonFaults } from './second-person.ts'

/** @param facts null: what tools and hosts there are is not known, so nothing is said about their names. */
export const crossCheck = (config: Config, facts: PolicyFacts | null): readonly Fault[] => [
  ...presetName(config),
  ...ruleIds(config.rules),
  ...paths(config),
  ...hostFaults(config, facts),
  ...workspace(config, facts),
  ...impossible(config),
  ...fleetTargetFaults(config),
  ...secondPersonFaults(config),
  ...(facts === null ? [] : nameFaults(config, facts)),
]

function presetName({ preset, presets, gateway }: Config): readonly Fault[] {
  const known = [...new Set([...Object.keys(standardPresets), ...Object.keys(presets)])]
  const named: readonly (readonly [path: readonly PropertyKey[], name: string | null])[] = [
    [['preset'], preset],
    ...Object.entries(gateway.clients).map(
      ([client, { preset: own }]) => [['gateway', 'clients', client, 'preset'], own] as const,
    ),
  ]
  return named.flatMap(([path, name]) =>
    name === null || known.includes(name)
      ? []
      : [{ path, text: `There is no preset named "${name}".`, hint: nameHint(name, known) }],
  )
}

/** Refused here, once: else every single call would be. */
function workspace({ workspace: chosen }: Config, facts: PolicyFacts | null): readonly Fault[] {
  const problem = chosen === null ? null : (facts?.workspaceProblem?.(chosen) ?? null)
  return problem === null ? [] : [{ path: ['workspace'], text: problem.text, hint: problem.hint }]
}

function ruleIds(rules: readonly Rule[]): readonly Fault[] {
  const seen = new Set<string>()
  return rules.flatMap(({ id }, at) => {
    const twice = seen.has(id)
    seen.add(id)
    return twice
      ? [
          {
            path: ['rules', at, 'id'],
            text: `Two rules have the id ${id}.`,
            hint: 'Give each rule its own id.',
          },
        ]
      : []
  })
}

function paths({ rules, presets, stop }: Config): readonly Fault[] {
  const lists: readonly (readonly [
    path: readonly PropertyKey[],
    globs: readonly string[] | undefined,
  ])[] = [
    ...rules.map(({ when }, at) => [['rules', at, 'when', 'paths'], when.paths] as const),
    ...rules.map(({ when }, at) => [['rules', at, 'when', 'workspaces'], when.workspaces] as const),
    ...Object.entries(presets).map(
      ([name, preset]) => [['presets', name, 'allowWritePaths'], preset.allowWritePaths] as const,
    ),
    [['stop'], stop],
  ]
  return lists.flatMap(([path, globs = []]) =>
    globs.flatMap((glob, at) => {
      const fault = badPathGlob(glob)
      return fault === null
        ? []
        : [
            {
              path: [...path, at],
              text: `${dottedPath([...path, at])} cannot be read: ${fault[0]}`,
              hint: fault[1],
            },
          ]
    }),
  )
}

/**
 * Spellings that other programs know and the gate does not: read as plain characters, they would
 * match nothing.
 */
function badPathGlob(glob: string): readonly [text: string, hint: string] | null {
  if (glob.startsWith('!'))
    return ['a pattern cannot be negated with "!".', 'Write a rule for what you mean instead.']
  if (/\{[^}/]*,[^}]*\}/.test(glob))
    return ['braces are not alternatives here.', 'Write each alternative as a pattern of its own.']
  if (glob.split(/[\\/]/).some((name) => name.includes('**') && name !== '**'))
    return [
      '"**" matches folders and must be a whole name.',
      'Write src/**/*.ts for the files, or src/** for everything below src.',
    ]
  if (/^~[^/\\]/.test(glob))
    return ['"~" is your home folder only before a slash.', 'Write ~/docs, or the whole path.']
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  if (/[\u0000-\u001f\u007f]/.test(glob))
    return ['it contains an invisible character.', 'Type the pattern again.']
  return null
}
