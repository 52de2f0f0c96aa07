// From the YAML of an agent file to an agent, or to every problem in it with line and column. Pure;
// reads no file.
import { AgentFile } from '../../../contract/agent/agent-file.ts'
import {
  capabilityNamed,
  generatedFault,
  grantFor,
  nearestCapability,
  scopeFault,
  type Granted,
} from '../../../contract/agent/capabilities/registry.ts'
import { makerSaid } from '../../../contract/agent/agent-maker.ts'
import type { Grant } from '../../../contract/agent/grant.ts'
import type { AgentDefinition, AgentProblem } from '../../../contract/agent/own-agent.ts'
import { nearest } from '../../../contract/nearest.ts'
import { keyOffset, valueOffset } from '../locate.ts'
import { readYaml } from '../parse.ts'
import { shapeOf, type Words } from '../problems.ts'

export type AgentFacts = {
  /** Models that can be named now. */
  readonly models: readonly string[]
  /** Models that can be named, but for which nothing is set: why, and what is used. */
  readonly unsetModel: (name: string) => string | null
  /** Whether a shared text is there. */
  readonly hasNamespace: (name: string) => boolean
  /** A program made this file, whatever it says of itself. */
  readonly byProgram?: boolean
}

export type ParsedAgent = {
  readonly definition: AgentDefinition | null
  readonly problems: readonly AgentProblem[]
  readonly warnings: readonly AgentProblem[]
}

type YamlPath = readonly (string | number)[]
type Noted = { readonly path: YamlPath; readonly key?: string | undefined; readonly words: Words }

/** Names that mean agents of Gatehouse itself. */
const RESERVED = new Set(['tour'])
const CHAT = 'main'

/** @param name what the file is called; null: it has no name yet. */
export function parseAgent(text: string, name: string | null, facts: AgentFacts): ParsedAgent {
  const read = readYaml(text, name ?? '', AgentFile, shapeOf(AgentFile))
  if (!read.ok)
    return {
      definition: null,
      warnings: [],
      problems: read.error.map(({ line, column, text: said, hint }) => ({
        line,
        column,
        text: said.replace('Gatehouse knows no setting', 'An agent file knows no setting'),
        hint,
      })),
    }
  const { value: file, document, at } = read.value
  const located = ({ path, key, words }: Noted): AgentProblem => {
    const offset = key === undefined ? valueOffset(document, path) : keyOffset(document, path, key)
    const { line, column, text: said, hint } = at(offset, words)
    return { line, column, text: said, hint }
  }
  const entries = file.capabilities.map(entryOf)
  const problems = [
    ...nameProblems(file.name, name, isMade(file, facts)),
    ...entries.flatMap(entryProblems),
    ...modelProblems(file.model, facts),
    ...(isMade(file, facts) ? generatedProblems(entries) : []),
  ].map(located)
  if (problems.length > 0)
    return { definition: null, problems: problems.toSorted(byLine), warnings: [] }
  const warnings = [
    ...entries.flatMap(({ granted, path }) => legacyWarning(granted, path)),
    ...modelWarnings(file.model, facts),
    ...file.namespaces.flatMap((space, index) =>
      facts.hasNamespace(space) ? [] : [noNamespace(space, index)],
    ),
  ].map(located)
  return {
    definition: {
      name: file.name,
      description: file.description.trim(),
      systemPrompt: file.system_prompt.trim(),
      capabilities: distinct(entries.flatMap(({ granted }) => granted ?? [])),
      namespaces: [...new Set(file.namespaces)],
      temperature: file.temperature,
      maxTokens: file.max_tokens,
      model: file.model,
      limits: file.limits,
      createdBy: file.created_by ?? null,
      createdAt: file.created_at ?? null,
    },
    problems: [],
    warnings: warnings.toSorted(byLine),
  }
}

/** What a file grants, whatever else is in it. Null: it cannot be read. */
export function grantIn(text: string): Grant | null {
  const read = readYaml(text, '', AgentFile, shapeOf(AgentFile))
  if (!read.ok) return null
  const entries = read.value.value.capabilities.map(entryOf)
  return entries.some((entry) => entryProblems(entry).length > 0)
    ? null
    : grantFor(distinct(entries.flatMap(({ granted }) => granted ?? [])))
}

type Entry = { readonly granted: Granted | null; readonly path: YamlPath; readonly key?: string }

function entryOf(entry: AgentFile['capabilities'][number], index: number): Entry {
  const path = ['capabilities', index]
  if (typeof entry === 'string')
    return { granted: entry === '' ? null : { name: entry, scope: null }, path }
  const [[name, scope] = ['', null]] = Object.entries(entry)
  return { granted: { name, scope }, path, key: name }
}

const isMade = ({ created_by: said }: AgentFile, { byProgram = false }: AgentFacts): boolean =>
  byProgram || makerSaid(said ?? null).kind !== 'person'

function nameProblems(own: string, file: string | null, created: boolean): readonly Noted[] {
  const noted = (words: Words): readonly Noted[] => [{ path: ['name'], words }]
  if (RESERVED.has(own))
    return noted({ text: `${own} is an agent of Gatehouse itself.`, hint: 'Choose another name.' })
  if (created && own === CHAT)
    return noted({
      text: `${own} is the chat agent of a person: a program cannot make its file.`,
      hint: 'Choose another name.',
    })
  return file === null || file === own
    ? []
    : noted({
        text: `The name is ${own}, but the file is called ${file}.yaml.`,
        hint: `Write name: ${file}, or rename the file to ${own}.yaml.`,
      })
}

function entryProblems({ granted, path, key }: Entry): readonly Noted[] {
  if (granted === null) return []
  const { name, scope } = granted
  const capability = capabilityNamed(name)
  if (capability === null) {
    const meant = nearestCapability(name)
    return [
      {
        path,
        key,
        words: {
          text: `There is no capability "${name.slice(0, 60)}".`,
          hint: `${meant === null ? '' : `Did you mean "${meant}"? `}gatehouse agents capabilities lists all of them.`,
        },
      },
    ]
  }
  const fault = scopeFault(capability, scope)
  if (fault === null) return []
  const words = { text: fault.text, hint: fault.hint }
  return fault.key === null || key === undefined
    ? [{ path, key, words }]
    : [{ path: [...path, key], key: fault.key, words }]
}

function modelProblems(model: string, { models }: AgentFacts): readonly Noted[] {
  if (models.includes(model)) return []
  const meant = nearest(model, models)
  return [
    {
      path: ['model'],
      words: {
        text: `There is no model "${model.slice(0, 60)}" here.`,
        hint: `${meant === null ? '' : `Did you mean "${meant}"? `}Known: ${models.join(', ')}. Others are named under model.names in the configuration.`,
      },
    },
  ]
}

function modelWarnings(model: string, { unsetModel }: AgentFacts): readonly Noted[] {
  const text = unsetModel(model)
  return text === null
    ? []
    : [
        {
          path: ['model'],
          words: { text, hint: `Set model.names.${model} to what your server calls it.` },
        },
      ]
}

function generatedProblems(entries: readonly Entry[]): readonly Noted[] {
  const text = generatedFault([
    ...new Set(entries.flatMap(({ granted }) => (granted === null ? [] : [granted.name]))),
  ])
  return text === null
    ? []
    : [
        {
          path: [],
          key: 'capabilities',
          words: {
            text,
            hint: 'Remove capabilities. In the window you can make it your own: remove created_by there, and save.',
          },
        },
      ]
}

function legacyWarning(granted: Granted | null, path: YamlPath): readonly Noted[] {
  const legacy = granted === null ? undefined : capabilityNamed(granted.name)?.legacy
  return legacy === undefined
    ? []
    : [{ path, words: { text: legacy, hint: 'The file works as it is.' } }]
}

const noNamespace = (space: string, index: number): Noted => ({
  path: ['namespaces', index],
  words: {
    text: `There is no shared text ${space}, so the agent is told nothing of it.`,
    hint: `Write it to shared/${space}.md beside the agent files.`,
  },
})

/** The same capability with the same scope once. */
const distinct = (granted: readonly Granted[]): Granted[] => [
  ...new Map(granted.map((one) => [JSON.stringify([one.name, one.scope]), one])).values(),
]

const byLine = (a: AgentProblem, b: AgentProblem): number => a.line - b.line || a.column - b.column
