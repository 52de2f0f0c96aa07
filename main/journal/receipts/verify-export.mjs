#!/usr/bin/env node
// Checks an export, a receipt or a row's proof of Gatehouse, with nothing but Node 20 or newer:
//   node verify-export.mjs FILE [[--key] KEY]
// KEY is the public key or its fingerprint, as you got it from the sender by another way than the
// file: without it, nobody knows whose signature it is. Exit codes: 0 valid, 1 not as it was signed,
// 2 no key was named, or there is no such file.
import { createHash, createPublicKey, verify as fitsKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** @typedef {any} Parsed Nothing that the file says is believed before it is checked. */
/** @typedef {{kind: 'valid' | 'unnamed' | 'broken', text: string, fingerprint: string | null}} Verdict */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
class Broken extends Error {}
/** @type {(fits: unknown, text: string) => void} */
const must = (fits, text) => {
  if (fits !== true) throw new Broken(text)
}
/** @param {string | Buffer} data */
const sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** RFC 8785: keys in order, no white space. @param {Parsed} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

/** In its one form, so that nothing is in it twice. @param {string} text @param {string} what @returns {Parsed} */
function read(text, what) {
  const value = JSON.parse(text)
  must(text === canonical(value), `${what} is not in the form it was signed in.`)
  return value
}

/** @param {string} left @param {string} right */
const node = (left, right) => sha256(`gatehouse node 1\n${left}\n${right}`)
/** A lone node goes up as it is. @param {string[]} level @returns {string | undefined} */
function rootOf(level) {
  must(level.length > 0, 'It has no rows.')
  if (level.length < 2) return level[0]
  const pairs = level.filter((_, at) => at % 2 === 0).map((left, at) => [left, level[2 * at + 1]])
  return rootOf(pairs.map(([left = '', right]) => (right === undefined ? left : node(left, right))))
}

/** The fingerprint of the key that signed. @param {Parsed} body @param {string} signature @param {string} what */
function signerOf(body, signature, what) {
  const spki = Buffer.from(body.key, 'base64')
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const bytes = Buffer.from(signature, 'base64')
  const inForm = key.asymmetricKeyType === 'ed25519' && bytes.toString('base64') === signature
  const fits = inForm && fitsKey(null, Buffer.from(canonical(body)), key, bytes)
  must(fits, `The signature does not fit: ${what}, its key or the signature itself was changed.`)
  return sha256(spki)
}

/** What a row shows, each field with its salt. @param {Parsed} row @param {string} what */
function openRow({ fields, hidden, leaf }, what) {
  /** @type {Map<string, Parsed>} */
  const shown = new Map(fields.map((/** @type {Parsed} */ [path, , value]) => [path, value]))
  const commitments = [
    ...fields.map((/** @type {Parsed} */ [path, salt, value]) =>
      sha256(`gatehouse field 1\n${canonical([path, salt, value])}`),
    ),
    ...hidden.map((/** @type {Parsed} */ [, commitment]) => commitment),
  ].sort((a, b) => (a < b ? -1 : 1))
  must(shown.size === fields.length, `${what} says the same field twice.`)
  must(Number.isInteger(shown.get('seq')), `${what} has no number.`)
  must(
    sha256(`gatehouse row 1\n${commitments.join('\n')}`) === leaf,
    `Row ${shown.get('seq')} was changed: a field, a salt or what is hidden does not fit.`,
  )
  return shown
}

const OF_ROW = /^(seq|at|prev|hash|entry\..*)$/s
/** The row in the form that the journal's own hash covers. @param {Map<string, Parsed>} fields */
function bodyOf(fields) {
  /** @type {Parsed} */
  const entry = Object.create(null)
  for (const [path, value] of fields) {
    const [, key = '', name] = /^entry\.(args|decision)\.(.*)$/s.exec(path) ?? [path, path.slice(6)]
    // What is beside these would be shown, and no hash of the journal covers it.
    const covered = name === undefined ? OF_ROW.test(path) : !fields.has(`entry.${key}`)
    must(covered, `Row ${fields.get('seq')} shows more than the journal has of it.`)
    if (!path.startsWith('entry.')) continue
    if (name === undefined) entry[key] = value
    else (entry[key] ??= Object.create(null))[name] = value
  }
  return canonical({ at: fields.get('at'), entry, seq: fields.get('seq') })
}

/** What a row follows where the journal was found damaged before it. */
const SCARS = ['the head file was missing', 'the rows do not match the head file'].map((text) =>
  sha256(`gatehouse: ${text}`),
)

/** @param {string[]} lines */
function checkExport([top = '', ...rows]) {
  const last = rows.pop() ?? ''
  const { seal, signature } = JSON.parse(last)
  const alone = seal?.format === 'gatehouse.seal.1' && last === canonical({ seal, signature })
  must(alone, 'The last line is no seal alone: the file was cut off, or something was added.')
  const fingerprint = signerOf(seal, signature, 'the seal')
  must(sha256(`${top}\n`) === seal.top, 'The first line was changed.')
  read(top, 'The first line')
  let [before, hidden, note] = [new Map(Object.entries({ seq: 0, hash: '' })), 0, '']
  const numbers = rows.map(() => 0)
  const leaves = rows.map((line, index) => {
    const row = read(line, `Line ${index + 2}`)
    const fields = openRow(row, `Line ${index + 2}`)
    const [seq, prev] = [fields.get('seq'), fields.get('prev')]
    must(seq > (before.get('seq') ?? 0), `Row ${seq} is out of its place: rows were moved.`)
    hidden += row.hidden.length
    if (row.hidden.length === 0) {
      const fits = sha256(prev + bodyOf(fields)) === fields.get('hash')
      must(fits, `Row ${seq} does not fit its hash in the journal.`)
      if (before.get('seq') === seq - 1 && before.has('hash') && before.get('hash') !== prev) {
        must(SCARS.includes(prev), `Row ${seq} does not follow row ${seq - 1}.`)
        note = ` Before row ${seq} the journal itself was found damaged.`
      }
    }
    before = fields
    numbers[index] = seq
    return row.leaf
  })
  const amount = `${leaves.length} rows are here and ${seal.rows} were signed`
  must(leaves.length >= seal.rows, `${amount}: rows were removed.`)
  must(leaves.length === seal.rows, `${amount}: rows were inserted.`)
  must(rootOf(leaves) === seal.root, 'The rows are not those that were signed.')
  const signedLines = sha256(rows.map((line) => `${line}\n`).join('')) === seal.lines
  must(signedLines, 'The rows are those that were signed, but not what is hidden of them.')
  const inSpan = numbers[0] === seal.first && numbers.at(-1) === seal.last
  must(inSpan, 'Its first or last row is not the one that the seal names.')
  const gap = seal.last - seal.first + 1 - seal.rows || 'none'
  const how = hidden === 0 ? 'nothing hidden, each fits the chain' : `${hidden} fields hidden`
  const text = `${seal.rows} rows, ${seal.first} to ${seal.last}, ${gap} between them left out; ${how}; signed`
  return { fingerprint, text: `${text} ${new Date(seal.madeAt).toISOString()}.${note}` }
}

/** @param {Parsed} receipt */
function checkReceipt({ signature, ...body }) {
  const fingerprint = signerOf(body, signature, 'the receipt')
  must(body.leaves.length === body.rows, 'The number of rows does not fit.')
  must(rootOf(body.leaves) === body.root, 'The leaves do not lead to the root.')
  const text = `Receipt of ${body.id}: ${body.rows} rows, signed`
  return { fingerprint, text: `${text} ${new Date(body.madeAt).toISOString()}.` }
}

/** @param {Parsed} proof */
function checkRowProof({ signature, ...proof }) {
  const { id, index, valid, expectedRoot, computedRoot, leaf, path, row, receipt } = proof
  const { fingerprint, text } = checkReceipt(receipt)
  must(signerOf(proof, signature, 'the proof') === fingerprint, 'Two keys signed it.')
  const seq = openRow(row, 'The row').get('seq')
  let root = row.leaf
  for (const step of path) root = step.isLeft ? node(step.hash, root) : node(root, step.hash)
  const inPlace = row.leaf === leaf && receipt.leaves.indexOf(leaf) === index
  must(inPlace, 'The row is not the one at that place of the receipt.')
  const leads = root === receipt.root && root === computedRoot && root === expectedRoot
  must(leads, 'The path does not lead to the root of the receipt.')
  must(valid === true && id === receipt.id, 'The proof speaks of another receipt.')
  return { fingerprint, text: `Row ${seq} is row ${index} of this. ${text}` }
}

/** Never throws. @param {string | Buffer} file what it holds @param {string} [key] @returns {Verdict} */
export function verify(file, key = '') {
  try {
    const text = typeof file === 'string' ? file : utf8.decode(file)
    const lines = text.replace(/\n$/, '').split('\n')
    const exported = lines[0]?.includes('"format":"gatehouse.export.1"') === true
    const whole = exported ? null : read(lines.join('\n'), 'The file')
    const isProof = whole?.format === 'gatehouse.row.1'
    const known = exported || isProof || whole?.format === 'gatehouse.receipt.1'
    must(known, 'This is no export, receipt or proof of Gatehouse.')
    const found = exported ? checkExport(lines) : (isProof ? checkRowProof : checkReceipt)(whole)
    const print = /^[0-9a-f]{64}$/i.test(key) ? key : sha256(Buffer.from(key, 'base64'))
    const unnamed = `Signed by ${found.fingerprint}: name the key that it has to be. ${found.text}`
    if (key === '') return { kind: 'unnamed', ...found, text: unnamed }
    must(print.toLowerCase() === found.fingerprint, `Another key signed it: ${found.fingerprint}.`)
    return { kind: 'valid', ...found }
  } catch (error) {
    const problem = error instanceof Broken ? error.message : 'It is no such file, or was cut off.'
    return { kind: 'broken', text: problem, fingerprint: null }
  }
}

// Gatehouse itself says before it loads this that it wants no more than the function.
if (!('gatehouseVerifier' in globalThis)) {
  process.on('uncaughtException', ({ message }) => {
    process.stderr.write(`${message}\n`)
    process.exit(2)
  })
  const [file = '', key] = process.argv.slice(2).filter((word) => word !== '--key')
  const { kind, text } = verify(readFileSync(file), key)
  process.exitCode = ['valid', 'broken', 'unnamed'].indexOf(kind)
  process.stdout.write(`${['Valid.', 'Broken.', 'Whose?'][process.exitCode]} ${text}\n`)
}
