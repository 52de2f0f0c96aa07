// Whether a plugin can be called as it is now, and why not. Pure.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { PluginState, Registration } from '../../contract/plugin/listing.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import type { PluginSettings } from '../../contract/plugin/settings.ts'
import { externalFilter } from './external-filter.ts'
import type { FoundPlugin } from './read-folder.ts'

export type PluginStatus = { readonly state: PluginState; readonly reason: Failure | null }

export type StatusFacts = {
  readonly settings: PluginSettings
  /** A tool that has this name, or one that looks like it; null: none. */
  readonly takenBy: (name: string) => string | null
  /** The plugin of the built-in folder that has this name, or one that looks like it; null: none. */
  readonly inBuiltIn: (name: string) => string | null
  /** Whether a person has to look at it: it is external, or agents can write its folder. */
  readonly needsReview: boolean
  /** What was reviewed; null: it never was. */
  readonly pin: { readonly text: string; readonly open: boolean } | null
  readonly registration: Registration | null
}

/**
 * The manifest and what runs, as a person reviews it: an acceptance is for exactly this text. What
 * white space the manifest ends with is not seen in it, so one that does not end as usual has its digest
 * there.
 */
export function reviewText({ text, program, digest }: FoundPlugin): string {
  const manifest = text.trimEnd()
  const name = program?.path.split(/[\\/]/).at(-1) ?? ''
  const isUsual = text.slice(manifest.length) === (manifest.includes('\r\n') ? '\r\n' : '\n')
  return `${manifest}\n\n# The program beside it\n# ${name} sha256 ${program?.sha256 ?? ''}\n${
    isUsual ? '' : `# Both sha256 ${digest ?? ''}\n`
  }`
}

export function pluginStatus(found: FoundPlugin, facts: StatusFacts): PluginStatus {
  const { name, origin, problems } = found
  const [first] = problems
  if (first !== undefined)
    return closed(
      'broken',
      failure(first.code, `${found.file}:${first.line}:${first.column}: ${first.text}`, first.hint),
    )
  const taken = facts.takenBy(name)
  if (taken !== null)
    return closed(
      'taken',
      failure(
        DECLARED_ERRORS.taken,
        taken === name
          ? `There is a tool named ${name} already.`
          : `${name} looks like the tool ${taken}.`,
        'Give the plugin another name.',
      ),
    )
  const above = origin === 'external' ? facts.inBuiltIn(name) : null
  if (above !== null && above !== name)
    return closed(
      'taken',
      failure(
        DECLARED_ERRORS.taken,
        `${name} looks like the plugin ${above} of the built-in folder.`,
        'Give the plugin another name.',
      ),
    )
  if (above !== null)
    return closed(
      'shadowed',
      failure(
        DECLARED_ERRORS.shadowed,
        `${name} is in both folders, and the one of the built-in folder is used.`,
        'Remove one of them, or rename this one.',
      ),
    )
  const filtered = externalFilter(origin, name, facts.settings)
  if (filtered !== null) return closed('filtered', filtered)
  if (facts.settings.strict && facts.registration !== null && facts.registration !== 'ok')
    return closed('registry', unregistered(name, facts.registration))
  if (!facts.needsReview) return { state: 'open', reason: null }
  const how = `Review it: gatehouse plugins review ${name}`
  if (facts.pin === null)
    return closed(
      'new',
      failure(DECLARED_ERRORS.unreviewed, `The plugin ${name} was not reviewed yet.`, how),
    )
  return facts.pin.open && facts.pin.text === reviewText(found)
    ? { state: 'open', reason: null }
    : closed(
        'changed',
        failure(
          DECLARED_ERRORS.changed,
          `The plugin ${name} has changed since you reviewed it, or was closed.`,
          how,
        ),
      )
}

const closed = (state: PluginState, reason: Failure): PluginStatus => ({ state, reason })

export const unregistered = (name: string, registration: 'unregistered' | 'mismatch'): Failure =>
  registration === 'mismatch'
    ? failure(
        DECLARED_ERRORS.mismatch,
        `${name} is not as it was registered: it takes other arguments, or says something else about the network or about being native.`,
        'Restore its manifest or reinstall Gatehouse, or set plugins.strict: false if you changed it yourself.',
      )
    : failure(
        DECLARED_ERRORS.unregistered,
        `${name} is not registered, and plugins.strict is on.`,
        'Move it to the external folder, or set plugins.strict: false.',
      )
