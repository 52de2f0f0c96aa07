// The configuration in force: loads it, follows the file, writes changes back. Fails closed: what
// cannot be read never loosens what was in force.
import { Config } from '../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { PolicyWarning } from '../../contract/policy/policy-report.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { editText, header } from './edit.ts'
import { relaxesIn } from './relaxation/relaxes.ts'
import type { MayRelax } from './relaxation/may-relax.ts'
import { readConfig, replaceConfig } from './file.ts'
import type { PolicyFacts } from './facts.ts'
import { parseOnce, type ParsedFile } from './parse.ts'
import { hasContent, isCutOff } from './emptied.ts'
import { inForceMark } from './in-force-mark.ts'
import { signatureOf, watchConfig } from './watch.ts'

export type ConfigListener = (config: Config, problem: ConfigProblem | null) => void

export type ConfigStore = {
  /** What is in force. */
  current(): Config
  /**
   * What is wrong with the file, the first place of it; null while the file is what is in force.
   */
  problem(): ConfigProblem | null
  /**
   * Writes a change into the file and puts it in force. Refused while the file is malformed.
   * Switching the exfiltration guard on takes effect even then: the failure says that it could not
   * be written. `may` hears what the change makes looser, and its failure is the answer then.
   */
  update(patch: ConfigPatch, may: MayRelax): Promise<Result<Config, Failure>>
  /** Reads the file again now. */
  reload(): Promise<void>
  /**
   * Called after every change of configuration or problem. Returns the way to stop. Listeners must
   * not throw.
   */
  onChange(listener: ConfigListener): () => void
  dispose(): void
}

/** With all that a check of the file found. */
export type CheckedConfigStore = ConfigStore & {
  problems(): readonly ConfigProblem[]
  /** What is in force and probably not meant. */
  warnings(): readonly PolicyWarning[]
  /** What is in the file now; null where there is none. */
  text(): Promise<Result<string | null, Failure>>
  /**
   * Puts a whole text in the place of the file, and in force. `before` is told about the old text
   * just before it goes. Refused when the text has a mistake (`config.invalid`), or when the file
   * does not say `expected` any more (`config.changed`).
   */
  replace(
    expected: string | null,
    text: string,
    before: (old: string) => Promise<Result<unknown, Failure>>,
  ): Promise<Result<Config, Failure>>
}

const defaults: Config = Config.parse({})

/**
 * In force when the file cannot be read at start. What the person had allowed is unknown, and so is
 * whether the guard was on: nothing is allowed, and it is on.
 */
export const closedConfig: Config = {
  ...defaults,
  exfiltrationGuard: { enabled: true, allowTools: [] },
}

export type ConfigOptions = {
  readonly file: string
  /**
   * What names and hosts are checked against; left out, only what the file itself can tell is
   * checked.
   */
  readonly facts?: PolicyFacts
  readonly onChange?: ConfigListener
  /**
   * Where it is remembered from one start to the next that the file had content; left out, it is
   * not.
   */
  readonly markFile?: string
}

/** A missing file means defaults; it is written at the first change. */
export async function openConfig(options: ConfigOptions): Promise<CheckedConfigStore> {
  const { file, facts } = options
  const listeners = new Set<ConfigListener>(
    options.onChange === undefined ? [] : [options.onChange],
  )
  let loaded: Config | null = null
  let warnings: readonly PolicyWarning[] = []
  let lastText: string | null = null
  let problems: readonly ConfigProblem[] = []
  const problem = (): ConfigProblem | null => problems[0] ?? null
  /**
   * There was no file at start, so defaults were in force: a first file that is malformed changes
   * nothing.
   */
  let neverThere = false
  /**
   * Switched on while the file could not be written: stays on until a change of the switch is
   * written.
   */
  let guardHeldOn = false
  let held: { readonly of: Config; readonly on: Config } | null = null
  const mark = options.markFile === undefined ? null : inForceMark(options.markFile, file)
  /**
   * A file that looked cut off, as it was then: saved once more with the same text, it is meant.
   */
  let cutOff: { readonly text: string; readonly signature: string } | null = null
  let disposed = false
  let queue: Promise<unknown> = Promise.resolve()

  const current = (): Config => {
    const config = loaded ?? (problems.length === 0 || neverThere ? defaults : closedConfig)
    if (!guardHeldOn) return config
    // The same object as long as it says the same: the one who builds on it can tell by that.
    if (held?.of !== config)
      held = {
        of: config,
        on: { ...config, exfiltrationGuard: { ...config.exfiltrationGuard, enabled: true } },
      }
    return held.on
  }
  /** One thing at a time, in order: a reload in the middle of a write would see half of it. */
  const serialized = <T>(work: () => Promise<T>): Promise<T> => {
    const slot = queue.then(work)
    queue = slot.catch(() => {})
    return slot
  }
  const notifyIfChanged = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = JSON.stringify([current(), problems])
    const result = await work()
    if (!disposed && JSON.stringify([current(), problems]) !== before)
      for (const listener of listeners) listener(current(), problem())
    return result
  }
  const atTop = (text: string, hint: string): ConfigProblem => ({
    file,
    line: 1,
    column: 1,
    text,
    hint,
  })
  const accept = (text: string, parsed: ParsedFile): void => {
    loaded = parsed.config
    warnings = parsed.warnings
    lastText = text
    problems = []
    cutOff = null
    if (hasContent(text)) mark?.note()
  }

  /**
   * Where a file with content was in force, an empty one is no configuration but a save that went
   * wrong.
   */
  const isEmptied = (text: string): boolean =>
    !hasContent(text) && (lastText === null ? mark?.known() === true : hasContent(lastText))
  const emptied = (): ConfigProblem =>
    atTop(
      `${file} is empty. ${loaded === null ? 'Until it is put right, nothing is allowed by it and the exfiltration guard is on' : 'What it said last stays in force'}.`,
      'Save the file again, or write {} into it if you want the defaults.',
    )
  const looksCutOff = (text: string, signature: string): boolean => {
    if (lastText === null || !isCutOff(lastText, text)) return false
    const meant = cutOff?.text === text && cutOff.signature !== signature
    if (!meant) cutOff = { text, signature }
    return !meant
  }

  const load = async (): Promise<void> => {
    const signature = signatureOf(file)
    const read = await readConfig(file)
    if (!read.ok) {
      problems = [atTop(read.error.text, read.error.hint ?? '')]
      return
    }
    if (read.value === null) {
      // Gone while in use is not the same as never there: going back to defaults could loosen.
      neverThere ||= loaded === null && problems.length === 0
      problems =
        loaded === null
          ? []
          : [
              atTop(
                `${file} is gone; what it said last stays in force.`,
                'Put it back, or change a setting to have it written again.',
              ),
            ]
      return
    }
    const parsed = parseOnce(read.value, file, facts)
    if (!parsed.ok) problems = parsed.error
    else if (isEmptied(read.value)) problems = [emptied()]
    else if (looksCutOff(read.value, signature))
      problems = [
        atTop(
          `${file} ends in the middle of a line. Your previous settings are still in use.`,
          'Save the whole file again. If you save it as it is now, Gatehouse uses it.',
        ),
      ]
    else accept(read.value, parsed.value)
  }

  /**
   * What the patch alone makes looser, whatever else somebody wrote into the file meanwhile. A
   * guard that is held on counts as on.
   */
  const relaxesBy = (patch: ConfigPatch, from: Config, to: Config): readonly string[] => {
    const heldOn = (config: Config): Config => ({
      ...config,
      exfiltrationGuard: { ...config.exfiltrationGuard, enabled: true },
    })
    if (!guardHeldOn) return relaxesIn(from, to)
    return relaxesIn(heldOn(from), patch.exfiltrationGuard === undefined ? heldOn(to) : to)
  }

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

  const replace: CheckedConfigStore['replace'] = async (expected, text, before) => {
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

  // Watched before it is read: a change between the two must not go unseen.
  const stopWatching = watchConfig(file, () => void serialized(() => notifyIfChanged(load)))
  await serialized(load)

  return {
    current,
    problem,
    problems: () => problems,
    warnings: () => warnings,
    text: () => readConfig(file),
    replace: (...given) =>
      serialized(() =>
        notifyIfChanged(async () => {
          const result = await replace(...given)
          // What was held on goes by what is written from now on.
          if (result.ok) guardHeldOn = false
          return result.ok ? ok(current()) : result
        }),
      ),
    update: (patch, may) =>
      serialized(() =>
        notifyIfChanged(async () => {
          const result = await write(patch, may)
          if (patch.exfiltrationGuard === undefined) return result
          guardHeldOn = !result.ok && (guardHeldOn || patch.exfiltrationGuard.enabled)
          if (result.ok) return ok(current())
          if (!patch.exfiltrationGuard.enabled) return result
          return err(
            failure(
              result.error.code,
              `The exfiltration guard is on until Gatehouse quits, but could not be saved: ${result.error.text}`,
              result.error.hint,
            ),
          )
        }),
      ),
    reload: () => serialized(() => notifyIfChanged(load)),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose() {
      disposed = true
      listeners.clear()
      stopWatching()
    },
  }
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
