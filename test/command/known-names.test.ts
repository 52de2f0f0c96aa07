// What a loop, braces or a pipe gives to a program is known where the line itself says it, and only
// there.
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../main/command/analyse.ts'

const zoneOf = async (given: string) => {
  const path = given.startsWith('/') ? posix.normalize(given) : given
  return /^(?:~|\/home\/me)\/\.ssh/.test(path)
    ? ('stop' as const)
    : path === '/w' || path.startsWith('/w/')
      ? ('workspace' as const)
      : ('outside' as const)
}
const effectsOf = async (line: string): Promise<string> => {
  const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
  return [...new Set(parts.flatMap(({ effects }) => effects))].toSorted().join(' ')
}

describe('a line that is harmless by its own words', () => {
  it.each([
    'for f in *.ts; do wc -l "$f"; done',
    'for f in src/*.ts lib/*.ts; do head -n 3 "${f}"; done',
    'for name in a b c; do cat "$name"; grep -n x "$name"; done',
    'for f in *.md; do echo "$f"; cat "$f" | sort | uniq -c; done',
    'find . -name "*.ts" | xargs wc -l',
    'find src -type f -name "*.ts" -print0 | xargs -0 cat',
    'find src -print0 | xargs -0 -n 1 head -n 1',
    'find . -name x | xargs -I{} stat {}',
    'git ls-files | xargs wc -l',
    'git ls-files -z | xargs -0 cat',
    'ls | xargs wc -c',
    'cat src/{a,b}.ts',
    'diff src/{old,new}/x.ts',
    'wc -l {a,b}.ts',
  ])('asks for nothing: %s', async (line) => {
    expect(await effectsOf(line)).toBe('read-only')
  })
})

describe('a name that may come to be another', () => {
  it.each([
    'for f in *.ts; do f=/etc/passwd; cat "$f"; done',
    'for f in *.ts; do read f < list; cat "$f"; done',
    'for f in *.ts; do read "$x" < list; cat "$f"; done',
    'for f in *.ts; do printf -v "$x" %s /etc/passwd; cat "$f"; done',
    'for f in *.ts; do eval "$x"; cat "$f"; done',
    'for f in *.ts; do . ./x; cat "$f"; done',
    'for f in *.ts; do : "${f:=x}"; cat "$f"; done',
    'for f in *.ts; do declare "$x"; cat "$f"; done',
    'g() { f=/etc/passwd; }; for f in *.ts; do g; cat "$f"; done',
    'for f in *.ts; do for f in /etc/*; do cat "$f"; done; done',
    'for f in *.ts; do cat $f; done',
    'for f in *.ts; do cat "../$f"; done',
    'for f in /etc/* a; do cat "$f"; done',
    'for f in ../*; do cat "$f"; done',
    'for f in ~/*; do cat "$f"; done',
    'for f in $(cat list); do cat "$f"; done',
    'for f in "$x" a; do cat "$f"; done',
    'for f; do cat "$f"; done',
    'for f in *.ts; do cd /etc; cat "$f"; done',
    'for path in *.ts; do cat "$path"; done',
    'for f in *.ts; do sh -c \'cat "$f"\'; done',
    'for f in *.ts; do :; done; f=/etc/passwd; cat "$f"',
    'for f in *.ts; do (( f = 1 )); cat "$f"; done',
    'declare -n "$q"; for f in *.ts; do r=/etc/passwd; cat "$f"; done',
    '. ./x; for f in *.ts; do g; cat "$f"; done',
    'for f in *.ts; do cat "${!f}"; done',
    'for f in *.ts; do cat "${f/x/y}"; done',
    'find . | xargs cat',
    'find . -print0 | xargs cat',
    'find . | xargs -0 cat',
    'find . -printf "/etc/passwd\\n" | xargs wc -l',
    'find / -name x | xargs wc -l',
    'find ~/.ssh | xargs wc -l',
    'find $x | xargs wc -l',
    'find . | xargs -d : wc -l',
    'find . | sed s,^,/etc/, | xargs wc -l',
    'find . | xargs wc -l < list',
    'find . | xargs -a list wc -l',
    'find . | xargs xargs wc -l',
    "find . -print0 | xargs -0 sh -c 'xargs -0 cat'",
    "find . -print0 | xargs -0 -I{} sh -c 'cat {}'",
    'find . -print0 | { cat list; xargs -0 cat; }',
    'cd /etc; find /w | (cd /etc && xargs wc -l)',
    'find . |& xargs wc -l',
    'cat ..{/x,/y}',
    'cat a.{.,b}/x',
    'cat {/etc/passwd,a}',
    'cat {..,a}/x',
    'cat /etc/{passwd,shadow}',
    'cat ~/{a,.ssh}/id_rsa',
    'sort {-o,x}',
    'git {status,push}',
  ])('asks: %s', async (line) => {
    expect(await effectsOf(line)).toMatch(/unknown|writes|destructive/)
  })
})

describe('a program that leads to another is followed to it', () => {
  it.each([
    ['ssh host rm -rf x', 'destructive network writes-outside'],
    ['ssh -p 22 host -l me "rm -rf /"', 'destructive network writes-outside'],
    ['ssh host "$x"', 'network unknown'],
    ['ssh -o ProxyCommand=x host ls', 'network read-only unknown'],
    ['ssh host cat a', 'network unknown'],
    ['ssh host', 'network'],
    ["hyperfine 'rm -rf x'", 'destructive writes-inside'],
    ["hyperfine --prepare 'rm -rf x' ls", 'destructive read-only writes-inside'],
    ['hyperfine -S ./x ls', 'read-only unknown writes-inside'],
    ['hyperfine --export-json /etc/x ls', 'read-only writes-inside writes-outside'],
    ['bwrap --ro-bind / / rm -rf x', 'destructive unknown writes-outside'],
    ['bwrap --bind /etc /w --chdir /w -- cat a', 'unknown'],
    ['bwrap --args 3 rm x', 'unknown'],
  ])('%s', async (line, effects) => {
    expect(await effectsOf(line)).toBe(effects)
  })
})
