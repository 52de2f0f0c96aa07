// Where credentials and private histories of other programs lie, system by system. One list for the gate's STOP list and
// the sandbox's own. A list, kept by hand; nothing here reads or opens anything.

/** Relative to the home folder on every system: tools that look in the same dot folder everywhere. */
const everywhere = [
  // Keys and agents.
  ...['.ssh', '.gnupg', '.pki', '.putty', '.age', '.config/sops', '.config/age', '.step', '.sigstore', '.password-store', '.authinfo'],
  ...['.authinfo.gpg', '.config/op', '.op', '.config/Bitwarden CLI', '.config/rbw', '.config/gopass', '.local/share/gopass', '.lpass'],
  // Clouds and clusters.
  ...[
    '.aws',
    '.azure',
    '.kube',
    '.docker',
    '.oci',
    '.config/gcloud',
    '.boto',
    '.s3cfg',
    '.bluemix',
    '.aliyun',
    '.tencentcloud',
    '.minikube',
  ],
  ...[
    '.config/doctl',
    '.config/hcloud',
    '.config/scw',
    '.config/rclone',
    '.config/containers/auth.json',
    '.terraform.d/credentials.tfrc.json',
  ],
  ...['.terraformrc', '.pulumi/credentials.json', '.vault-token', '.config/helm', '.fly', '.netlify', '.vercel', '.wrangler', '.heroku'],
  ...['.config/configstore', '.config/.wrangler', '.config/netlify', '.databrickscfg', '.snowflake', '.snowsql', '.kaggle', '.cloudflared'],
  // Forges and mail over the network.
  ...['.netrc', '_netrc', '.git-credentials', '.config/git/credentials', '.config/gh', '.config/glab-cli', '.config/hub', '.config/tea'],
  ...['.fetchmailrc', '.msmtprc', '.mbsyncrc', '.config/msmtp', '.config/hut', '.arcrc', '.config/jgit'],
  // Package registries.
  ...[
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.config/pnpm/rc',
    '.pypirc',
    '.config/pypoetry/auth.toml',
    '.config/pip/pip.conf',
    '.pip/pip.conf',
  ],
  ...[
    '.gem/credentials',
    '.local/share/gem/credentials',
    '.bundle/config',
    '.cargo/credentials',
    '.cargo/credentials.toml',
    '.composer/auth.json',
  ],
  ...[
    '.config/composer/auth.json',
    '.m2/settings.xml',
    '.m2/settings-security.xml',
    '.gradle/gradle.properties',
    '.nuget/NuGet',
    '.ivy2/.credentials',
  ],
  ...['.sbt/.credentials', '.hex', '.cabal/config', '.config/NuGet', '.cache/huggingface/token', '.huggingface'],
  // Databases.
  ...['.pgpass', '.my.cnf', '.mylogin.cnf', '.mongorc.js', '.dbshell', '.config/litecli'],
  // Agents and assistants.
  ...['.claude/.credentials.json', '.claude.json', '.codex/auth.json', '.gemini/oauth_creds.json', '.gemini/google_accounts.json'],
  ...[
    '.config/github-copilot',
    '.cursor/mcp.json',
    '.continue/config.json',
    '.aider.conf.yml',
    '.local/share/opencode/auth.json',
    '.config/goose',
  ],
  // What was typed, pasted tokens among it.
  ...[
    '.bash_history',
    '.zsh_history',
    '.zhistory',
    '.histfile',
    '.python_history',
    '.node_repl_history',
    '.psql_history',
    '.mysql_history',
  ],
  ...['.sqlite_history', '.rediscli_history', '.local/share/fish/fish_history', '.lesshst', '.viminfo', '.irb_history'],
  // Wallets that use the same dot folder everywhere.
  ...['.bitcoin', '.electrum', '.ethereum', '.bitmonero', '.config/solana', '.litecoin', '.dogecoin', '.zcash', '.foundry/keystores'],
]

const linux = [
  // Browsers and mail, also as snap and Flatpak.
  ...[
    '.mozilla',
    '.config/mozilla',
    '.thunderbird',
    '.config/google-chrome',
    '.config/google-chrome-beta',
    '.config/google-chrome-unstable',
  ],
  ...['.config/chromium', '.config/BraveSoftware', '.config/microsoft-edge', '.config/microsoft-edge-beta', '.config/microsoft-edge-dev'],
  ...[
    '.config/vivaldi',
    '.config/opera',
    '.config/net.imput.helium',
    '.librewolf',
    '.waterfox',
    '.zen',
    '.tor-browser',
    '.config/evolution',
  ],
  ...['.local/share/evolution', '.local/share/epiphany', '.config/epiphany', '.config/falkon', '.local/share/qutebrowser', '.config/geary'],
  ...['.local/share/geary', '.local/share/torbrowser', 'snap/firefox', 'snap/chromium', 'snap/brave', 'snap/thunderbird', 'snap/bitwarden'],
  ...['snap/signal-desktop', '.var/app/org.mozilla.firefox', '.var/app/org.mozilla.Thunderbird', '.var/app/com.google.Chrome'],
  ...['.var/app/org.chromium.Chromium', '.var/app/com.brave.Browser', '.var/app/com.microsoft.Edge', '.var/app/org.signal.Signal'],
  ...['.var/app/com.bitwarden.desktop', '.var/app/org.keepassxc.KeePassXC', '.var/app/io.gitlab.librewolf-community'],
  // Key rings and password managers.
  ...[
    '.local/share/keyrings',
    '.gnome2/keyrings',
    '.local/share/kwalletd',
    '.local/share/kwalletd5',
    '.local/share/kwalletd6',
    '.kde/share/apps/kwallet',
  ],
  ...[
    '.config/kwalletrc',
    '.local/share/pki',
    '.config/Bitwarden',
    '.config/1Password',
    '.config/keepassxc',
    '.cache/keepassxc',
    '.config/Enpass',
  ],
  ...['.config/goa-1.0', '.config/KeePass', '.local/share/remmina', '.config/remmina', '.config/filezilla', '.config/NordPass'],
  // Messengers.
  ...['.config/Signal', '.config/Slack', '.config/discord', '.config/Element', '.local/share/TelegramDesktop', '.config/Microsoft'],
  ...['.config/teams-for-linux', '.purple', '.config/WhatsApp', '.config/skypeforlinux'],
  // Wallets and VPN.
  ...['.config/Ledger Live', '.config/Exodus', '.config/atomic', '.cert', '.config/openvpn3', '.config/protonvpn', '.config/Yubico'],
]

const macos = [
  ...['Library/Keychains', 'Library/Cookies', 'Library/HTTPStorages', 'Library/Safari', 'Library/Mail', 'Library/Messages'],
  ...['Library/Containers/com.apple.Safari', 'Library/Containers/com.apple.mail', 'Library/Accounts', 'Library/IdentityServices'],
  ...[
    'Library/Group Containers/group.com.apple.notes',
    'Library/Group Containers/2BUA8C4S2C.com.1password',
    'Library/Application Support/AddressBook',
  ],
  ...[
    'Library/Containers/com.1password.1password',
    'Library/Containers/com.bitwarden.desktop',
    'Library/Application Support/com.apple.TCC',
  ],
  ...[
    ...[
      'Google/Chrome',
      'Google/Chrome Beta',
      'Google/Chrome Canary',
      'Chromium',
      'BraveSoftware',
      'Microsoft Edge',
      'Microsoft Edge Beta',
    ],
    ...['Vivaldi', 'Arc', 'com.operasoftware.Opera', 'Firefox', 'LibreWolf', 'zen', 'Thunderbird', 'TorBrowser-Data', '1Password'],
    ...['Bitwarden', 'Bitwarden CLI', 'KeePassXC', 'Enpass', 'Signal', 'Slack', 'discord', 'Element', 'Telegram Desktop', 'WhatsApp'],
    ...[
      'Claude',
      'Cursor/User/globalStorage',
      'Code/User/globalStorage',
      'sops',
      'gcloud',
      'hub',
      'Bitcoin',
      'Electrum',
      'Ethereum',
      'Exodus',
    ],
    ...['Ledger Live', 'atomic', 'FileZilla', 'pypoetry', 'configstore'],
  ].map((name) => `Library/Application Support/${name}`),
  ...[
    'Library/Preferences/pypoetry/auth.toml',
    'Library/Preferences/.wrangler',
    'Library/Preferences/netlify',
    'Library/Preferences/pnpm/rc',
  ],
  ...['Library/Group Containers/6N38VWS5BX.ru.keepcoder.Telegram', '.electrum', 'Library/Ethereum'],
]

const windows = [
  ...[
    ...[
      'Microsoft/Credentials',
      'Microsoft/Protect',
      'Microsoft/Crypto',
      'Microsoft/SystemCertificates',
      'Microsoft/Vault',
      'Microsoft/UserSecrets',
    ],
    ...[
      'Microsoft/Windows/PowerShell/PSReadLine',
      'Mozilla',
      'Thunderbird',
      'librewolf',
      'Opera Software',
      'gnupg',
      'GitHub CLI',
      'glab-cli',
    ],
    ...[
      'gcloud',
      'sops',
      'NuGet',
      'pypoetry',
      'pip/pip.ini',
      'Composer/auth.json',
      'postgresql/pgpass.conf',
      'MySQL/.mylogin.cnf',
      'Bitwarden',
    ],
    ...['Bitwarden CLI', '1Password', 'KeePass', 'KeePassXC', 'Signal', 'Slack', 'discord', 'Element', 'Telegram Desktop', 'Claude'],
    ...[
      'Cursor/User/globalStorage',
      'Code/User/globalStorage',
      'FileZilla',
      'WinSCP.ini',
      'Bitcoin',
      'Electrum',
      'Ethereum',
      'Exodus',
      'atomic',
    ],
    ...['Ledger Live', 'terraform.d/credentials.tfrc.json', 'terraform.rc', 'xdg.config', 'configstore', 'GitHub Copilot', 'hub', 'rclone'],
  ].map((name) => `AppData/Roaming/${name}`),
  ...[
    ...[
      'Microsoft/Credentials',
      'Microsoft/Vault',
      'Microsoft/Edge/User Data',
      'Microsoft/Edge Beta/User Data',
      'Microsoft/Windows/INetCookies',
    ],
    ...['Microsoft/TokenBroker', 'Microsoft/IdentityCache', 'Microsoft/OneAuth', 'Google/Chrome/User Data', 'Google/Chrome Beta/User Data'],
    ...[
      'Google/Chrome SxS/User Data',
      'Chromium/User Data',
      'BraveSoftware',
      'Vivaldi/User Data',
      'Arc',
      '1Password',
      'Packages/Microsoft.Outlook',
    ],
    ...['Mozilla', 'KeePassXC', 'github-copilot', 'pnpm/config/rc'],
  ].map((name) => `AppData/Local/${name}`),
  ...['_netrc', 'AppData/LocalLow/Microsoft/CryptnetUrlCache'],
]

/** Slash-separated paths below the home folder that no call may touch on `platform`, as `process.platform` names it. */
export function credentialPlaces(platform: string): readonly string[] {
  if (platform === 'darwin') return [...new Set([...everywhere, ...macos])]
  if (platform === 'win32') return [...new Set([...everywhere, ...windows])]
  return [...everywhere, ...linux]
}
