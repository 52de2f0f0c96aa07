// Pure. By its program, what a command amounts to in other words: `docker image rm` is `docker rmi`.
import { gitCommands } from './git-spelling.ts'
import type { SpokenCommand } from './spoken-command.ts'

/** Of most programs there are none. */
export const NONE: readonly SpokenCommand[] = []

export type As = (...said: readonly string[]) => SpokenCommand

/** `own`: the words behind the program. `as`: the same command in these words. */
type Asked = {
  readonly bare: string
  readonly own: readonly string[]
  readonly as: As
  readonly spoken: SpokenCommand
}
type Forms = (asked: Asked) => readonly SpokenCommand[]

const gitForms: Forms = ({ bare, spoken }) => gitCommands(bare, spoken)

const INIT_SCRIPT = /^\/etc\/(?:rc\.d\/)?init\.d\//
const initForms: Forms = ({ bare, own, as }) => [as('systemctl', ...own, bare)]

const destroyForms: Forms = ({ own, as }) =>
  own.some((word) => /^--?destroy\b/.test(word)) ? [as('terraform', 'destroy', ...own)] : NONE

const serviceForms: Forms = ({ own, as }) => [as('systemctl', ...own.slice(1), ...own.slice(0, 1))]

const killForms: Forms = ({ bare, own, as }) =>
  own.some((word, at) => isKill(word, own[at - 1] ?? '')) ? [as(bare, '-9', ...own)] : NONE

function modeForms({ own, as }: Asked): readonly SpokenCommand[] {
  const mode = own.map(octal)
  return mode.some((word, at) => word !== own[at]) ? [as('chmod', ...mode)] : NONE
}

/** What is sent makes a POST of it where no method is named. */
const requestForms: Forms = ({ own, as }) =>
  !own.some((word) => /^(?:--req|-\w*X)/.test(word)) &&
  own.some((word) => /^(?:-\w*[dF]|--(?:data|json|form))/.test(word))
    ? [as('curl', '-X', 'POST', ...own)]
    : NONE

const composeForms: Forms = ({ own, as }) => [as('docker', 'compose', ...own)]

/** By the name of the program, without folder and ending. */
const FORMS: ReadonlyMap<string, Forms> = new Map<string, Forms>([
  ['docker-compose', composeForms],
  ['podman-compose', composeForms],
  ...['docker', 'podman', 'nerdctl'].map((name) => [name, imageForms] as const),
  ...['terraform', 'tofu', 'terragrunt'].map((name) => [name, destroyForms] as const),
  ['npx', ({ own, as }) => [as('npm', 'exec', ...own)]],
  ...['npm', 'pnpm', 'yarn', 'bun'].map((name) => [name, scriptForms] as const),
  ...['service', 'invoke-rc.d', 'rc-service'].map((name) => [name, serviceForms] as const),
  ...['systemctl', 'shutdown', 'init', 'telinit'].map((name) => [name, powerForms] as const),
  ['dpkg', packageForms],
  [
    'gio',
    ({ own, as }) => (/^(?:remove|trash)$/.test(own[0] ?? '') ? [as('rm', ...own.slice(1))] : NONE),
  ],
  ['chmod', modeForms],
  [
    'tar',
    ({ own, as }) =>
      /^[A-Za-z]+$/.test(own[0] ?? '') ? [as('tar', `-${own[0]}`, ...own.slice(1))] : NONE,
  ],
  ...['kill', 'pkill', 'killall'].map((name) => [name, killForms] as const),
  ['curl', requestForms],
])

/** `bare`: the program's name without folder and ending. Null: it has no other forms of its own. */
export const formsOf = (bare: string, program: string): Forms | null =>
  bare.startsWith('git')
    ? gitForms
    : (FORMS.get(bare) ?? (INIT_SCRIPT.test(program) ? initForms : null))

const isKill = (word: string, before: string): boolean =>
  /^(?:--signal=|-[sn]?)(?:(?:SIG)?KILL|9)$/i.test(word) ||
  (/^(?:--signal|-[sn])$/.test(before) && /^(?:(?:SIG)?KILL|9)$/i.test(word))

/** `docker image rm` is `docker rmi`, and so on. */
function imageForms({ own, as }: Asked): readonly SpokenCommand[] {
  const at = own.findIndex((word) => /^(?:image|builder|buildx)$/.test(word))
  if (at < 0) return []
  const verb = own[at + 1] ?? ''
  const short = own[at] === 'image' && /^(?:rm|remove)$/.test(verb) ? 'rmi' : verb
  return [as('docker', ...own.slice(0, at), short, ...own.slice(at + 2))]
}

/** A script of a package goes by every manager of packages; some scripts have a verb of their own. */
function scriptForms({ bare, own, as }: Asked): readonly SpokenCommand[] {
  if (bare === 'yarn' && own[0] === 'workspace') return [as('yarn', ...own.slice(2))]
  const runs = own.findIndex((word) => /^(?:run|run-script|rum|urn)$/.test(word))
  const isRun = runs >= 0
  const at = isRun ? runs : own.findIndex((word) => !word.startsWith('-'))
  const script = own.findIndex((word, index) => index > (isRun ? at : -1) && !word.startsWith('-'))
  const rest = script < 0 ? [] : own.slice(script)
  const fetched = bare === 'npm' && /^(?:exec|x)$/.test(own[at] ?? '')
  return [
    ...(fetched ? [as('npx', ...own.slice(at + 1))] : []),
    ...(isRun && /^(?:test|start|stop|restart)$/.test(rest[0] ?? '') ? [as(bare, ...rest)] : []),
    ...(rest.length > 0 && bare !== 'npm' && (isRun || bare === 'yarn' || bare === 'pnpm')
      ? [as('npm', 'run', ...rest)]
      : []),
    ...(rest.length > 0 && !isRun && /^(?:test|start|stop|restart)$/.test(rest[0] ?? '')
      ? [as(bare, 'run', ...rest)]
      : []),
  ]
}

/** What ends the machine, or starts it again, in whatever words. */
function powerForms({ bare, own, as }: Asked): readonly SpokenCommand[] {
  if (own.some((word) => /^(?:reboot|kexec|soft-reboot|6|-r|--reboot)$/.test(word)))
    return [as('reboot'), as('shutdown', '-r')]
  return bare !== 'shutdown' && own.some((word) => /^(?:poweroff|halt|0)$/.test(word))
    ? [as('shutdown', ...own)]
    : []
}

/** What apt does by it. */
function packageForms({ own, as }: Asked): readonly SpokenCommand[] {
  const rest = own.filter((word) => !word.startsWith('-'))
  if (own.some((word) => /^(?:-[a-zA-Z]*[rP]|--remove|--purge)$/.test(word)))
    return [as('apt', 'remove', ...rest)]
  return own.some((word) => /^(?:-[a-zA-Z]*i|--install|--unpack)$/.test(word))
    ? [as('apt', 'install', ...rest)]
    : []
}

const octal = (mode: string): string =>
  /^0+[0-7]{3}$/.test(mode)
    ? mode.slice(-3)
    : /^(?:a|ugo)?[+=](?:rwx|rxw|wrx|wxr|xrw|xwr)$/.test(mode)
      ? '777'
      : mode
