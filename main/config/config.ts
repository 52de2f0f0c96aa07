// The configuration in force: loads it, follows the file, writes changes back. Fails closed: what
// cannot be read never loosens what was in force.
import type { Config } from '../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { PolicyWarning } from '../../contract/policy/policy-report.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { MayRelax } from './relaxation/may-relax.ts'
import { readConfig } from './file.ts'
import type { PolicyFacts } from './facts.ts'
import { watchConfig } from './watch.ts'
import { configInForce } from './config-in-force.ts'
import { heldGuard } from './held-guard.ts'
import { writeConfig, type ReplaceConfig } from './write-config.ts'

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
  readonly replace: ReplaceConfig
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
  const guard = heldGuard()
  const inForce = configInForce({ file, facts, markFile: options.markFile })
  const { problems, load } = inForce
  const current = (): Config => guard.over(inForce.config())
  const problem = (): ConfigProblem | null => problems()[0] ?? null
  const { write, replace } = writeConfig({
    file,
    facts,
    inForce,
    current,
    relaxesBy: guard.relaxesBy,
  })
  let disposed = false
  let queue: Promise<unknown> = Promise.resolve()

  /** One thing at a time, in order: a reload in the middle of a write would see half of it. */
  const serialized = <T>(work: () => Promise<T>): Promise<T> => {
    const slot = queue.then(work)
    queue = slot.catch(() => {})
    return slot
  }
  const notifyIfChanged = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = JSON.stringify([current(), problems()])
    const result = await work()
    if (!disposed && JSON.stringify([current(), problems()]) !== before)
      for (const listener of listeners) listener(current(), problem())
    return result
  }
  // Watched before it is read: a change between the two must not go unseen.
  const stopWatching = watchConfig(file, () => void serialized(() => notifyIfChanged(load)))
  await serialized(load)

  return {
    current,
    problem,
    problems,
    warnings: inForce.warnings,
    text: () => readConfig(file),
    replace: (...given) =>
      serialized(() =>
        notifyIfChanged(async () => {
          const result = await replace(...given)
          // What was held on goes by what is written from now on.
          if (result.ok) guard.set(false)
          return result.ok ? ok(current()) : result
        }),
      ),
    update: (patch, may) =>
      serialized(() =>
        notifyIfChanged(async () => {
          const result = await write(patch, may)
          if (patch.exfiltrationGuard === undefined) return result
          guard.set(!result.ok && (guard.isOn() || patch.exfiltrationGuard.enabled))
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
