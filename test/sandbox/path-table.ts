// Paths, hostile and harmless, against a real tree: what each of them has to come to. Data only.

/** Files of the tree, path below its root → content. Folders are made as needed. */
export const files: Readonly<Record<string, string>> = {
  'ws/a.txt': 'a', 'ws/dir/b.txt': 'b', 'ws/dir/sub/c.txt': 'c', 'ws/dir/sub/deep/er/still/d.txt': 'd', 'ws/.hidden': 'hidden', 'ws/.env.example': 'env',
  'ws/with space.txt': 'space', 'ws/trailing ': 'trailing', 'ws/ leading': 'leading', 'ws/dot.': 'dot', 'ws/ümläut.txt': 'nfc', 'ws/u\u0308mla\u0308ut.txt': 'nfd',
  'ws/🦊.md': 'fox', 'ws/👩‍👩‍👧.txt': 'family', 'ws/日本語/ファイル.txt': 'ja', 'ws/عربي.txt': 'ar', 'ws/...': 'dots', 'ws/....': 'four', 'ws/..a': 'dda', 'ws/a..': 'add', 'ws/.a.': 'mixed',
  'ws/-rf': 'dash', 'ws/--help': 'help', 'ws/%2e%2e': 'percent', 'ws/%2e%2e%2fetc': 'percent-slash', 'ws/~': 'tilde', 'ws/~root': 'tilde-root', 'ws/$HOME': 'dollar', 'ws/$(id)': 'subst', 'ws/`id`': 'tick',
  'ws/;ls': 'semi', 'ws/a|b': 'pipe', 'ws/a&b': 'amp', 'ws/*': 'star', 'ws/?': 'question', 'ws/[a]': 'bracket', 'ws/{a,b}': 'brace', 'ws/#': 'hash', 'ws/!': 'bang', 'ws/"q"': 'quote', "ws/it's": 'apostrophe',
  'ws/CON': 'con', 'ws/nul.txt': 'nul', 'ws/C:': 'drive', 'ws/C:\\x': 'back', 'ws/..\\..\\etc\\passwd': 'backslashes', 'ws/a:stream': 'colon', 'ws/PROGRA~1': 'short', 'ws/file:/etc/passwd': 'url', 'ws/\\\\server\\share': 'unc',
  'ws/A.TXT': 'upper', 'ws/.ssh/id': 'not the real one', 'ws/etc/passwd': 'own', 'ws/proc/self/environ': 'own proc', 'ws/.git/hooks/pre-commit': 'hook', 'ws/node_modules/x/index.js': 'module', 'ws/empty': '', 'ws/ws/a.txt': 'inner', 'ws/home': 'home',
  'ws-beside/x': 'SECRET', 'ws2': 'SECRET', 'out/secret': 'SECRET', 'out/deep/secret': 'SECRET', 'out/twin': 'SECRET', 'home/note': 'SECRET', 'home/.ssh/id': 'SECRET', 'home/.aws/credentials': 'SECRET', 'home/.netrc': 'SECRET',
  'home/.config/gh/hosts.yml': 'SECRET', 'home/.gnupg/secring': 'SECRET', 'home/.npmrc': 'SECRET', 'home/.mozilla/firefox/p/logins.json': 'SECRET', 'home/.config/google-chrome/Default/Cookies': 'SECRET', 'home/.bash_history': 'SECRET',
  'home/.kube/config': 'SECRET', 'home/.local/share/keyrings/login.keyring': 'SECRET', 'home/.docker/config.json': 'SECRET', 'home/.password-store/x.gpg': 'SECRET', 'home/.git-credentials': 'SECRET', 'home/.cargo/credentials.toml': 'SECRET',
  'gatehouse/data/gatehouse.db': 'SECRET', 'gatehouse/config.yaml': 'SECRET', 'real-gnupg/ring': 'SECRET',
} // prettier-ignore

/** Links of the tree: where → what stands in it, `ROOT` being the root of the tree. */
export const links: Readonly<Record<string, string>> = {
  'ws/to-file': 'a.txt', 'ws/to-dir': 'dir', 'ws/to-ws': 'ROOT/ws', 'ws/dir/up': '..', 'ws/chain-in': 'chain-in-2', 'ws/chain-in-2': 'dir/sub/../b.txt', 'ws/dir/sub/home': '../../a.txt',
  'ws/to-out': 'ROOT/out', 'ws/to-out-rel': '../out', 'ws/to-secret': '../out/secret', 'ws/chain-1': 'chain-2', 'ws/chain-2': 'to-out', 'ws/to-root': '/', 'ws/to-ssh': 'ROOT/home/.ssh', 'ws/to-id': '../home/.ssh/id', 'ws/to-home': 'ROOT/home',
  'ws/to-db': 'ROOT/gatehouse/data/gatehouse.db', 'ws/to-shadow': '/etc/shadow', 'ws/to-passwd': '/etc/passwd', 'ws/to-proc': '/proc/self', 'ws/to-environ': '/proc/self/environ', 'ws/to-fd': '/dev/fd/0', 'ws/to-zero': '/dev/zero', 'ws/to-null': '/dev/null',
  'ws/to-stdin': '/dev/stdin', 'ws/to-tty': '/dev/tty', 'ws/to-mem': '/proc/self/mem', 'ws/to-sys': '/sys', 'ws/self': 'self', 'ws/loop-a': 'loop-b', 'ws/loop-b': 'loop-a', 'ws/dangling-out': '../out/none', 'ws/dangling-proc': '/proc/self/none', 'ws/via-ssh': 'ROOT/home/.ssh/../note',
  'ws/to-cwd': '/proc/self/cwd', 'ws/to-proc-root': '/proc/self/root/etc/passwd', 'ws/to-beside': '../ws-beside', 'ws/dots': '../../../../../../../../etc/passwd', 'ws/to-parent': '..', 'ws/to-fifo': 'pipe', 'home/.pki': 'ROOT/real-gnupg', 'ws/to-pki': '../real-gnupg/ring', 'ws/lf-out': 'a\nb',
} // prettier-ignore

/** Hard links of the tree: where → of what. */
export const twins: Readonly<Record<string, string>> = {
  'ws/twin': 'out/twin',
  'ws/dir/key': 'home/.ssh/id',
  'ws/netrc': 'home/.netrc',
  'ws/db': 'gatehouse/data/gatehouse.db',
}

/** Path as given → file below the root that it is, read with its content. */
export const harmless: readonly (readonly [given: string, is: string])[] = [
  ['a.txt', 'ws/a.txt'], ['./a.txt', 'ws/a.txt'], ['.//./a.txt', 'ws/a.txt'], ['dir/b.txt', 'ws/dir/b.txt'], ['dir//b.txt', 'ws/dir/b.txt'], ['dir/../a.txt', 'ws/a.txt'], ['dir/sub/../../a.txt', 'ws/a.txt'], ['dir/sub/../b.txt', 'ws/dir/b.txt'],
  ['../ws/a.txt', 'ws/a.txt'], ['dir/../../ws/dir/b.txt', 'ws/dir/b.txt'], ['dir/sub/deep/er/still/d.txt', 'ws/dir/sub/deep/er/still/d.txt'], ['ROOT/ws/a.txt', 'ws/a.txt'], ['ROOT/ws/dir/../a.txt', 'ws/a.txt'], ['/ROOT/ws/a.txt', 'ws/a.txt'], ['ROOT/out/../ws/a.txt', 'ws/a.txt'],
  ['.hidden', 'ws/.hidden'], ['.env.example', 'ws/.env.example'], ['with space.txt', 'ws/with space.txt'], ['trailing ', 'ws/trailing '], [' leading', 'ws/ leading'], ['dot.', 'ws/dot.'], ['ümläut.txt', 'ws/ümläut.txt'], ['u\u0308mla\u0308ut.txt', 'ws/u\u0308mla\u0308ut.txt'],
  ['🦊.md', 'ws/🦊.md'], ['👩‍👩‍👧.txt', 'ws/👩‍👩‍👧.txt'], ['日本語/ファイル.txt', 'ws/日本語/ファイル.txt'], ['عربي.txt', 'ws/عربي.txt'], ['...', 'ws/...'], ['....', 'ws/....'], ['..a', 'ws/..a'], ['a..', 'ws/a..'], ['.a.', 'ws/.a.'], ['./...', 'ws/...'],
  ['-rf', 'ws/-rf'], ['--help', 'ws/--help'], ['%2e%2e', 'ws/%2e%2e'], ['%2e%2e%2fetc', 'ws/%2e%2e%2fetc'], ['./~', 'ws/~'], ['~root', 'ws/~root'], ['$HOME', 'ws/$HOME'], ['$(id)', 'ws/$(id)'], ['`id`', 'ws/`id`'], [';ls', 'ws/;ls'], ['a|b', 'ws/a|b'], ['a&b', 'ws/a&b'],
  ['*', 'ws/*'], ['?', 'ws/?'], ['[a]', 'ws/[a]'], ['{a,b}', 'ws/{a,b}'], ['#', 'ws/#'], ['!', 'ws/!'], ['"q"', 'ws/"q"'], ["it's", "ws/it's"], ['CON', 'ws/CON'], ['nul.txt', 'ws/nul.txt'], ['C:', 'ws/C:'], ['C:\\x', 'ws/C:\\x'], ['..\\..\\etc\\passwd', 'ws/..\\..\\etc\\passwd'],
  ['a:stream', 'ws/a:stream'], ['PROGRA~1', 'ws/PROGRA~1'], ['file:///etc/passwd', 'ws/file:/etc/passwd'], ['\\\\server\\share', 'ws/\\\\server\\share'], ['A.TXT', 'ws/A.TXT'], ['.ssh/id', 'ws/.ssh/id'], ['etc/passwd', 'ws/etc/passwd'], ['proc/self/environ', 'ws/proc/self/environ'],
  ['.git/hooks/pre-commit', 'ws/.git/hooks/pre-commit'], ['node_modules/x/index.js', 'ws/node_modules/x/index.js'], ['empty', 'ws/empty'], ['ws/a.txt', 'ws/ws/a.txt'], ['home', 'ws/home'], ['to-file', 'ws/a.txt'], ['to-dir/b.txt', 'ws/dir/b.txt'], ['to-dir/../a.txt', 'ws/a.txt'],
  ['to-ws/a.txt', 'ws/a.txt'], ['to-ws/to-ws/dir/b.txt', 'ws/dir/b.txt'], ['dir/up/a.txt', 'ws/a.txt'], ['dir/up/dir/up/a.txt', 'ws/a.txt'], ['chain-in', 'ws/dir/b.txt'], ['dir/sub/home', 'ws/a.txt'], ['to-parent/ws/a.txt', 'ws/a.txt'], ['to-root/ROOT/ws/a.txt', 'ws/a.txt'], ['~/../ws/a.txt', 'ws/a.txt'],
] // prettier-ignore

const [OUT, STOP] = ['path.outside-permit', 'path.stop'] as const
/** Path as given → why it is refused, to whoever may read and write the whole workspace. */
export const hostile: readonly (readonly [given: string, code: string])[] = [
  // Up and away.
  ['..', OUT], ['../', OUT], ['../..', OUT], ['../out/secret', OUT], ['../ws-beside/x', OUT], ['../ws2', OUT], ['dir/../../out/secret', OUT], ['dir/sub/../../../out/secret', OUT], ['./../out/secret', OUT], ['.//..//out//secret', OUT], ['none/../../out/secret', OUT],
  ['../../../../../../../../../../etc/passwd', OUT], ['dir/'.repeat(1) + '../'.repeat(60) + 'etc/passwd', OUT], ['../ws/../out/secret', OUT], ['/', OUT], ['//', OUT], ['/..', OUT], ['/etc/passwd', OUT], ['//etc/passwd', OUT], ['/./etc/passwd', OUT], ['/etc/../etc/passwd', OUT],
  ['ROOT', OUT], ['ROOT/out/secret', OUT], ['ROOT/ws/../out/secret', OUT], ['ROOT/ws-beside/x', OUT], ['ROOT/ws2', OUT], ['ROOT/WS/a.txt', OUT], ['~', 'path.changed'], ['~/', 'path.changed'], ['~/note', OUT], ['~/./note', OUT], ['~/../out/secret', OUT], ['/tmp', OUT], ['/var/log/none', OUT], ['/usr/bin/env', OUT], ['/etc/hosts', OUT],
  ['../../\u002e\u002e/etc/passwd', OUT], ['../out/new-file', OUT], ['ROOT/new', OUT],
  // Through links.
  ['to-out', OUT], ['to-out/secret', OUT], ['to-out/deep/secret', OUT], ['to-out/deep/../secret', OUT], ['to-out-rel/secret', OUT], ['to-secret', OUT], ['chain-1/secret', OUT], ['chain-2/secret', OUT], ['to-root', OUT], ['to-root/etc/passwd', OUT], ['to-passwd', OUT], ['dots', OUT], ['to-beside/x', OUT],
  ['to-parent', OUT], ['to-parent/out/secret', OUT], ['to-ws/../out/secret', OUT], ['to-dir/../../out/secret', OUT], ['to-home/note', OUT], ['dangling-out', OUT], ['to-out/new', OUT], ['to-out/new/folder/f', OUT], ['dir/up/../out/secret', OUT], ['dir/up/to-out/secret', OUT],
  // A second name of a file outside.
  ['twin', 'file.hard-linked'], ['dir/../twin', 'file.hard-linked'], ['to-ws/twin', 'file.hard-linked'], ['dir/key', 'file.hard-linked'], ['netrc', STOP], ['db', 'file.hard-linked'],
  // Places that nobody reaches.
  ['~/.ssh', STOP], ['~/.ssh/id', STOP], ['~/.ssh/../note', STOP], ['~/.ssh/none', STOP], ['../home/.ssh/id', STOP], ['ROOT/home/.ssh/id', STOP], ['to-ssh', STOP], ['to-ssh/id', STOP], ['to-ssh/../note', STOP], ['to-id', STOP], ['to-home/.ssh/id', STOP], ['via-ssh', STOP], ['~/.aws/credentials', STOP], ['~/.aws/none/x', STOP],
  ['~/.netrc', STOP], ['~/.config/gh/hosts.yml', STOP], ['~/.gnupg/secring', STOP], ['~/.npmrc', STOP], ['~/.mozilla/firefox/p/logins.json', STOP], ['~/.config/google-chrome/Default/Cookies', STOP], ['~/.bash_history', STOP], ['~/.kube/config', STOP], ['~/.local/share/keyrings/login.keyring', STOP], ['~/.docker/config.json', STOP],
  ['~/.password-store/x.gpg', STOP], ['~/.git-credentials', STOP], ['~/.cargo/credentials.toml', STOP], ['~/.pki/ring', STOP], ['../real-gnupg/ring', STOP], ['to-pki', STOP], ['ROOT/gatehouse', STOP], ['ROOT/gatehouse/data/gatehouse.db', STOP], ['../gatehouse/config.yaml', STOP], ['to-db', STOP],
  ['/etc/shadow', STOP], ['to-shadow', STOP], ['to-root/etc/shadow', STOP], ['/etc/gshadow', STOP], ['/etc/sudoers', STOP], ['/etc/ssl/private', STOP],
  // The kernel's windows and devices.
  ['/proc', STOP], ['/proc/self/environ', STOP], ['/proc/self/root/etc/passwd', STOP], ['/proc/self/root/ROOT/ws/a.txt', STOP], ['/proc/self/cwd', STOP], ['/proc/self/fd/0', STOP], ['/proc/self/mem', STOP], ['/proc/../proc/self/maps', STOP], ['/sys/kernel', STOP], ['/dev/null', STOP], ['/dev/zero', STOP], ['/dev/fd/0', STOP], ['/dev/stdin', STOP],
  ['/dev/tcp/127.0.0.1/80', STOP], ['/dev/none', STOP], ['to-proc', STOP], ['to-proc/environ', STOP], ['to-environ', STOP], ['to-fd', STOP], ['to-zero', STOP], ['to-null', STOP], ['to-stdin', STOP], ['to-tty', STOP], ['to-mem', STOP], ['to-sys/kernel', STOP], ['dangling-proc', STOP], ['to-cwd', STOP], ['to-proc-root', STOP], ['to-root/proc/self/environ', STOP],
  // No files.
  ['pipe', 'file.not-regular'], ['to-fifo', 'file.not-regular'], ['socket', 'file.not-regular'], ['pipe/x', 'path.not-folder'], ['a.txt/x', 'path.not-folder'], ['a.txt/..', 'path.not-folder'], ['a.txt/../a.txt', 'path.not-folder'],
  // Circles, and what is no path.
  ['self', 'path.loop'], ['loop-a', 'path.loop'], ['loop-b/x', 'path.loop'], ['', 'path.empty'], ['\0', 'path.nul'], ['a.txt\0', 'path.nul'], ['a.txt\0.png', 'path.nul'], ['../out/secret\0.txt', 'path.nul'], ['\ud800', 'path.not-text'], ['a\ufffd', 'path.not-text'],
  ['a\n', 'path.control'], ['a.txt\r', 'path.control'], ['a\u001b[2K', 'path.control'], ['\u202etxt.a', 'path.control'], ['a\u2028b', 'path.control'], ['\u0085', 'path.control'], ['lf-out', 'path.control'], ['n'.repeat(256), 'path.too-long'], ['🦊'.repeat(64), 'path.too-long'], ['d/'.repeat(2100), 'path.too-long'], ['../'.repeat(1400), 'path.too-long'],
] // prettier-ignore
