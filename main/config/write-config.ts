// Changes of the file: of a setting, or of the whole text. Nothing of another program's change is lost.
import type { Config } from '../../contract/policy/config/config.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ConfigInForce } from './config-in-force.ts'
import { editText, header } from './edit/edit-text.ts'
import type { PolicyFacts } from './facts.ts'
import { readConfig, replaceConfig } from './file.ts'
import { parseOnce } from './parse.ts'
import type { MayRelax } from './relaxation/may-relax.ts'

export type WriteConfigDeps = {
  readonly file: string
  readonly facts: PolicyFacts | undefined
  readonly inForce: ConfigInForce
  readonly current: () => Config
  /** What the patch alone makes looser. */
  readonly relaxesBy: (patch: ConfigPatch, from: Config, to: Config) => readonly string[]
}

/** See `CheckedConfigStore`. */
export type ReplaceConfig = (
  expected: string | null,
  text: string,
  before: (old: string) => Promise<Result<unknown, Failure>>,
) => Promise<Result<Config, Failure>>

export function writeConfig({ file, facts, inForce, current, relaxesBy }: WriteConfigDeps): {
  write(patch: ConfigPatch, may: MayRelax): Promise<Result<Config, Failure>>
  readonly replace: ReplaceConfig
} {
  const { accept, isEmptied, emptied } = inForce

  const write = async (patch: ConfigPatch, may: MayRelax): Promise<Result<Config, Failure>> => {
    let allowed: string | null = null
    const { removeRule } = patch
    if (removeRule !== undefined && !current().rules.some(({ id }) => id === removeRule))
      return err(
        failure(
          'config.no-rule',
          `There is no rule with the id ${removeRule}.`,
          'See: gatehouse policy check',
        ),
      )
    const lastText = inForce.lastText()
    // Somebody may save the file between our reading and our writing: then it is read again, and
    // nothing of theirs is lost.
    for (let attempt = 0; attempt < 5; attempt++) {
      const read = await readConfig(file)
      if (!read.ok) return read
      const lost = read.value === null || isEmptied(read.value)
      if (lost && read.value !== null && lastText === null) return err(malformed(emptied(), file))
      const text = (lost ? null : read.value) ?? lastText ?? header
      const before = parseOnce(text, file)
      if (!before.ok) return err(malformed(before.error[0], file))
      const edited = editText(text, file, patch)
      if (!edited.ok) return err(malformed(edited.error[0], file))
      const parsed = parseOnce(edited.value, file, facts)
      if (!parsed.ok) return err(refused(parsed.error[0]))
      // Asked once: a one-time code is used up by it. What became more since is another change.
      const relaxations = relaxesBy(patch, before.value.config, parsed.value.config)
      if (allowed !== relaxations.join('\n')) {
        if (allowed !== null) return err(elsewhere(file))
        const permitted = await may(relaxations)
        if (!permitted.ok) return permitted
        allowed = relaxations.join('\n')
      }
      if (read.value !== edited.value) {
        const written = await replaceConfig(file, read.value, edited.value)
        if (!written.ok) return written
        if (!written.value) continue
      }
      accept(edited.value, parsed.value)
      return ok(current())
    }
    return err(
      failure(
        'config.busy',
        `${file} is being changed by another program.`,
        'Try again in a moment.',
      ),
    )
  }

  const replace: ReplaceConfig = async (expected, text, before) => {
    const parsed = parseOnce(text, file, facts)
    if (!parsed.ok) return err(refused(parsed.error[0]))
    const read = await readConfig(file)
    if (!read.ok) return read
    if (read.value !== expected) return err(elsewhere(file))
    if (read.value !== text) {
      const stored = read.value === null ? ok(null) : await before(read.value)
      if (!stored.ok) return stored
      const written = await replaceConfig(file, expected, text)
      if (!written.ok) return written
      if (!written.value) return err(elsewhere(file))
    }
    accept(text, parsed.value)
    return ok(current())
  }

  return { write, replace }
}

const elsewhere = (file: string): Failure =>
  failure(
    'config.changed',
    `${file} was changed in the meantime by another program or window.`,
    'Nothing was written. Compare both versions, then save again.',
  )

const malformed = (first: ConfigProblem | undefined, file: string): Failure =>
  failure(
    'config.malformed',
    `Nothing was written, because the file has a mistake: ${first === undefined ? file : `${first.file}, line ${first.line}, column ${first.column}: ${first.text}`}`,
    `Correct the line and save the file, then try again.${first === undefined ? '' : ` ${first.hint}`}`,
  )

const refused = (first: ConfigProblem | undefined): Failure =>
  failure(
    'config.invalid',
    first === undefined ? 'The change does not fit the configuration.' : first.text,
    first?.hint,
  )
