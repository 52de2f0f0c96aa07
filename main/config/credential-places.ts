// Where credentials of other programs lie, system by system. A list, kept by hand; nothing here reads or opens anything.

/** Relative to the home folder on every system: tools that look in the same dot folder everywhere. */
const everywhere = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.oci',
  '.netrc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.gem/credentials',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.terraform.d/credentials.tfrc.json',
  '.vault-token',
  '.password-store',
  '.config/gcloud',
  '.config/gh',
  '.config/glab-cli',
  '.config/git/credentials',
  '.config/op',
  '.config/sops',
  '.claude/.credentials.json',
  '.codex/auth.json',
]

const linux = [
  '.mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/google-chrome-beta',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.local/share/pki',
  '.pki',
  'snap/firefox',
  'snap/chromium',
  '.var/app/org.mozilla.firefox',
  '.var/app/com.google.Chrome',
  '.var/app/org.chromium.Chromium',
]

const macos = [
  'Library/Keychains',
  'Library/Cookies',
  'Library/Safari',
  'Library/Mail',
  'Library/Messages',
  'Library/Containers/com.apple.Safari',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Chromium',
  'Library/Application Support/BraveSoftware',
  'Library/Application Support/Microsoft Edge',
  'Library/Application Support/Vivaldi',
  'Library/Application Support/Firefox',
  'Library/Application Support/1Password',
]

const windows = [
  'AppData/Roaming/Microsoft/Credentials',
  'AppData/Roaming/Microsoft/Protect',
  'AppData/Roaming/Microsoft/Crypto',
  'AppData/Roaming/Microsoft/SystemCertificates',
  'AppData/Roaming/Mozilla',
  'AppData/Roaming/GitHub CLI',
  'AppData/Roaming/gcloud',
  'AppData/Local/Microsoft/Credentials',
  'AppData/Local/Microsoft/Vault',
  'AppData/Local/Microsoft/Edge/User Data',
  'AppData/Local/Google/Chrome/User Data',
  'AppData/Local/BraveSoftware',
  'AppData/Local/Vivaldi/User Data',
]

/** Slash-separated paths below the home folder that no call may touch on `platform`. */
export function credentialPlaces(platform: string): readonly string[] {
  if (platform === 'darwin') return [...everywhere, ...macos]
  if (platform === 'win32') return [...everywhere, ...windows]
  return [...everywhere, ...linux]
}
