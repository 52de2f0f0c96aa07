// The line that a client starts its hook with. A hook that cannot start, or ends in any way but its
// own, has to stop the call: most clients take every exit code but 2 for "go on", so the line
// itself ends in 2 whatever became of the program.
import type { Program } from './agents/client.ts'

/** Which shell the client gives the line to. */
export type HookShell = 'posix' | 'cmd' | 'powershell'

/** Codex takes an exit code of 2 for a refusal only with a reason on standard error. */
const REASON = 'gatehouse: the hook did not answer, so the call is stopped.'

/**
 * A project can set variables for what an agent starts: these would load its code into the program
 * of the hook, or lead it to another Gatehouse.
 */
const EMPTIED: Program['env'] = { NODE_OPTIONS: '', NODE_PATH: '', GATEHOUSE_HOME: '' }

export function hookLine(shell: HookShell, { command, args, env }: Program, agent: string): string {
  const words = [command, ...args]
  const set = Object.entries({ ...EMPTIED, ...env })
  switch (shell) {
    case 'posix':
      return [
        ...set.map(([name, value]) => `${name}=${single(value)}`),
        ...words.map(single),
        `hook ${agent} || { echo ${single(REASON)} >&2; false; } || exit 2`,
      ].join(' ')
    case 'cmd':
      // With a quote as its first character cmd takes that one and the last one of the line away,
      // and the rest falls apart. To empty a variable that is not set counts as a failure.
      return [
        ...set.map(([name, value]) => `set "${name}=${value}" ${value === '' ? '&' : '&&'} `),
        ...words.map((word) => `${inCmd(word)} `),
        `hook ${agent} || (echo ${REASON} 1>&2 & exit 2)`,
      ].join('')
    case 'powershell':
      return [
        ...set.map(([name, value]) => `$env:${name}=${doubled(value)};`),
        '$LASTEXITCODE = $null;',
        // Where errors end a script, a program that is missing would end it with 1; and where
        // methods may not be called, a reason is not told.
        `try { & ${words.map(doubled).join(' ')} hook ${agent} } catch { };`,
        `if ($LASTEXITCODE -ne 0) { try { [Console]::Error.WriteLine(${doubled(REASON)}) } catch { }; exit 2 }`,
      ].join(' ')
  }
}

/**
 * Whether a line of an earlier version, or of somebody else, would let calls through when its
 * program is missing.
 */
export function endsInStop(line: string): boolean {
  if (/& exit 2\)\s*$/.test(line) || /\bexit 2 \}\s*$/.test(line)) return true
  const end = /^(.*?)\s*(?:\|\| \{ echo '[^']*' >&2; false; \} )?\|\|\s*exit 2\s*$/s.exec(line)
  // What is before it is the program and nothing else: `true || program || exit 2` never asks.
  return (
    end !== null && !/[;&|<>()`$#\n]/.test((end[1] ?? '').replaceAll(/'[^']*'|"[^"$`\\]*"/g, ''))
  )
}

const single = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
/**
 * A backslash before the closing quote would be taken for one that escapes it. A quote is in no
 * path of Windows.
 */
const inCmd = (word: string): string => `"${word.replaceAll('"', '').replace(/(\\+)$/, '$1$1')}"`
const doubled = (word: string): string => `'${word.replaceAll("'", "''")}'`
