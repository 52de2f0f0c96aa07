// One change by a form, put into the text of the file; everything else stays as the person wrote
// it. Pure.
import { isAlias, isCollection, isMap, isNode, isSeq, type Document } from 'yaml'
import type { ConfigProblem } from '../../../contract/policy/config/config-problem.ts'
import type { PolicyEdit } from '../../../contract/policy/policy-file.ts'
import { Preset, standardPresets } from '../../../contract/policy/preset.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { assertNever } from '../../../contract/never.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { parseFile } from '../parse.ts'
import { editText } from './edit-text.ts'
import { put, writtenOut } from './put.ts'

/**
 * The text with the change in it. Fails where the text cannot be read, or where what is to be
 * changed is not there.
 */
export function editPolicy(text: string, file: string, edit: PolicyEdit): Result<string, Failure> {
  const parsed = parseFile(text, file)
  if (!parsed.ok) return err(unreadable(parsed.error))
  const { document, config } = parsed.value
  switch (edit.kind) {
    case 'put-rule': {
      const { rule, replaces } = edit
      if (config.rules.some(({ id }) => id === rule.id && id !== replaces))
        return err(
          failure(
            'config.rule-twice',
            `There is a rule with the id ${rule.id} already.`,
            'Choose another id.',
          ),
        )
      if (replaces === null) return mapped(editText(text, file, { addRule: rule }))
      return replaced(
        document,
        text,
        config.rules.findIndex(({ id }) => id === replaces),
        rule,
        replaces,
      )
    }
    case 'remove-rule':
      return config.rules.some(({ id }) => id === edit.id)
        ? mapped(editText(text, file, { removeRule: edit.id }))
        : err(noRule(edit.id))
    case 'add-host':
      return ok(added(document, text, ['allowlist', 'hosts'], edit.entry))
    case 'remove-host': {
      const list = listAt(document, ['allowlist', 'hosts'])
      const hosts = config.allowlist.hosts.map((entry) =>
        typeof entry === 'string' ? entry : entry.host,
      )
      if (list === null || !hosts.includes(edit.host))
        return err(failure('config.no-host', `The host ${edit.host} is not on the list.`))
      for (let at = hosts.length - 1; at >= 0; at--)
        if (hosts[at] === edit.host) list.items.splice(at, 1)
      if (list.items.length === 0) list.flow = true
      return ok(writtenOut(document, text))
    }
    case 'set-write-paths': {
      const { preset: name, paths } = edit
      const path = ['presets', name]
      const standard = standardPresets[name]
      if (!document.hasIn(path)) {
        if (standard === undefined)
          return err(failure('config.no-preset', `There is no preset named ${name}.`))
        put(document, { path, value: document.createNode(unusual(standard)) })
      }
      put(document, { path: [...path, 'allowWritePaths'], value: document.createNode(paths) })
      return ok(writtenOut(document, text))
    }
    case 'add-stop':
      return ok(added(document, text, ['stop'], edit.path))
    default:
      return assertNever(edit, 'editPolicy')
  }
}

function replaced(
  document: Document,
  text: string,
  at: number,
  rule: unknown,
  id: string,
): Result<string, Failure> {
  const list = listAt(document, ['rules'])
  const old = list?.items[at]
  if (list === null || at < 0) return err(noRule(id))
  const flow = isCollection(old) && old.flow === true
  const node = document.createNode(rule, { flow })
  // Words above the rule and behind its condition stay; an inner section keeps the form it had.
  if (isNode(old)) {
    if (old.commentBefore !== undefined) node.commentBefore = old.commentBefore ?? null
    if (old.comment !== undefined) node.comment = old.comment ?? null
    if (old.spaceBefore === true) node.spaceBefore = true
  }
  if (isMap(old) && isMap(node)) {
    const when = old.get('when', true)
    const reevaluated = node.get('when', true)
    if (isCollection(when) && isCollection(reevaluated)) {
      reevaluated.flow = when.flow === true
      reevaluated.comment = when.comment ?? null
    }
  }
  list.items[at] = node
  return ok(writtenOut(document, text))
}

function added(document: Document, text: string, path: readonly string[], value: unknown): string {
  const list = listAt(document, path)
  if (list === null || list.items.length === 0)
    put(document, { path, value: document.createNode([value]) })
  else list.add(document.createNode(value))
  return writtenOut(document, text)
}

/** The list of a place as the file's own; null where none is written. */
function listAt(document: Document, path: readonly string[]) {
  const node = document.getIn(path, true)
  if (isAlias(node)) document.setIn(path, document.createNode(node.toJS(document)))
  const own = document.getIn(path, true)
  return isSeq(own) ? own : null
}

/** A preset as a person would write it: what is usual is left out. */
function unusual(preset: Preset): Readonly<Record<string, unknown>> {
  const usual: Readonly<Record<string, unknown>> = Preset.parse({})
  return Object.fromEntries(
    Object.entries(preset).filter(
      ([key, value]) => JSON.stringify(usual[key]) !== JSON.stringify(value),
    ),
  )
}

const mapped = (edited: Result<string, readonly ConfigProblem[]>): Result<string, Failure> =>
  edited.ok ? edited : err(unreadable(edited.error))

const noRule = (id: string): Failure =>
  failure(
    'config.no-rule',
    `There is no rule with the id ${id} in the file.`,
    'It may have been changed meanwhile.',
  )

const unreadable = ([first]: readonly ConfigProblem[]): Failure =>
  failure(
    'config.malformed',
    first === undefined
      ? 'The file cannot be read.'
      : `The file has a mistake in line ${first.line}: ${first.text}`,
    'Fix it in the editor first.',
  )
