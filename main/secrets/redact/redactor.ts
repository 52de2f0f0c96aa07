// Takes secrets out of text and JSON before anything is stored, shown or sent to a model. Never
// throws, and never shows what it could not check: when detection fails, the text is hidden. One
// engine for whole texts and for those that come in pieces: the same windows, so the same result
// however it is cut.
import { setImmediate } from 'node:timers/promises'
import type { Json, JsonObject } from '../../../contract/json.ts'
import { findAtOnce, isPlain, openBlocks, openFind } from './find.ts'
import { HIDDEN } from '../../../contract/call/redaction/hide-fields.ts'
import { hideInJson } from './json-fields.ts'
import { KNOWN_RULE, MIN_KNOWN, openKnownSecrets, type Finding } from './known-secrets.ts'
import { openSeenClean } from './seen-clean.ts'
import { openSlicer, type Window } from './chunker.ts'

export type Redacted = {
  readonly text: string
  /** Names of what was found, each once, never the thing itself. */
  readonly found: string[]
}

/**
 * What one rule finds stays, everywhere or in what one tool is given and gives. Never what
 * Gatehouse knows for a secret.
 */
export type Exception = { readonly rule: string; readonly tool?: string | undefined }

export type Redactor = {
  /**
   * Secrets replaced by `[secret: name-of-rule]`. `tool`: whose arguments or result it is, for
   * exceptions.
   */
  text(text: string, tool?: string): Promise<Redacted>
  /**
   * The same value with secrets replaced in keys and strings; what `pointers` name, and fields that
   * are credentials by name, become `[hidden]`.
   */
  json(value: JsonObject, pointers: readonly string[], tool?: string): Promise<JsonObject>
  json(value: Json, pointers: readonly string[], tool?: string): Promise<Json>
  /**
   * The same value with secrets replaced in its strings, at once: for facts about a call (what it
   * would touch, why it is asked), which are short. Without secretlint, and without hiding by name.
   */
  facts<T>(value: T, tool?: string): T
  /** The same, but for its members of these names, which stay as they are. */
  factsBeside<T extends object>(own: ReadonlySet<string>, value: T, tool?: string): T
  /**
   * For text that comes in pieces. However it is cut, all that comes out together is what `text`
   * makes of the whole.
   */
  stream(tool?: string): RedactingStream
}

export type RedactingStream = {
  /**
   * What can be shown by now: whole lines, at most 40,960 characters held back. Calls may overlap;
   * answers come in order.
   */
  push(text: string): Promise<string>
  /** What was still held back. */
  end(): Promise<string>
}

export type RedactorDeps = {
  /** The secrets that Gatehouse holds now, of 8 characters and more; asked at every use. */
  readonly known: () => readonly string[]
  readonly exceptions?: () => readonly Exception[]
  /** Whether a text is the name of a stored credential. */
  readonly isName?: (text: string) => boolean
  /**
   * Has a long text redacted outside this thread; null: it is to be done here. Left out: everything
   * is. Must not reject.
   */
  readonly elsewhere?: (text: string, hiding: Hiding) => Promise<Redacted | null>
}

/** What is to be hidden in one text. */
export type Hiding = {
  readonly tool: string | undefined
  readonly known: readonly string[]
  readonly exceptions: readonly Exception[]
}

const FAILED = '[hidden: the check for secrets failed]'

/** Texts up to this length are looked at whole, to see at once that there is nothing in them. */
const SHORT = 512

/**
 * Milliseconds of work after which others get a turn: one more detector over one window takes up to
 * two.
 */
const TURN = 1.5
/** Cutting a text of this length into windows takes a millisecond by itself. */
const LONG = 65_536

export function openRedactor({
  known,
  exceptions = () => [],
  isName,
  elsewhere = async () => null,
}: RedactorDeps): Redactor {
  const knownNow = openKnownSecrets(known)
  const find = openFind((text) => knownNow()(text))
  const seenClean = openSeenClean()
  let worked = 0

  /** To be called between two pieces of the work on one window. */
  const openYielding = (): (() => Promise<void> | null) => {
    let lap = performance.now()
    return () => {
      const now = performance.now()
      worked += now - lap
      lap = now
      if (worked < TURN) return null
      worked = 0
      return setImmediate().then(() => {
        lap = performance.now()
      })
    }
  }

  const isHidden =
    (tool: string | undefined) =>
    ({ name }: Finding): boolean =>
      name === KNOWN_RULE ||
      !exceptions().some(
        (exception) => exception.rule === name && (exception.tool ?? tool) === tool,
      )

  /** Goes through the windows of one text in their order. */
  const open = (tool: string | undefined) => {
    const keyBlocks = openBlocks()
    let hiddenToTheEnd = false
    return async (window: Window): Promise<Redacted> => {
      const slot = openYielding()
      const found = (await find(window, keyBlocks, slot)).filter(isHidden(tool))
      const shown = replace(window, found, hiddenToTheEnd)
      hiddenToTheEnd = shown.hiddenToTheEnd
      await slot()
      return shown
    }
  }

  const text = async (dirty: string, tool?: string): Promise<Redacted> => {
    try {
      const done =
        dirty.length <= SHORT
          ? null
          : await elsewhere(dirty, { tool, known: known(), exceptions: exceptions() })
      if (done !== null) return done
      const slicer = openSlicer()
      const redact = open(tool)
      const parts: string[] = []
      const found = new Set<string>()
      const windows = [...slicer.push(dirty), ...slicer.end()]
      if (dirty.length > LONG) await setImmediate()
      for (const window of windows) {
        const shown = await redact(window)
        parts.push(shown.text)
        for (const name of shown.found) found.add(name)
      }
      return { text: parts.join(''), found: [...found] }
    } catch {
      // Fail closed: what could not be checked is not shown.
      return { text: FAILED, found: ['check-failed'] }
    }
  }

  const holdsNothing = (short: string): boolean => {
    try {
      return short.length <= SHORT && isPlain(short, knownNow())
    } catch {
      // The careful way says what is wrong.
      return false
    }
  }

  async function json(
    value: JsonObject,
    pointers: readonly string[],
    tool?: string,
  ): Promise<JsonObject>
  async function json(value: Json, pointers: readonly string[], tool?: string): Promise<Json>
  async function json(value: Json, pointers: readonly string[], tool?: string): Promise<Json> {
    try {
      const clean = async (string: string): Promise<string> =>
        holdsNothing(string) ? string : (await text(string, tool)).text
      return await hideInJson(value, pointers, clean, isName)
    } catch {
      return value !== null && typeof value === 'object' && !Array.isArray(value)
        ? { hidden: HIDDEN }
        : HIDDEN
    }
  }

  /**
   * For the strings of one value: nothing can change between them, so what Gatehouse knows is asked
   * for once.
   */
  const factRedactor = (hides: (finding: Finding) => boolean) => {
    let findKnown: ((text: string) => Finding[]) | null = null
    return (given: string): string => {
      try {
        findKnown ??= knownNow()
        // The same words are in call after call.
        if (given.length < MIN_KNOWN || seenClean.has(given, findKnown)) return given
        const found = findAtOnce(given, findKnown)
        if (found.length === 0) seenClean.add(given, findKnown)
        return replace({ text: given, from: 0, to: given.length }, found.filter(hides), false).text
      } catch {
        return FAILED
      }
    }
  }

  const facts = <T>(value: T, tool?: string): T =>
    mapStrings(value, factRedactor(isHidden(tool))) as T
  const factsBeside = <T extends object>(own: ReadonlySet<string>, value: T, tool?: string): T =>
    mapStrings(value, factRedactor(isHidden(tool)), own) as T

  const stream = (tool?: string): RedactingStream => {
    const slicer = openSlicer()
    const redact = open(tool)
    let turns: Promise<unknown> = Promise.resolve()
    const show = (windows: readonly Window[]): Promise<string> => {
      const shown = turns.then(async () => {
        const parts: string[] = []
        for (const window of windows)
          parts.push(
            await redact(window).then(
              (redacted) => redacted.text,
              () => FAILED,
            ),
          )
        return parts.join('')
      })
      turns = shown
      return shown
    }
    return { push: (piece) => show(slicer.push(piece)), end: () => show(slicer.end()) }
  }

  return { text, json, facts, factsBeside, stream }
}

/**
 * The value itself where nothing in it changes, as in nearly every one. `own`: its members that
 * stay as they are.
 */
function mapStrings(
  value: unknown,
  shown: (text: string) => string,
  own?: ReadonlySet<string>,
): unknown {
  if (typeof value === 'string') return shown(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const members = value.map((member) => mapStrings(member, shown))
    return members.every((member, at) => member === value[at]) ? value : members
  }
  // Copied from the first change on.
  let copied: [string, unknown][] | null = null
  let at = 0
  for (const key of Object.keys(value)) {
    const before = (value as Readonly<Record<string, unknown>>)[key]
    const isOwn = own !== undefined && own.has(key)
    const name = isOwn ? key : shown(key)
    const member = isOwn ? before : mapStrings(before, shown)
    if (copied === null && (name !== key || member !== before))
      copied = Object.entries(value).slice(0, at)
    copied?.push([name, member])
    at += 1
  }
  return copied === null ? value : Object.fromEntries(copied)
}

type Hidden = { start: number; end: number; name: string; continues: boolean }

/**
 * The window's own part. Overlapping findings become one, under the name of the one that begins
 * first; what Gatehouse knows for sure wins. What was hidden to the end of the window before goes
 * on without another mark.
 */
function replace(
  { text, from, to }: Window,
  found: readonly Finding[],
  goesOn: boolean,
): Redacted & { readonly hiddenToTheEnd: boolean } {
  if (found.length === 0) return { text: text.slice(from, to), found: [], hiddenToTheEnd: false }
  const merged: Hidden[] = []
  for (const finding of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last === undefined || finding.start >= last.end)
      merged.push({ ...finding, continues: finding.continues === true })
    else {
      last.end = Math.max(last.end, finding.end)
      if (finding.name === KNOWN_RULE) last.name = finding.name
    }
  }
  const parts: string[] = []
  const names = new Set<string>()
  let at = from
  for (const { start, end, name, continues } of merged) {
    if (end <= from || start >= to) continue
    const marked = !continues && !(start < from && goesOn)
    parts.push(text.slice(at, Math.max(start, from)), marked ? `[secret: ${name}]` : '')
    names.add(name)
    at = Math.min(end, to)
  }
  parts.push(text.slice(at, to))
  return {
    text: parts.join(''),
    found: [...names],
    hiddenToTheEnd: at === to && merged.some(({ end }) => end >= to),
  }
}
