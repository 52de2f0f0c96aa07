// Pure. What moves files in bulk or over the network: archives, fetching, copying to other
// machines.
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { named, readArguments, type Option, type Valued } from './options.ts'
import { HERE, type Word } from '../parse/words.ts'

const written = (options: readonly Option[]): Verdict =>
  together(
    ...options.map(({ value }) =>
      value === null ? does('writes-outside') : using('write', [value]),
    ),
  )

export function classifyTar(words: readonly Word[]): Verdict {
  const [first, ...rest] = words
  // The old way writes the options without a dash.
  const old =
    typeof first?.value === 'string' && /^[a-zA-Z]+$/.test(first.value)
      ? { ...first, value: `-${first.value}` }
      : null
  const valued = [
    'f',
    'C',
    'T',
    'X',
    'I',
    'F',
    'b',
    'g',
    'K',
    'N',
    'L',
    'V',
    'file',
    'directory',
    'files-from',
    'exclude',
    'use-compress-program',
    'to-command',
    'info-script',
    'checkpoint-action',
    'rsh-command',
    'transform',
    'strip-components',
  ]
  const bundle = old?.value ?? ''
  // In an old bundle the values follow in the order of their letters.
  const values =
    old === null ? 0 : bundle.split('').filter((letter) => valued.includes(letter)).length
  const oldFile =
    old === null || !bundle.includes('f')
      ? null
      : (rest[
          bundle
            .split('')
            .filter((letter) => valued.includes(letter))
            .indexOf('f')
        ] ?? null)
  const { options, operands, wild } = readArguments(
    old === null ? words : rest.slice(values),
    valued,
  )
  const letter = (name: string): boolean =>
    bundle.includes(name) || options.some((option) => option.name === name)
  const runs =
    letter('I') ||
    letter('F') ||
    named(
      options,
      'use-compress-program',
      'to-command',
      'info-script',
      'new-volume-script',
      'checkpoint-action',
      'rsh-command',
      'rmt-command',
    ).length > 0
  if (runs || wild) return hidden
  const files = [
    ...named(options, 'f', 'file').flatMap(({ value }) => (value === null ? [] : [value])),
    ...(oldFile === null ? [] : [oldFile]),
  ]
  const remote = files.some(
    ({ value }) =>
      value === null || (value.includes(':') && !value.startsWith('/') && !value.startsWith('.')),
  )
  const folders = named(options, 'C', 'directory').flatMap(({ value }) =>
    value === null ? [] : [value],
  )
  const removes =
    named(options, 'remove-files', 'delete', 'recursive-unlink').length > 0
      ? does('destructive')
      : harmless
  // A list names files that are not in the words; a snapshot and an index are written beside the
  // archive.
  const listed = named(options, 'files-from').length > 0 || letter('T') ? does('unknown') : harmless
  const beside = written(
    options.filter(({ name }) => name === 'g' || /^(listed-incr|index-f)/.test(name)),
  )
  const base = together(
    listed,
    beside,
    remote ? does('network') : harmless,
    removes,
    letter('P') ? does('writes-outside') : harmless,
  )
  if (letter('t') || named(options, 'list').length > 0) return together(base, using('read', files))
  if (letter('x') || named(options, 'extract', 'get').length > 0)
    return together(
      base,
      using('read', files),
      using('write', folders.length > 0 ? folders : [HERE]),
    )
  return together(
    base,
    using('write', files),
    using('deep', [...operands, ...folders]),
    letter('c') ||
      letter('r') ||
      letter('u') ||
      named(options, 'create', 'append', 'update').length > 0
      ? harmless
      : does('unknown'),
  )
}

export function classifyCurl(words: readonly Word[]): Verdict {
  const { options, wild } = readArguments(words, [
    'o',
    'd',
    'H',
    'X',
    'F',
    'T',
    'u',
    'A',
    'e',
    'b',
    'c',
    'D',
    'K',
    'm',
    'w',
    'x',
    'E',
    'output',
    'output-dir',
    'data',
    'data-binary',
    'header',
    'request',
    'form',
    'upload-file',
    'user',
    'cookie',
    'cookie-jar',
    'dump-header',
    'config',
    'trace',
    'trace-ascii',
    'stderr',
    'hsts',
    'alt-svc',
    'etag-save',
    'libcurl',
    'json',
    'cert',
    'key',
    'proxy',
    'url',
    'max-time',
    'retry',
  ])
  const files = options
    .filter(({ name }) =>
      [
        'o',
        'c',
        'D',
        'output',
        'output-dir',
        'cookie-jar',
        'dump-header',
        'trace',
        'trace-ascii',
        'stderr',
        'hsts',
        'alt-svc',
        'etag-save',
        'libcurl',
      ].includes(name),
    )
    .filter(({ value }) => value?.value !== '-')
  const remoteName = options.some(
    ({ name }) => name === 'O' || name.startsWith('remote-name') || name === 'J',
  )
  const hides = options.some(({ name }) => name === 'K' || name === 'config') || wild
  const uploads = options
    .filter(({ name }) => name === 'T' || name === 'upload-file')
    .flatMap(({ value }) => (value === null ? [] : [value]))
  // What is sent can be a file by its name, and then the name has to be known.
  const sends = [
    'd',
    'F',
    'H',
    'b',
    'data',
    'data-binary',
    'data-raw',
    'data-urlencode',
    'form',
    'json',
    'header',
    'cookie',
    'url-query',
  ]
  const unseen = options.some(
    ({ name, value }) =>
      sends.includes(name) && value?.value === null && !/^[^@<]/.test(value.lead),
  )
  const sent = options
    .flatMap(({ value }) => (value === null ? [] : [value]))
    .flatMap((value) => {
      const at = /(?:^|=)[@<](.+)$/.exec(value.value ?? '')?.[1]
      return at === undefined ? [] : [{ ...value, path: { at, whole: true } }]
    })
  return together(
    does('network'),
    written(files),
    remoteName ? does('writes-inside') : harmless,
    hides || unseen ? does('unknown') : harmless,
    using('read', [...sent, ...uploads]),
  )
}

export function classifyWget(words: readonly Word[]): Verdict {
  const { options, wild } = readArguments(words, [
    'O',
    'P',
    'o',
    'a',
    'i',
    'e',
    'U',
    'output-document',
    'directory-prefix',
    'output-file',
    'append-output',
    'input-file',
    'execute',
    'use-askpass',
    'post-file',
    'body-file',
    'header',
  ])
  const places = options
    .filter(({ name }) =>
      [
        'O',
        'P',
        'o',
        'a',
        'output-document',
        'directory-prefix',
        'output-file',
        'append-output',
      ].includes(name),
    )
    .filter(({ value }) => value?.value !== '-')
  const hides = options.some(({ name }) => ['e', 'execute', 'use-askpass'].includes(name)) || wild
  const sent = options
    .filter(({ name }) => ['post-file', 'body-file', 'i', 'input-file'].includes(name))
    .flatMap(({ value }) => (value === null ? [] : [value]))
  const here = options.some(({ name }) => name === 'O' || name === 'output-document')
    ? harmless
    : does('writes-inside')
  return together(
    does('network'),
    written(places),
    here,
    hides ? hidden : harmless,
    using('read', sent),
  )
}

export function classifyRsync(words: readonly Word[]): Verdict {
  const { options, operands, wild } = readArguments(words, [
    'e',
    'f',
    'T',
    'B',
    'M',
    'rsh',
    'rsync-path',
    'exclude',
    'include',
    'filter',
    'files-from',
    'temp-dir',
    'backup-dir',
    'log-file',
    'exclude-from',
    'include-from',
    'port',
    'password-file',
  ])
  if (
    wild ||
    named(options, 'e', 'rsh', 'rsync-path').length > 0 ||
    options.some(({ name }) => name === 'M')
  )
    return together(hidden, does('network'))
  const remote = operands.some(({ value }) => value === null || /^[^/]*:/.test(value))
  const removes = options.some(
    ({ name }) => name.startsWith('del') || name === 'remove-source-files',
  )
  const local = (words: readonly Word[]): Word[] =>
    words.filter(({ value }) => value === null || !/^[^/]*:/.test(value))
  const places = named(options, 'temp-dir', 'backup-dir', 'log-file', 'T').flatMap(({ value }) =>
    value === null ? [] : [value],
  )
  const from = together(
    using('deep', local(operands.slice(0, -1))),
    remote ? does('network') : harmless,
  )
  return together(
    from,
    using('write', [...local(operands.slice(-1)), ...places]),
    removes ? does('destructive') : harmless,
  )
}

export function classifyScp(words: readonly Word[]): Verdict {
  const { options, operands, wild } = readArguments(words, [
    'P',
    'i',
    'o',
    'F',
    'S',
    'c',
    'J',
    'l',
    'D',
    'X',
  ])
  const runs = wild || options.some(({ name }) => ['o', 'F', 'S', 'D'].includes(name))
  const last = operands.at(-1)
  const here =
    last !== undefined && (last.value === null || !/^[^/]*:/.test(last.value))
      ? using('write', [last])
      : harmless
  return together(
    does('network'),
    runs ? hidden : harmless,
    using(
      'deep',
      operands.slice(0, -1).filter(({ value }) => value === null || !/^[^/]*:/.test(value)),
    ),
    here,
  )
}

export const SSH_VALUED: Valued = [...'oFiplLRDJWbcEeImOQSw']

export function classifySsh(words: readonly Word[]): Verdict {
  const { options, wild } = readArguments(words, SSH_VALUED, { firstOnly: true })
  return together(
    does('network'),
    wild || options.some(({ name }) => ['o', 'F', 'I'].includes(name)) ? hidden : harmless,
  )
}
