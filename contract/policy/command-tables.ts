// How programs let the same be written: options, the program's own options before its verb, verbs.
// Data for the comparison of rules with commands.

/**
 * Options that mean the same, by program and verb; the first is what the others are read as. Values
 * of options are left out.
 */
export const SAME = byProgram<readonly (readonly string[])[]>({
  'git push': [
    ['--force', '-f', '--force-with-lease', '--force-if-includes', '--mirror'],
    ['--delete', '-d', '--prune'],
    ['--all', '--branches'],
    ['--no-verify'],
  ],
  'git clean': [
    ['--force', '-f'],
    ['-x', '-X'],
  ],
  'git commit': [['--no-verify', '-n'], ['--all', '-a'], ['--amend']],
  'git branch': [
    ['--delete', '-d', '-D'],
    ['--force', '-f'],
    ['--move', '-m', '-M'],
    ['--copy', '-c', '-C'],
  ],
  'git tag': [
    ['--delete', '-d'],
    ['--force', '-f'],
  ],
  'git checkout': [['--force', '-f']],
  'git switch': [['--force', '-f', '--discard-changes']],
  'git rebase': [
    ['--interactive', '-i'],
    ['--exec', '-x'],
  ],
  rm: [
    ['--recursive', '-r', '-R', '-Recurse'],
    ['--force', '-f', '-Force'],
  ],
  cp: [
    ['--recursive', '-r', '-R', '-a', '--archive'],
    ['--force', '-f'],
  ],
  chmod: [['--recursive', '-R']],
  chown: [['--recursive', '-R']],
  npm: [['--global', '-g', '--location']],
  pnpm: [['--global', '-g']],
  mv: [['--force', '-f']],
  ln: [
    ['--symbolic', '-s'],
    ['--force', '-f'],
  ],
  sed: [
    ['--in-place', '-i'],
    ['--expression', '-e'],
  ],
  tar: [
    ['--extract', '-x', '--get'],
    ['--create', '-c'],
    ['--file', '-f'],
  ],
  node: [['--eval', '-e', '--print', '-p', '-pe']],
  perl: [['-e', '-E']],
  pacman: [
    ['--remove', '-R'],
    ['--sync', '-S'],
  ],
  dpkg: [['--remove', '-r', '--purge', '-P']],
  kill: [['-9', '-KILL', '-SIGKILL']],
  pkill: [['-9', '-KILL', '-SIGKILL']],
  killall: [['-9', '-KILL', '-SIGKILL']],
  psql: [
    ['--command', '-c'],
    ['--file', '-f'],
  ],
  mysql: [['--execute', '-e']],
  wget: [
    ['--output-document', '-O'],
    ['--post-data', '--post-file'],
  ],
  gh: [
    ['--method', '-X'],
    ['--field', '-F', '--raw-field', '-f'],
  ],
  curl: [
    ['--request', '-X'],
    [
      ...['--data', '-d', '--data-raw', '--data-binary', '--data-urlencode', '--data-ascii'],
      ...['--json', '--form', '-F'],
    ],
    ['--insecure', '-k'],
    ['--upload-file', '-T'],
    ['--output', '-o'],
  ],
  docker: [
    ['--force', '-f'],
    ['--volume', '-v', '--mount'],
  ],
  'docker compose': [['--volumes', '-v']],
  kubectl: [
    ['--namespace', '-n'],
    ['--filename', '-f'],
  ],
})

/**
 * Options of the program itself that take the next word, so that what follows is no verb; and such
 * that surely take none.
 */
export const GLOBAL = byProgram<{
  readonly valued: readonly string[]
  readonly flags: readonly string[]
}>({
  git: {
    valued: [
      '-C',
      '-c',
      '--git-dir',
      '--work-tree',
      '--namespace',
      '--super-prefix',
      '--config-env',
      '--exec-path',
      '--attr-source',
      '--list-cmds',
    ],
    flags: [
      ...[
        '-p',
        '--paginate',
        '-P',
        '--no-pager',
        '--no-replace-objects',
        '--no-lazy-fetch',
        '--no-optional-locks',
        '--no-advice',
        '--bare',
      ],
      ...['--literal-pathspecs', '--glob-pathspecs', '--noglob-pathspecs', '--icase-pathspecs'],
    ],
  },
  npm: {
    valued: ['--prefix', '-C', '-w', '--workspace', '--registry', '--userconfig'],
    flags: ['--silent', '-s', '--workspaces', '--yes', '-y'],
  },
  pnpm: {
    valued: ['--prefix', '-C', '--dir', '--filter', '-F'],
    flags: ['-r', '--recursive', '-w', '--silent'],
  },
  yarn: { valued: ['--cwd'], flags: ['--silent', '-s'] },
  docker: {
    valued: ['-H', '--host', '-c', '--context', '--config', '-l', '--log-level'],
    flags: ['-D', '--debug', '--tls', '--tlsverify'],
  },
  kubectl: {
    valued: [
      '-n',
      '--namespace',
      '--context',
      '--cluster',
      '--kubeconfig',
      '-s',
      '--server',
      '--user',
      '--token',
      '--as',
    ],
    flags: [],
  },
  cargo: {
    valued: ['--color', '--config', '-C', '-Z'],
    flags: ['-q', '--quiet', '-v', '--verbose', '--offline', '--locked', '--frozen'],
  },
  systemctl: {
    valued: ['-H', '--host', '-M', '--machine', '-t', '--type', '-p', '--property'],
    flags: ['--user', '--system', '--now', '--no-pager'],
  },
})

/** A program may be called `constructor`: names of lines are looked up in nothing but these. */
function byProgram<T>(table: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(table))
}

/** The same verbs for several programs. */
function packagesOf(
  names: string,
  groups: readonly (readonly string[])[],
): Readonly<Record<string, readonly (readonly string[])[]>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, groups]))
}

/** Verbs that are one and the same to their program, or one that does more of the same. */
export const SAME_VERBS = byProgram<readonly (readonly string[])[]>({
  npm: [
    [
      ...['install', 'i', 'in', 'ins', 'inst', 'insta', 'instal', 'isnt', 'isnta', 'isntal'],
      ...['isntall', 'add', 'install-test', 'it'],
    ],
    ['uninstall', 'un', 'unlink', 'remove', 'rm', 'r'],
    ['run', 'run-script', 'rum', 'urn'],
    ['test', 't', 'tst'],
    ['exec', 'x'],
    ['ci', 'clean-install', 'ic', 'install-clean', 'isntall-clean'],
    ['update', 'up', 'upgrade', 'udpate'],
  ],
  ...packagesOf('apt apt-get aptitude', [
    ['remove', 'purge', 'autoremove', 'autopurge'],
    ['install', 'reinstall'],
    ['upgrade', 'full-upgrade', 'dist-upgrade', 'safe-upgrade'],
  ]),
  ...packagesOf('dnf yum zypper', [
    ['remove', 'erase', 'autoremove', 'rm'],
    ['install', 'reinstall', 'localinstall', 'in'],
    ['upgrade', 'update', 'up', 'dup'],
  ]),
  systemctl: [
    ['stop', 'kill'],
    ['restart', 'try-restart', 'reload-or-restart', 'try-reload-or-restart', 'condrestart'],
    ['disable', 'mask'],
  ],
  git: [['drop', 'clear']],
  pnpm: [
    ['install', 'i'],
    ['remove', 'rm', 'uninstall', 'un'],
    ['test', 't', 'tst'],
    ['run', 'run-script'],
    ['update', 'up', 'upgrade'],
  ],
  yarn: [['run', 'run-script']],
  bun: [
    ['install', 'i'],
    ['add', 'a'],
    ['remove', 'rm'],
  ],
  docker: [['rm', 'remove']],
  helm: [
    ['uninstall', 'un', 'del', 'delete'],
    ['install', 'in'],
  ],
  brew: [
    ['uninstall', 'remove', 'rm'],
    ['upgrade', 'up'],
  ],
  pulumi: [
    ['destroy', 'down', 'dn'],
    ['up', 'update'],
  ],
  cargo: [
    ['build', 'b'],
    ['run', 'r'],
    ['test', 't'],
    ['remove', 'rm'],
  ],
  gem: [['uninstall', 'un']],
  kubectl: [
    ['pod', 'pods', 'po'],
    ['namespace', 'namespaces', 'ns'],
    ['service', 'services', 'svc'],
    ['deployment', 'deployments', 'deploy'],
    ['node', 'nodes', 'no'],
    ['secret', 'secrets'],
    ['configmap', 'configmaps', 'cm'],
    ['statefulset', 'statefulsets', 'sts'],
    ['daemonset', 'daemonsets', 'ds'],
    ['persistentvolumeclaim', 'persistentvolumeclaims', 'pvc'],
    ['persistentvolume', 'persistentvolumes', 'pv'],
    ['job', 'jobs'],
    ['ingress', 'ingresses', 'ing'],
  ],
})

/** Words before a verb that change nothing of what it does. */
export const AROUND_VERBS = byProgram<readonly string[]>({
  docker: ['container'],
  yarn: ['npm'],
  gcloud: ['beta', 'alpha'],
  terraform: ['run-all'],
})

/** Their operands have no order: each is something to do. */
export const ANY_ORDER: ReadonlySet<string> = new Set([
  ...['make', 'ninja', 'rake', 'gradle', 'gradlew', 'mvn', 'mvnw', 'ant', 'just', 'task'],
])
