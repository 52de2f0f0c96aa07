// Which configuration is in force: the last valid one, as long as the file cannot be used.
import { Config } from '../../contract/policy/config/config.ts'
import type { ConfigProblem } from '../../contract/policy/config/config-problem.ts'
import type { PolicyWarning } from '../../contract/policy/policy-report.ts'
import { hasContent, isCutOff } from './emptied.ts'
import type { PolicyFacts } from './facts.ts'
import { readConfig } from './file.ts'
import { inForceMark } from './in-force-mark.ts'
import { parseOnce, type ParsedFile } from './parse.ts'
import { signatureOf } from './watch.ts'

const defaults: Config = Config.parse({})

/**
 * In force when the file cannot be read at start. What the person had allowed is unknown, and so is
 * whether the guard was on: nothing is allowed, and it is on.
 */
export const closedConfig: Config = {
  ...defaults,
  exfiltrationGuard: { enabled: true, allowTools: [] },
}

export type ConfigInForce = {
  /** As the file has it: a guard that is held on is not in it. */
  config(): Config
  problems(): readonly ConfigProblem[]
  warnings(): readonly PolicyWarning[]
  /** The file as it was when it was taken last; null: it never was. */
  lastText(): string | null
  /** Reads the file. */
  load(): Promise<void>
  accept(text: string, parsed: ParsedFile): void
  isEmptied(text: string): boolean
  emptied(): ConfigProblem
}

export type ConfigInForceOptions = {
  readonly file: string
  readonly facts: PolicyFacts | undefined
  readonly markFile: string | undefined
}

export function configInForce({ file, facts, markFile }: ConfigInForceOptions): ConfigInForce {
  let loaded: Config | null = null
  let warnings: readonly PolicyWarning[] = []
  let lastText: string | null = null
  let problems: readonly ConfigProblem[] = []
  /**
   * There was no file at start, so defaults were in force: a first file that is malformed changes
   * nothing.
   */
  let neverThere = false
  const mark = markFile === undefined ? null : inForceMark(markFile, file)
  /**
   * A file that looked cut off, as it was then: saved once more with the same text, it is meant.
   */
  let cutOff: { readonly text: string; readonly signature: string } | null = null
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
                `${file} is gone; its last settings stay in force.`,
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

  return {
    config: () => loaded ?? (problems.length === 0 || neverThere ? defaults : closedConfig),
    problems: () => problems,
    warnings: () => warnings,
    lastText: () => lastText,
    load,
    accept,
    isEmptied,
    emptied,
  }
}
