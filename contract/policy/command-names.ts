// Pure. What else a command may be called, for rules that deny or ask: programs of several names,
// and commands that are another one in other words.
import { gitCommands } from './git-spelling.ts'
import type { SpokenCommand } from './spoken-command.ts'

/** The last name of a program's path: a rule that names git means every git. */
const programOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1)

/** On some systems neither case nor an ending makes another program of it. */
export const bareName = (word: string): string =>
  programOf(word.slice(word.lastIndexOf('\\') + 1))
    .replace(/\.(?:exe|cmd|bat|com)$/i, '')
    .toLowerCase()

/** By the name that a rule has for it, the programs that do the same under another name. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  docker: ['podman', 'nerdctl', 'docker-compose', 'podman-compose'],
  terraform: ['tofu', 'terragrunt'],
  kubectl: ['oc', 'k'],
  make: ['gmake'],
  apt: ['apt-get', 'aptitude'],
  'apt-get': ['apt', 'aptitude'],
  fly: ['flyctl'],
  flyctl: ['fly'],
  serverless: ['sls'],
  pip3: ['pip'],
  python3: ['python'],
  node: ['nodejs'],
  npm: ['npx'],
  gradle: ['gradlew'],
  mvn: ['mvnw'],
}
const ALIASES = new Map<string, string[]>()
for (const [name, others] of Object.entries(ALSO_CALLED))
  for (const other of others) ALIASES.set(other, [...(ALIASES.get(other) ?? []), name])

/** With a g before it, tools of GNU beside those of the system. */
const WITH_G =
  /^g(rm|rmdir|cp|mv|ln|dd|sed|tar|find|xargs|chmod|chown|kill|shred|truncate|install)$/
/** With a version or a kind behind it. */
const VERSIONED = /^(pip|python|ruby|perl|php|lua|node|clang|gcc|mkfs)[-.]?[\d.a-z]*$/

/** The names by which a rule may speak of this program: its own first. `bare`: without folder and ending. */
export function namesFor(bare: string): readonly string[] {
  const others = [
    ...(ALIASES.get(bare) ?? []),
    ...(WITH_G.exec(bare)?.slice(1) ?? []),
    ...(/[\d.]/.test(bare) ? (VERSIONED.exec(bare)?.slice(1) ?? []) : []),
  ]
  return others.length === 0 ? [bare] : [bare, ...others]
}

/** What a command amounts to in other words. Itself is not among them. */
export function otherForms(spoken: SpokenCommand): readonly SpokenCommand[] {
  const bare = bareName(spoken.words[0] ?? '')
  const { words, later } = spoken
  const own = words.slice(1)
  const as = (...said: readonly string[]): SpokenCommand => ({ words: said, later })
  if (bare === 'git' || bare.startsWith('git')) return gitCommands(bare, spoken)
  if (/^(?:docker|podman)-compose$/.test(bare)) return [as('docker', 'compose', ...own)]
  if (/^(?:docker|podman|nerdctl)$/.test(bare)) return imageForms(own, as)
  if (/^(?:terraform|tofu|terragrunt)$/.test(bare))
    return own.some((word) => /^--?destroy\b/.test(word))
      ? [as('terraform', 'destroy', ...own)]
      : []
  if (bare === 'yarn' && own[0] === 'workspace') return [as('yarn', ...own.slice(2))]
  if (bare === 'npx') return [as('npm', 'exec', ...own)]
  if (bare === 'service') return [as('systemctl', ...own.slice(1), ...own.slice(0, 1))]
  if (/^python[\d.]*$/.test(bare)) {
    const at = own.findIndex((word) => /^-[A-Za-z]*m$/.test(word))
    return at < 0 ? [] : [as(...own.slice(at + 1))]
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
function imageForms(
  own: readonly string[],
  as: (...said: readonly string[]) => SpokenCommand,
): readonly SpokenCommand[] {
  const at = own.findIndex((word) => /^(?:image|builder|buildx)$/.test(word))
  if (at < 0) return []
  const verb = own[at + 1] ?? ''
  const short = own[at] === 'image' && /^(?:rm|remove)$/.test(verb) ? 'rmi' : verb
  return [as('docker', ...own.slice(0, at), short, ...own.slice(at + 2))]
}
