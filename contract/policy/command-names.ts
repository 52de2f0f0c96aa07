// Pure. What else a program may be called, for rules that deny or ask.

/** The last name of a program's path: a rule that names git means every git. */
const programOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1)

/** On some systems neither case nor an ending makes another program of it. */
export function bareName(word: string): string {
  const name = programOf(word.slice(word.lastIndexOf('\\') + 1))
  // Most names have no ending, and this is asked for every word of a line.
  return (name.includes('.') ? name.replace(/\.(?:exe|cmd|bat|com)$/i, '') : name).toLowerCase()
}

/** By the name that a rule has for it, the programs that do the same under another name. */
const ALSO_CALLED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
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
    rm: ['unlink', 'trash', 'trash-put'],
    tar: ['bsdtar'],
    mysql: ['mariadb'],
    'redis-cli': ['valkey-cli', 'keydb-cli'],
    dnf: ['yum', 'dnf5', 'microdnf'],
    yum: ['dnf', 'dnf5', 'microdnf'],
    useradd: ['adduser'],
    userdel: ['deluser'],
    at: ['batch'],
    shutdown: ['poweroff', 'halt', 'reboot'],
    gradle: ['gradlew'],
    mvn: ['mvnw'],
  }),
)
const ALIASES = new Map<string, string[]>()
for (const [name, others] of ALSO_CALLED)
  for (const other of others) ALIASES.set(other, [...(ALIASES.get(other) ?? []), name])

/** With a g before it, tools of GNU beside those of the system. */
const WITH_G =
  /^g(rm|rmdir|cp|mv|ln|dd|sed|tar|find|xargs|chmod|chown|kill|shred|truncate|install)$/
/** With a version or a kind behind it. */
const VERSIONED = /^(pip|python|ruby|perl|php|lua|node|clang|gcc|mkfs)[-.]?[\d.a-z]*$/

/** Other names of the program that a rule has this name for. */
export const otherNamesOf = (name: string): readonly string[] => ALSO_CALLED.get(name) ?? []

/** The names by which a rule may speak of this program: its own first. `bare`: without folder and ending. */
export function namesFor(bare: string): readonly string[] {
  const aliases = ALIASES.get(bare)
  const ofSystem = bare.startsWith('g') ? WITH_G.exec(bare)?.[1] : undefined
  const plain = /[\d.]/.test(bare) ? VERSIONED.exec(bare)?.[1] : undefined
  const names = aliases === undefined ? [bare] : [bare, ...aliases]
  if (ofSystem !== undefined) names.push(ofSystem)
  if (plain !== undefined) names.push(plain)
  return names
}
