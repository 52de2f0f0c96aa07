// Where each program keeps what must stay closed, system by system: all of it below the STOP list,
// and ordinary places beside it not.
import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'

const homes = { linux: '/home/p', darwin: '/Users/p', win32: 'C:\\Users\\p' } as const
type System = keyof typeof homes
const all: readonly System[] = ['linux', 'darwin', 'win32']
const support = 'Library/Application Support'

/** What is read by a thief, as the program itself names it. */
const closed: readonly (readonly [
  program: string,
  systems: readonly System[],
  paths: readonly string[],
])[] = [
  ['OpenSSH', all, ['.ssh/id_ed25519', '.ssh/config', '.ssh/known_hosts']],
  ['GnuPG', ['linux', 'darwin'], ['.gnupg/private-keys-v1.d/x.key']],
  ['GnuPG', ['win32'], ['AppData/Roaming/gnupg/pubring.kbx']],
  ['AWS', all, ['.aws/credentials', '.aws/sso/cache/x.json']],
  ['Google Cloud', ['linux', 'darwin'], ['.config/gcloud/application_default_credentials.json']],
  ['Google Cloud', ['win32'], ['AppData/Roaming/gcloud/credentials.db']],
  ['Azure', all, ['.azure/msal_token_cache.json']],
  ['Kubernetes', all, ['.kube/config']],
  ['Docker', all, ['.docker/config.json']],
  ['npm, Yarn, pnpm', all, ['.npmrc', '.yarnrc.yml']],
  ['netrc', all, ['.netrc', '_netrc']],
  ['git', all, ['.git-credentials', '.config/git/credentials']],
  [
    'gh, glab, hub',
    ['linux', 'darwin'],
    ['.config/gh/hosts.yml', '.config/glab-cli/config.yml', '.config/hub'],
  ],
  ['gh', ['win32'], ['AppData/Roaming/GitHub CLI/hosts.yml']],
  ['PyPI and Poetry', ['linux'], ['.pypirc', '.config/pypoetry/auth.toml']],
  ['Cargo', all, ['.cargo/credentials', '.cargo/credentials.toml']],
  ['RubyGems and Bundler', all, ['.gem/credentials', '.bundle/config']],
  ['Composer', ['linux', 'darwin'], ['.composer/auth.json', '.config/composer/auth.json']],
  ['Composer', ['win32'], ['AppData/Roaming/Composer/auth.json']],
  ['Maven and Gradle', all, ['.m2/settings.xml', '.gradle/gradle.properties']],
  [
    'Chrome',
    ['linux'],
    [
      '.config/google-chrome/Default/Cookies',
      '.var/app/com.google.Chrome/config/google-chrome/Default/Login Data',
    ],
  ],
  ['Chrome', ['darwin'], [`${support}/Google/Chrome/Default/Cookies`]],
  ['Chrome', ['win32'], ['AppData/Local/Google/Chrome/User Data/Default/Network/Cookies']],
  [
    'Chromium',
    ['linux'],
    ['.config/chromium/Default/Cookies', 'snap/chromium/common/chromium/Default/Cookies'],
  ],
  ['Brave', ['linux'], ['.config/BraveSoftware/Brave-Browser/Default/Cookies']],
  ['Brave', ['darwin'], [`${support}/BraveSoftware/Brave-Browser/Default/Cookies`]],
  ['Brave', ['win32'], ['AppData/Local/BraveSoftware/Brave-Browser/User Data/Default/Login Data']],
  ['Edge', ['linux'], ['.config/microsoft-edge/Default/Cookies']],
  ['Edge', ['darwin'], [`${support}/Microsoft Edge/Default/Cookies`]],
  ['Edge', ['win32'], ['AppData/Local/Microsoft/Edge/User Data/Default/Login Data']],
  [
    'Firefox',
    ['linux'],
    [
      '.mozilla/firefox/p/logins.json',
      'snap/firefox/common/.mozilla/firefox/p/key4.db',
      '.config/mozilla/firefox/p/key4.db',
    ],
  ],
  ['Firefox', ['darwin'], [`${support}/Firefox/Profiles/p/logins.json`]],
  ['Firefox', ['win32'], ['AppData/Roaming/Mozilla/Firefox/Profiles/p/logins.json']],
  [
    'Safari',
    ['darwin'],
    [
      'Library/Safari/History.db',
      'Library/Cookies/Cookies.binarycookies',
      'Library/Containers/com.apple.Safari/Data/x',
    ],
  ],
  [
    'key rings of the system',
    ['linux'],
    ['.local/share/keyrings/login.keyring', '.local/share/kwalletd/kdewallet.kwl'],
  ],
  ['key rings of the system', ['darwin'], ['Library/Keychains/login.keychain-db']],
  [
    'key rings of the system',
    ['win32'],
    [
      'AppData/Local/Microsoft/Credentials/x',
      'AppData/Roaming/Microsoft/Protect/x',
      'AppData/Local/Microsoft/Vault/x',
    ],
  ],
  ['1Password', all, ['.config/op/config']],
  ['1Password', ['darwin'], ['Library/Group Containers/2BUA8C4S2C.com.1password/x']],
  ['Bitwarden', ['linux'], ['.config/Bitwarden CLI/data.json', '.config/Bitwarden/data.json']],
  ['Bitwarden', ['darwin'], [`${support}/Bitwarden CLI/data.json`]],
  ['Bitwarden', ['win32'], ['AppData/Roaming/Bitwarden CLI/data.json']],
  ['pass', all, ['.password-store/mail.gpg']],
  ['age and sops', ['linux'], ['.config/sops/age/keys.txt', '.config/age/keys.txt']],
  ['sops', ['darwin'], [`${support}/sops/age/keys.txt`]],
  ['sops', ['win32'], ['AppData/Roaming/sops/age/keys.txt']],
  ['Terraform', all, ['.terraform.d/credentials.tfrc.json', '.terraformrc']],
  ['Vault', all, ['.vault-token']],
  [
    'wallets',
    all,
    [
      '.bitcoin/wallet.dat',
      '.electrum/wallets/x',
      '.ethereum/keystore/x',
      '.config/solana/id.json',
    ],
  ],
  ['wallets', ['darwin'], [`${support}/Bitcoin/wallet.dat`, `${support}/Exodus/x`]],
  [
    'wallets',
    ['win32'],
    ['AppData/Roaming/Bitcoin/wallet.dat', 'AppData/Roaming/Electrum/wallets/x'],
  ],
  ['Signal', ['linux'], ['.config/Signal/config.json']],
  ['Signal', ['darwin'], [`${support}/Signal/config.json`]],
  ['Signal', ['win32'], ['AppData/Roaming/Signal/config.json']],
  ['Thunderbird', ['linux'], ['.thunderbird/p/logins.json']],
  ['Thunderbird', ['win32'], ['AppData/Roaming/Thunderbird/Profiles/p/logins.json']],
  [
    'shell and database history',
    all,
    [
      '.bash_history',
      '.zsh_history',
      '.python_history',
      '.psql_history',
      '.local/share/fish/fish_history',
    ],
  ],
  [
    'PowerShell history',
    ['win32'],
    ['AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine/ConsoleHost_history.txt'],
  ],
  ['databases', all, ['.pgpass', '.my.cnf']],
  [
    'agents',
    all,
    [
      '.claude/.credentials.json',
      '.claude.json',
      '.codex/auth.json',
      '.gemini/oauth_creds.json',
      '.config/github-copilot/hosts.json',
    ],
  ],
]
/** What people work with every day. */
const open = [
  'Gatehouse/README.md',
  'work/project/.npmrc',
  'Documents/letter.txt',
  '.bashrc',
  '.gitconfig',
  '.config/nvim/init.lua',
  '.cargo/bin/cargo',
  '.cargo/registry/src/x',
  '.gradle/caches/x',
  '.m2/repository/x',
  '.nuget/packages/x',
  '.sshx/id',
  '.config/ghostty/config',
  '.claude/settings.json',
  '.codex/config.toml',
  'Library/Developer/x',
  'AppData/Roaming/npm/node_modules/x',
  'AppData/Local/Programs/x',
]

function isClosed(system: System, path: string): boolean {
  const { join } = system === 'win32' ? win32 : posix
  const whole = join(homes[system], ...path.split('/'))
  const separator = system === 'win32' ? '\\' : '/'
  const { stop } = findAppPaths({ env: {}, platform: system, homedir: homes[system] })
  return stop.some((position) => whole === position || whole.startsWith(position + separator))
}

describe('the credentials of other programs', () => {
  it.each(closed)('%s: closed on %j', (_program, systems, paths) => {
    for (const system of systems)
      expect(paths.filter((path) => !isClosed(system, path))).toEqual([])
  })

  it.each(open)('leave %s open', (path) => {
    expect(all.filter((system) => isClosed(system, path))).toEqual([])
  })

  it('are each named once, below the home, by forward slashes', () => {
    for (const system of all) {
      const { stop } = findAppPaths({ env: {}, platform: system, homedir: homes[system] })
      expect(stop.length).toBe(new Set(stop).size)
      expect(stop.length).toBeGreaterThan(150)
    }
  })
})
