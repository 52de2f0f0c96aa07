// Pure. Commands that are another one in other words, for rules that deny or ask.
import { bareName } from './command-names.ts'
import { gitCommands } from './git-spelling.ts'
import type { SpokenCommand } from './spoken-command.ts'

/** What a command amounts to in other words. Itself is not among them. */
export function otherForms(spoken: SpokenCommand): readonly SpokenCommand[] {
  const bare = bareName(spoken.words[0] ?? '')
  const { words, later } = spoken
  const own = words.slice(1)
  const as = (...said: readonly string[]): SpokenCommand => ({ words: said, later })
  return [...ofProgram(bare, spoken, own, as), ...ofScript(bare, own, as)]
}

type As = (...said: readonly string[]) => SpokenCommand

function ofProgram(
  bare: string,
  spoken: SpokenCommand,
  own: readonly string[],
  as: As,
): readonly SpokenCommand[] {
  if (bare === 'git' || bare.startsWith('git')) return gitCommands(bare, spoken)
  if (/^(?:docker|podman)-compose$/.test(bare)) return [as('docker', 'compose', ...own)]
  if (/^(?:docker|podman|nerdctl)$/.test(bare)) return imageForms(own, as)
  if (/^(?:terraform|tofu|terragrunt)$/.test(bare))
    return own.some((word) => /^--?destroy\b/.test(word))
      ? [as('terraform', 'destroy', ...own)]
      : []
  if (bare === 'yarn' && own[0] === 'workspace') return [as('yarn', ...own.slice(2))]
  if (bare === 'npx') return [as('npm', 'exec', ...own)]
  if (/^(?:npm|pnpm|yarn|bun)$/.test(bare)) return scriptForms(bare, own, as)
  if (/^(?:service|invoke-rc\.d|rc-service)$/.test(bare))
    return [as('systemctl', ...own.slice(1), ...own.slice(0, 1))]
  if (/^\/etc\/(?:rc\.d\/)?init\.d\//.test(spoken.words[0] ?? ''))
    return [as('systemctl', ...own, bare)]
  if (/^(?:systemctl|shutdown|init|telinit)$/.test(bare)) return powerForms(bare, own, as)
  if (bare === 'dpkg') return packageForms(own, as)
  if (bare === 'gio' && /^(?:remove|trash)$/.test(own[0] ?? '')) return [as('rm', ...own.slice(1))]
  if (bare === 'chmod') {
    const mode = own.map(octal)
    return mode.some((word, at) => word !== own[at]) ? [as('chmod', ...mode)] : []
  }
  if (bare === 'tar' && /^[A-Za-z]+$/.test(own[0] ?? ''))
    return [as('tar', `-${own[0]}`, ...own.slice(1))]
  if (/^(?:kill|pkill|killall)$/.test(bare))
    return own.some((word, at) => isKill(word, own[at - 1] ?? '')) ? [as(bare, '-9', ...own)] : []
  // What is sent makes a POST of it where no method is named.
  if (bare === 'curl' && !own.some((word) => /^(?:--req|-\w*X)/.test(word)))
    return own.some((word) => /^(?:-\w*[dF]|--(?:data|json|form))/.test(word))
      ? [as('curl', '-X', 'POST', ...own)]
      : []
  return []
}

const isKill = (word: string, before: string): boolean =>
  /^(?:--signal=|-[sn]?)(?:(?:SIG)?KILL|9)$/i.test(word) ||
  (/^(?:--signal|-[sn])$/.test(before) && /^(?:(?:SIG)?KILL|9)$/i.test(word))

/** `docker image rm` is `docker rmi`, and so on. */
function imageForms(own: readonly string[], as: As): readonly SpokenCommand[] {
  const at = own.findIndex((word) => /^(?:image|builder|buildx)$/.test(word))
  if (at < 0) return []
  const verb = own[at + 1] ?? ''
  const short = own[at] === 'image' && /^(?:rm|remove)$/.test(verb) ? 'rmi' : verb
  return [as('docker', ...own.slice(0, at), short, ...own.slice(at + 2))]
}

/** A script of a package goes by every manager of packages; some scripts have a verb of their own. */
function scriptForms(bare: string, own: readonly string[], as: As): readonly SpokenCommand[] {
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
function powerForms(bare: string, own: readonly string[], as: As): readonly SpokenCommand[] {
  if (own.some((word) => /^(?:reboot|kexec|soft-reboot|6|-r|--reboot)$/.test(word)))
    return [as('reboot'), as('shutdown', '-r')]
  return bare !== 'shutdown' && own.some((word) => /^(?:poweroff|halt|0)$/.test(word))
    ? [as('shutdown', ...own)]
    : []
}

/** What apt does by it. */
function packageForms(own: readonly string[], as: As): readonly SpokenCommand[] {
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

const INTERPRETERS =
  /^(?:node|nodejs|bun|deno|electron|python[\d.]*|pypy[\d.]*|ruby[\d.]*|php[\d.]*|perl[\d.]*)$/
/** The file of a manager of packages, as it is called where it is installed. */
const MANAGER =
  /(?:^|\/)(npm|npx|yarn|pnpm|pnpx|corepack|composer|pip|gem|bundle)(?:-cli\.[cm]?js|-[\d.]+\.[cm]?js|\.phar)$|\/bin\/(npm|npx|yarn|pnpm|pnpx|corepack|pip|gem|bundle)\.(?:[cm]?js|py|rb)$/

/**
 * An interpreter that is given a program's own script: `node …/npm-cli.js publish`, `python3 /usr/bin/pip`,
 * `ruby -S gem`, `node --run name`, `python3 -m pip`.
 */
function ofScript(bare: string, own: readonly string[], as: As): readonly SpokenCommand[] {
  if (!INTERPRETERS.test(bare)) return []
  const found: SpokenCommand[] = []
  for (const [at, word] of own.entries()) {
    const behind = own.slice(at + 1)
    const [, run = null] = /^--run(?:=(.*))?$/.exec(word) ?? []
    if (word === '--run' || run !== null)
      found.push(as('npm', 'run', ...(run === null ? [] : [run]), ...behind))
    const modules = /^python|^pypy/.test(bare) ? /^-[A-Za-z]*?m(.*)$/.exec(word)?.[1] : undefined
    if (modules !== undefined) return [as(...(modules === '' ? [] : [modules]), ...behind)]
    const [, cli, script] = MANAGER.exec(word) ?? []
    const manager = cli ?? script
    if (manager !== undefined) found.push(as(manager, ...behind))
    else if (own[at - 1] === '-S' || /(?:^|\/)\.?bin\/[\w-]+$/.test(word))
      found.push(as(word.slice(word.lastIndexOf('/') + 1), ...behind))
  }
  return found.flatMap((form) => [form, ...otherForms(form)])
}
