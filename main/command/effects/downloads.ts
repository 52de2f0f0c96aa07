// Pure. What fetches from the network, and sends to it.
import { written } from './written-options.ts'
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { readArguments } from './options.ts'
import { type Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

/** Options of curl that take a value. */
const CURL_VALUED = splitNames(`
  o d H X F T u A e b c D K m w x E output output-dir data data-binary header request form
  upload-file user cookie cookie-jar dump-header config trace trace-ascii stderr hsts alt-svc
  etag-save libcurl json cert key proxy url max-time retry
`)
/** Those whose value is a file that it writes. */
const CURL_WRITES = splitNames(`
  o c D output output-dir cookie-jar dump-header trace trace-ascii stderr hsts alt-svc etag-save
  libcurl
`)
/** Those whose value is sent. */
const CURL_SENDS = splitNames(`
  d F H b data data-binary data-raw data-urlencode form json header cookie url-query
`)

export function classifyCurl(words: readonly Word[]): Verdict {
  const { options, wild } = readArguments(words, CURL_VALUED)
  const files = options
    .filter(({ name }) => CURL_WRITES.includes(name))
    .filter(({ value }) => value?.value !== '-')
  const remoteName = options.some(
    ({ name }) => name === 'O' || name.startsWith('remote-name') || name === 'J',
  )
  const hides = options.some(({ name }) => name === 'K' || name === 'config') || wild
  const uploads = options
    .filter(({ name }) => name === 'T' || name === 'upload-file')
    .flatMap(({ value }) => (value === null ? [] : [value]))
  // What is sent can be a file by its name, and then the name has to be known.
  const unseen = options.some(
    ({ name, value }) =>
      CURL_SENDS.includes(name) && value?.value === null && !/^[^@<]/.test(value.prefix),
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

/** Options of wget that take a value. */
const WGET_VALUED = splitNames(`
  O P o a i e U output-document directory-prefix output-file append-output input-file execute
  use-askpass post-file body-file header
`)
/** Those whose value is a place that it writes to. */
const WGET_WRITES = splitNames('O P o a output-document directory-prefix output-file append-output')

export function classifyWget(words: readonly Word[]): Verdict {
  const { options, wild } = readArguments(words, WGET_VALUED)
  const paths = options
    .filter(({ name }) => WGET_WRITES.includes(name))
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
    written(paths),
    here,
    hides ? hidden : harmless,
    using('read', sent),
  )
}
