// In place of fpm, which electron-builder fetches from the network: takes the same words, and makes
// the deb with dpkg-deb and the rpm with rpmbuild. Everything before this last step is
// electron-builder's own. Contents are stored, not compressed.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const { files, values, many } = read(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), `gatehouse-fpm-${process.pid}-`))
const root = join(folder, 'root')
try {
  for (const [source, target] of files) {
    const to = join(root, target)
    mkdirSync(source.endsWith('/') ? to : dirname(to), { recursive: true })
    execFileSync('cp', ['-a', source.endsWith('/') ? `${source}.` : source, to])
  }
  if (values['-t'] === 'deb') makeDeb()
  else makeRpm()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function makeDeb() {
  const meta = join(root, 'DEBIAN')
  mkdirSync(meta)
  const [synopsis = '', ...rest] = (values['--description'] ?? '').split('\n')
  const fields = {
    Package: values['--name'],
    Version: values['--version'],
    License: values['--license'],
    Vendor: values['--vendor'],
    Architecture: values['--architecture'],
    Maintainer: values['--maintainer'],
    Depends: many['-d']?.join(', '),
    Recommends: many['--deb-recommends']?.join(', '),
    Section: values['--category'] ?? 'default',
    Priority: values['--deb-priority'],
    Homepage: values['--url'],
    Description: [synopsis.trim(), ...rest].join('\n '),
  }
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\n`],
  )
  writeFileSync(join(meta, 'control'), lines.join(''))
  for (const [option, name] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ]) {
    copyFileSync(values[option ?? ''] ?? '', join(meta, name ?? ''))
    chmodSync(join(meta, name ?? ''), 0o755)
  }
  execFileSync('dpkg-deb', ['-Znone', '--root-owner-group', '--build', root, outputFile()])
}

function makeRpm() {
  const spec = `Name: ${values['--name']}
Version: ${values['--version']}
Release: 1
Summary: ${values['--rpm-summary'] ?? values['--name']}
License: ${values['--license']}
URL: ${values['--url']}
AutoReqProv: no
${(many['-d'] ?? []).map((need) => `Requires: ${need}\n`).join('')}
%description
${values['--description']}
%post
%{lua: print(io.open('${values['--after-install']}'):read('*a'))}
%postun
%{lua: print(io.open('${values['--after-remove']}'):read('*a'))}
%files
%defattr(-,root,root)
${files.map(([, target]) => `"${target}"`).join('\n')}
`
  writeFileSync(join(folder, 'package.spec'), spec)
  const defined = {
    _topdir: join(folder, 'rpm'),
    _binary_payload: 'w.ufdio',
    _build_id_links: 'none',
    __os_install_post: '%{nil}',
    _rpmdir: folder,
    _rpmfilename: 'made.rpm',
  }
  const definitions = Object.entries(defined).flatMap(([name, value]) => [
    '--define',
    `${name} ${value}`,
  ])
  execFileSync(
    'rpmbuild',
    [...definitions, '-bb', '--buildroot', root, join(folder, 'package.spec')],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  copyFileSync(join(folder, 'made.rpm'), outputFile())
}

function outputFile() {
  const file = values['--package'] ?? ''
  rmSync(file, { force: true })
  return file
}

/** @param {readonly string[]} words */
function read(words) {
  /** @type {Record<string, string | undefined>} */
  const oneByName = {}
  /** @type {Record<string, string[] | undefined>} */
  const manyByName = {}
  /** @type {[string, string][]} */
  const sources = []
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const mapping = /^([^-][^=]*)=(\/.*)$/.exec(word)
    if (mapping !== null) sources.push([mapping[1] ?? '', mapping[2] ?? ''])
    else if (word !== '--force' && word.startsWith('-') && !word.includes('=')) {
      const value = rest.shift() ?? ''
      oneByName[word] = value
      manyByName[word] = [...(manyByName[word] ?? []), value]
    }
  }
  return { values: oneByName, many: manyByName, files: sources }
}
