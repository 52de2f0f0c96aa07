// The agents of the person’s own: one YAML file each, in the folder agents beside the configuration.
// Keeps what they say, sees when they change, and writes them. A file that cannot be read is kept as
// broken, and never left out.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AgentFileName } from '../../../contract/agent/agent-file.ts'
import { grantFor } from '../../../contract/agent/capabilities/registry.ts'
import { NOTHING, type Grant } from '../../../contract/agent/grant.ts'
import { makerText, type AgentMaker } from '../../../contract/agent/agent-maker.ts'
import type { AgentProblem, OwnAgent } from '../../../contract/agent/own-agent.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { fileReason } from '../../../contract/file-reason.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import {
  forgetDeleted,
  makerFacts,
  savedByPerson,
  setAside,
  switchAgent,
  takeBack,
  type AgentMakers,
} from './made-agents.ts'
import { watchFolder } from './watch-folder.ts'
import { parseAgent, type AgentFacts, type ParsedAgent } from './parse-agent.ts'

export type AgentEntry = OwnAgent & { readonly grant: Grant; readonly text: string }

export type MadeBy = { readonly maker: AgentMaker; readonly untrusted: string | null }

export type AgentFiles = {
  /** By name. */
  list(): readonly AgentEntry[]
  get(name: string): AgentEntry | null
  check(text: string, name: string | null): ParsedAgent
  /**
   * Every agent file is written here, for persons and for programs. `by`: the program that made it; null: a person.
   * Fails with `agent.broken`, `agent.taken`, `agent.unwritable`.
   */
  save(text: string, by: MadeBy | null, replaces: string | null): Result<AgentEntry, Failure>
  /**
   * Turns one that a program made on or off. `seen`: the text that the person looked at. Fails with
   * `agent.unknown`, `agent.own`, `agent.broken`, `agent.changed`.
   */
  turn(name: string, on: boolean, seen: string): Result<AgentEntry, Failure>
  /** Kept in the folder removed, so that it can be taken back. */
  remove(name: string): Result<void, Failure>
  /** Fails with `agent.unknown`, `agent.taken`, `agent.unwritable`. */
  restore(name: string): Result<void, Failure>
  /** The shared texts that an agent is told, by name. */
  shared(names: readonly string[]): readonly { readonly name: string; readonly text: string }[]
  /** Another list: something was written, or what the files are checked against changed. */
  reload(): void
  onChange(listener: () => void): () => void
  dispose(): void
}

const LONGEST = 256 * 1024
const LONGEST_SHARED = 20_000
const MOST = 1_000

/** @param facts what a file is checked against, as it is now. */
export function openAgentFiles(
  folder: string,
  facts: () => Omit<AgentFacts, 'hasNamespace' | 'byProgram'>,
  makers: AgentMakers,
): AgentFiles {
  const listeners = new Set<() => void>()
  const sharedText = (name: string): string | null =>
    readText(join(folder, 'shared', `${name}.md`), LONGEST_SHARED * 4)
  const factsNow = (): AgentFacts => ({
    ...facts(),
    hasNamespace: (name) => sharedText(name) !== null,
  })
  const removed = join(folder, 'removed')
  const fileOf = (name: string): string => join(folder, `${name}.yaml`)

  /** Not where the folder cannot be read: then nobody knows what was deleted. */
  function forget(): void {
    const plain = (names: readonly string[]) =>
      new Set(names.map((file) => file.replace(/\.ya?ml$/, '')))
    const there = namesOrNull(folder)
    if (there !== null) forgetDeleted(makers, plain(there), plain(namesIn(removed)))
  }

  function load(): ReadonlyMap<string, AgentEntry> {
    forget()
    const now = factsNow()
    const files = namesIn(folder)
      .filter((file) => /\.ya?ml$/.test(file))
      .slice(0, MOST)
    return new Map(
      files.map((file) => {
        const entry = entryOf(join(folder, file), file, now, makers)
        return [entry.name, entry]
      }),
    )
  }

  let entries = load()
  const reload = (): void => {
    entries = load()
    for (const listener of listeners) listener()
  }
  const unwatch = watchFolder([folder, join(folder, 'shared')], reload)

  return {
    list: () => [...entries.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    get: (name) => entries.get(name) ?? null,
    check: (text, name) => parseAgent(text, name, factsNow()),
    save(given, by, replaces) {
      const text = by === null ? given : withMaker(given, by.maker)
      const parsed = parseAgent(text, null, factsNow())
      const [first] = parsed.problems
      if (parsed.definition === null)
        return err(
          failure('agent.broken', `Line ${first?.line ?? 1}: ${first?.text ?? ''}`, first?.hint),
        )
      const { name, createdBy } = parsed.definition
      if (name !== replaces && entries.has(name)) return err(taken(name))
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const before = replaces === null ? null : (entries.get(replaces) ?? null)
        // Known before the file is there: nothing that a program made is ever taken for a person's.
        if (by !== null) makers.put(name, { ...by, on: null })
        replaceFile(fileOf(name), text)
        if (by === null) savedByPerson(makers, { name, text, createdBy }, before)
        if (before !== null && before.file !== fileOf(name)) rmSync(before.file, { force: true })
      } catch (fault) {
        return err(unwritable(fault))
      }
      reload()
      const saved = entries.get(name)
      return saved === undefined
        ? err(failure('agent.unwritable', `${fileOf(name)} cannot be read back.`))
        : ok(saved)
    },
    turn(name, on, seen) {
      const entry = entries.get(name)
      if (entry === undefined)
        return err(failure('agent.unknown', `There is no agent named ${name}.`))
      const turned = switchAgent(makers, entry, on, seen)
      if (!turned.ok) return turned
      reload()
      return ok(entries.get(name) ?? entry)
    },
    remove(name) {
      const entry = entries.get(name)
      if (entry === undefined)
        return err(failure('agent.unknown', `There is no agent named ${name}.`))
      try {
        mkdirSync(removed, { recursive: true, mode: 0o700 })
        renameSync(entry.file, join(removed, basename(entry.file)))
        setAside(makers, name)
      } catch (fault) {
        return err(unwritable(fault))
      }
      reload()
      return ok(undefined)
    },
    restore(name) {
      // Names of files of these agents only: no path of a caller leads anywhere else.
      const file = namesIn(removed).find((each) => each.replace(/\.ya?ml$/, '') === name)
      if (file === undefined)
        return err(failure('agent.unknown', `No deleted agent is named ${name}.`))
      if (entries.has(name)) return err(taken(name))
      try {
        // Before the file is there: until then it is off at most.
        takeBack(makers, name)
        renameSync(join(removed, file), join(folder, file))
      } catch (fault) {
        return err(unwritable(fault))
      }
      reload()
      return ok(undefined)
    },
    shared: (names) =>
      names.flatMap((name) => {
        const text = sharedText(name)
        return text === null ? [] : [{ name, text: text.slice(0, LONGEST_SHARED) }]
      }),
    reload,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose: unwatch,
  }
}

function entryOf(
  file: string,
  base: string,
  facts: AgentFacts,
  makers: Pick<AgentMakers, 'get' | 'sha256'>,
): AgentEntry {
  const name = base.replace(/\.ya?ml$/, '')
  const created = makers.get(name)
  const broken = (problem: AgentProblem, text = ''): AgentEntry => ({
    name,
    file,
    text,
    state: 'broken',
    definition: null,
    warnings: [],
    grant: NOTHING,
    maker: created?.maker ?? PERSON,
    untrusted: created?.untrusted ?? null,
    problems: [problem],
  })
  if (base.endsWith('.yml'))
    return broken({ ...TOP, text: `${base} ends in .yml.`, hint: `Rename it to ${name}.yaml.` })
  if (!AgentFileName.safeParse(name).success)
    return broken({
      ...TOP,
      text: `${base} is no name for an agent file.`,
      hint: 'Use lower-case letters, digits, _ and -, beginning with a letter or digit.',
    })
  const text = readText(file, LONGEST)
  if (text === null)
    return broken({
      ...TOP,
      text: `${base} cannot be read: it has to be a file of text of at most ${LONGEST / 1024} KiB.`,
      hint: 'Check its rights, or remove it.',
    })
  const parsed = parseAgent(text, name, { ...facts, byProgram: created !== null })
  const { definition } = parsed
  const { maker, untrusted, off, warnings } = makerFacts(
    created,
    definition?.createdBy ?? null,
    text,
    makers.sha256,
  )
  return {
    name,
    file,
    text,
    maker,
    untrusted,
    definition,
    state: definition === null ? 'broken' : off ? 'off' : 'ready',
    problems: [...parsed.problems],
    warnings: [...(definition === null ? [] : warnings), ...parsed.warnings],
    grant: definition === null || off ? NOTHING : grantFor(definition.capabilities),
  }
}

const TOP = { line: 1, column: 1 }
const PERSON: AgentMaker = { kind: 'person' }

/** No folder: no agents of one's own. */
const namesIn = (folder: string): readonly string[] => namesOrNull(folder) ?? []

function namesOrNull(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return null
  }
}

function readText(file: string, longest: number): string | null {
  try {
    const stat = statSync(file)
    if (!stat.isFile() || stat.size > longest) return null
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch {
    return null
  }
}

/** Who made it is in the file, and no text of a program can say otherwise. */
const withMaker = (text: string, maker: AgentMaker): string =>
  `${text.replace(/^created_by:.*\n?/gm, '').trimEnd()}\ncreated_by: ${JSON.stringify(makerText(maker))}\n`

const taken = (name: string): Failure =>
  failure('agent.taken', `There is an agent named ${name}.`, 'Choose another name.')

const unwritable = (fault: unknown): Failure =>
  failure(
    'agent.unwritable',
    `The agent file cannot be written: ${fileReason(fault)}.`,
    'Check the rights of the folder and whether the disk is full.',
  )
