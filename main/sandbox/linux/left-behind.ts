// Says, in a sandbox that throws its own writable places away, what a command has left in them: a
// file that it moved there from the workspace would otherwise be gone without a word. Pure: a line
// of shell that runs the command, looks, and ends with the command's own exit code.
import { COMMAND_BEGAN, COMMAND_HOME, COMMAND_TMP } from '../command-environment.ts'
import { quoted } from './job-line.ts'

/**
 * Made when the sandbox is built, or when its job has come, and not written to afterwards: older than
 * it is what was moved.
 */
const marks = { built: '/run', begun: `${COMMAND_BEGAN}/mark` } as const

/** What programs fill in a home folder on their own. What was moved there is named all the same. */
const caches = ['.cache', '.npm', '.yarn', '.cargo', '.gradle', '.m2', '.nuget', '.dotnet']

const MOST_NAMED = 20

export const LEFT_SAYS = 'Gatehouse: written outside the workspace, where nothing is kept, and gone'

/**
 * Becomes a shell that has none of our variables in what can be read of it while it waits.
 *
 * @param program the command's words, quoted
 * @param mounted what the sandbox itself shows directly in /tmp
 * @param since the moment from which on it writes: its sandbox was `built` for it, or had waited
 * @param lived said on standard error, last of all, where the command ends as one that is killed: the
 * shell around it was not, then
 */
export const sayingWhatIsLeft = (
  shell: string,
  program: string,
  mounted: readonly string[],
  since: keyof typeof marks,
  lived?: string,
): string =>
  `exec ${quoted(shell)} -c ${quoted(lookingAfter(mounted, since, lived))} gatehouse ${program}`

function lookingAfter(
  mounted: readonly string[],
  since: keyof typeof marks,
  lived: string | undefined,
): string {
  const mark = marks[since]
  const ours = since === 'begun' ? [...mounted, mark] : mounted
  const folders = ['/tmp', '/dev/shm', COMMAND_HOME, ...(since === 'begun' ? [COMMAND_BEGAN] : [])]
  const skipped =
    ours.length === 0 ? '' : `case $f in ${ours.map(quoted).join('|')}) continue;; esac; `
  const cached = caches.map((name) => quoted(`${COMMAND_HOME}/${name}`)).join('|')
  const inFolder = (folder: string): string => `${folder}/* ${folder}/.[!.]* ${folder}/..?*`
  return [
    // The shell that looks says nothing itself about how the command ended.
    `exec 9>&2 2>/dev/null; (exec 2>&9 9>&-; exec "$@"); code=$?`,
    `n=0; left=; quiet=; add() { n=$((n+1)); [ $n -gt ${MOST_NAMED} ] || left="$left\${left:+, }$1"; }`,
    `for f in ${folders.map(inFolder).join(' ')}; do ` +
      `[ -e "$f" ] || [ -L "$f" ] || continue; ${skipped}` +
      `case $f in ${cached}) quiet=1;; ${COMMAND_HOME}/*) add "~\${f#${COMMAND_HOME}}";; *) add "$f";; esac; done`,
    `for f in ${inFolder(COMMAND_TMP)}; do [ -e "$f" ] || [ -L "$f" ] && quiet=1; done`,
    // Looked for only where there is something: it starts a program.
    `[ -z "$quiet" ] || { moved=$(find ${[COMMAND_TMP, ...caches.map((name) => `${COMMAND_HOME}/${name}`)].map(quoted).join(' ')} -mindepth 1 ! -newer ${mark} -prune -print); ` +
      `while IFS= read -r f; do [ "$f" -ot ${mark} ] && case $f in ${COMMAND_HOME}/*) add "~\${f#${COMMAND_HOME}}";; *) add "\\$TMPDIR\${f#${COMMAND_TMP}}";; esac; done <<GATEHOUSE_END\n$moved\nGATEHOUSE_END\n}`,
    `[ $n -le ${MOST_NAMED} ] || left="$left and $((n-${MOST_NAMED})) more"`,
    `[ -z "$left" ] || printf '%s: %s\\n' ${quoted(LEFT_SAYS)} "$left" >&9`,
    ...(lived === undefined ? [] : [`[ $code != 137 ] || printf %s ${quoted(lived)} >&9`]),
    'exit $code',
  ].join('\n')
}
