import { describe, expect, it } from 'vitest'
import { pathPattern } from '../../../main/gate/path-glob.ts'
import { isStopped, stoppedIn } from '../../../main/gate/stop/stop-in-command.ts'

const roots = { workspace: '/w', home: '/home/p', foldsCase: false }
const stops = ['private', 'keys/**', '**/*.pem', '~/notes/secret.txt'].map((glob) =>
  pathPattern(glob, roots),
)
const named = (command: string, cwd = '/w'): string | null =>
  stoppedIn({ command, cwd }, stops, roots)

describe('a command line', () => {
  it.each([
    'cat private',
    'cat private/deep/file',
    'cat ./private/../private/x',
    'cat src/../keys/a',
    'cat keys/a',
    'cat /w/keys/a',
    'tail -n1 <keys/a',
    'echo $(cat keys/a)',
    'sh -c "cat keys/a"',
    'grep --file=keys/a x',
    'grep -fkeys/a x',
    'tar cf out.tar keys',
    'scp keys/a host:',
    'cat deep/er/server.pem',
    'cat ~/notes/secret.txt',
    'cat "$HOME/notes/secret.txt"',
    'cat ke*/a',
    'cat priv?te',
    'cat pri[v]ate',
    'echo x >> keys/a',
    String.raw`cat pri\vate`,
    // What the shell puts together before it opens anything.
    'cat ke{ys,zs}/a',
    'cat ke$x/a',
    'cat ke${x}ys/a',
    'cat ke$(true)ys/a',
    'cat "${HOME}"/notes/secret.txt',
    'cat "$HOME"\'/notes/secret.txt\'',
    'cat ${HOME%/}/notes/secret.txt',
    'cat ~p/notes/secret.txt',
    'cat ~/notes/secret{.txt,}',
    'cat server.p{em,x}',
    'cat $PWD/keys/a',
    'cat "${PWD}"/keys/a',
    'cat "$(pwd)/keys/a"',
    'cat `pwd`/keys/a',
    'cat ~+/keys/a',
    'docker run -v $PWD/keys:/k x',
    'docker run --mount type=bind,src=$PWD/keys,dst=/k x',
    // The same place by the kernel's names.
    'cat /proc/self/cwd/keys/a',
    'cat /proc/self/root/w/keys/a',
    'cat /proc/$$/cwd/keys/a',
    'cat /proc/1/root/w/keys/a',
    'cat /proc/thread-self/cwd/keys/a',
    'git log -p -- :/keys',
    'git show HEAD:./keys/a',
    // A pattern that finds what a pattern closes.
    'cat *.pe?',
    'cat *.pe[m]',
    'cat deep/s*.pem',
    'cat ??????.p?m',
  ])('%s names a place of the list', (command) => expect(named(command)).not.toBeNull())

  it.each([
    'ls',
    'cat README.md',
    'cat privately',
    'cat src/keys.ts',
    'npm test -- --grep=pem',
    'git status',
    'cat *.md',
    'cat *.m?',
    'wc -l *.*',
    'cat *',
    'wc -l *',
    'rg private-key src',
    'echo $x',
    'cat $x/a.txt',
    'ls "$PWD"',
    'cd $PWD/src && ls',
    'for f in *.ts; do wc -l "$f"; done',
    'echo {a,b}',
    'cat $(git ls-files)',
    'ls ~/notes',
    'cat ${f}.ts',
    'ls src/$x',
    'cat /proc/self/status',
  ])('%s names none', (command) => expect(named(command)).toBeNull())

  it('is read from the folder it runs in', () => {
    expect(named('cat a', '/w/keys')).toBe('cat')
    expect(named('cat ../keys/a', '/w/src')).toBe('../keys/a')
    expect(named('cat keys/a', '/w/src')).toBeNull()
  })
})

describe('a place of the list', () => {
  it('closes what lies below it, written as a folder or with **', () => {
    for (const path of ['/w/private', '/w/private/x/y', '/w/keys', '/w/keys/a', '/w/x/a.pem/b'])
      expect([path, isStopped(path, stops)]).toEqual([path, true])
    for (const path of ['/w', '/w/privat', '/w/src/keys', '/w/a.pems'])
      expect([path, isStopped(path, stops)]).toEqual([path, false])
  })
})

describe('where the file system makes no difference between cases', () => {
  const folding = { ...roots, foldsCase: true }
  const closed = ['private', 'Keys/**', '**/*.pem', '~/notes/secret.txt'].map((glob) =>
    pathPattern(glob, folding),
  )
  const seen = (command: string, places = folding): string | null =>
    stoppedIn({ command, cwd: '/w' }, places.foldsCase ? closed : stops, places)
  const OTHER_CASES: readonly string[] = [
    'cat PRIVATE/key',
    'cat Private',
    'cat kEYS/A',
    'cat "KEYS/a"',
    'cat /W/Keys/a',
    'cat server.PEM',
    'cat ~/Notes/SECRET.txt',
    'cat $HOME/NOTES/secret.TXT',
    'cat PRIV*/x',
    'cat src/../PRIVATE/x',
    'tar cf out.tar KEYS',
    'grep -fKEYS/a x',
    'cat KE{YS,ZS}/a',
  ]
  it.each(OTHER_CASES)('%s names a place of the list there, and elsewhere none', (command) => {
    expect(seen(command)).not.toBeNull()
    expect(seen(command, roots)).toBeNull()
  })

  it.each(['cat PRIVATELY', 'cat src/KEYS.ts', 'cat README.md', 'LS *'])(
    '%s names none',
    (command) => expect(seen(command)).toBeNull(),
  )
})
