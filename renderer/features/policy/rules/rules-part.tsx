// The rules as sentences. Order means nothing, so they are strictest first, then by name; the file
// keeps its own order.
import { Pencil, Plus, Scale, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Effect } from '../../../../contract/policy/decision.ts'
import type { Rule } from '../../../../contract/policy/rule.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setRuleStart, usePolicyDraft } from '../../../state/policy-draft.ts'
import { useManaged } from '../../../state/use-managed.ts'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EffectWord } from '../../../ui/effect-word.tsx'
import { EmptyState, Notice, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { ago, fullTime } from '../../../ui/text/time-text.ts'
import css from '../policy.module.css'
import type { PartProps } from '../render-slots.ts'
import { LineLink, ProblemList } from '../problem-list.tsx'
import { ManagedRules } from '../managed-rules.tsx'
import { RuleForm } from './rule-form.tsx'
import { sentenceText } from './rule-text.ts'
import { Sentence } from './sentence.tsx'
import { Spellings } from './spellings.tsx'
import { SaveDialog } from '../save-dialog.tsx'
import { strings } from '../strings.ts'
import { useChange } from '../use-change.ts'

const { rules: words } = strings
const strictness: Readonly<Record<Effect, number>> = { deny: 0, confirm: 1, allow: 2 }
type Chosen = Effect | 'any'

export function RulesPart({ overview, reload, onGo }: PartProps) {
  const bridge = useBridge()
  const usage = useRead(bridge, 'policy.usage', {}, overview.policyHash)
  const managed = useManaged()
  const change = useChange(overview, reload)
  const now = useNow()
  const [text, setText] = useState('')
  const [effect, setEffect] = useState<Chosen>('any')
  const start = usePolicyDraft(({ ruleStart }) => ruleStart)
  const [form, setForm] = useState<{ readonly rule: Rule | null } | null>(
    start === null ? null : { rule: null },
  )
  const closeForm = (): void => {
    setForm(null)
    setRuleStart(null)
  }
  const all = useMemo(
    () =>
      overview.rules.toSorted(
        (a, b) =>
          strictness[a.rule.effect] - strictness[b.rule.effect] ||
          a.rule.id.localeCompare(b.rule.id),
      ),
    [overview.rules],
  )
  const typed = text.trim().toLowerCase()
  const list = all.filter(
    ({ rule }) =>
      (effect === 'any' || rule.effect === effect) &&
      `${rule.id} ${sentenceText(rule)} ${rule.reason}`.toLowerCase().includes(typed),
  )
  const broken = overview.problems.length > 0
  const finish = (): void => {
    // The rule is there either way; a suggestion that stays open can be marked under Records.
    if (start !== null)
      void bridge.call('records.change', {
        ...{ of: 'suggestion', id: start.suggestion, state: 'used' },
      })
    closeForm()
  }

  return (
    <div className={css.scroll}>
      <div className={css.page}>
        <ProblemList
          problems={overview.problems}
          warnings={overview.warnings}
          onLine={(line) => onGo('editor', line)}
        />
        <p className={css.intro}>{words.intro}</p>
        <div className={css.bar}>
          <SearchField
            label={words.find}
            placeholder={words.findPlaceholder}
            value={text}
            onChange={setText}
          />
          <Pick<Chosen>
            label={words.effect}
            value={effect}
            neutral="any"
            choices={[
              { value: 'any', label: words.any },
              ...(['deny', 'confirm', 'allow'] as const).map((value) => ({
                value,
                label: strings.effects[value],
              })),
            ]}
            onChange={setEffect}
          />
          <span className={css.quiet}>{words.shown(list.length, all.length)}</span>
          <span className={css.space} />
          <Button
            tone="strong"
            disabled={broken}
            focusableWhenDisabled
            icon={<Plus size={15} aria-hidden="true" />}
            onClick={() => setForm({ rule: null })}
          >
            {words.add}
          </Button>
        </div>
        {broken ? <p className={css.bad}>{words.blocked}</p> : null}
        <p role="status" className={css.ok}>
          {change.said}
        </p>
        {change.error === null || form !== null ? null : (
          <Notice tone="bad" alert>
            <TroubleText {...change.error} />
          </Notice>
        )}
        {managed === null ? null : <ManagedRules managed={managed} />}
        {all.length === 0 ? (
          <EmptyState icon={<Scale size={20} aria-hidden="true" />} title={words.none}>
            {words.noneText}
          </EmptyState>
        ) : list.length === 0 ? (
          <EmptyState title={words.nothing}>
            <Button
              size="small"
              onClick={() => {
                setText('')
                setEffect('any')
              }}
            >
              {words.clear}
            </Button>
          </EmptyState>
        ) : (
          <ul className={css.rules} aria-label={words.list}>
            {list.map(({ rule, line }) => {
              const used = usage.value?.rules[rule.id]
              const end = rule.expires === undefined ? null : Date.parse(rule.expires)
              const over = end !== null && end <= now
              return (
                <li key={rule.id} data-effect={rule.effect} data-over={over}>
                  <div className={css.ruleHead}>
                    <EffectWord effect={rule.effect} className={css.effect}>
                      {strings.effects[rule.effect]}
                    </EffectWord>
                    <code className={css.ruleId}>{rule.id}</code>
                    {line === null ? null : (
                      <LineLink line={line} onLine={(to) => onGo('editor', to)} />
                    )}
                    <span className={css.space} />
                    <IconButton
                      label={words.editName(rule.id)}
                      disabled={broken}
                      onClick={() => setForm({ rule })}
                    >
                      <Pencil size={14} aria-hidden="true" />
                    </IconButton>
                    <IconButton
                      label={words.removeName(rule.id)}
                      disabled={broken || change.busy}
                      onClick={() =>
                        void change.change(
                          { kind: 'remove-rule', id: rule.id },
                          words.removed(rule.id),
                        )
                      }
                    >
                      <Trash2 size={14} aria-hidden="true" />
                    </IconButton>
                  </div>
                  <Sentence rule={rule} />
                  <p className={css.reason}>{rule.reason}</p>
                  <Spellings effect={rule.effect} commands={rule.when.commands} />
                  <p className={css.ruleFoot}>
                    {[
                      usage.value === null
                        ? ''
                        : used === undefined
                          ? words.never(usage.value.decisions)
                          : words.times(used.times, ago(now - used.lastAt)),
                      ...(end === null
                        ? []
                        : [over ? words.ended(fullTime(end)) : words.expires(fullTime(end))]),
                    ]
                      .filter((each) => each !== '')
                      .join(' · ')}
                  </p>
                </li>
              )
            })}
          </ul>
        )}
      </div>
      {form === null ? null : (
        <RuleForm
          overview={overview}
          rule={form.rule}
          start={form.rule === null ? start : null}
          change={change}
          onClose={closeForm}
          onSaved={finish}
        />
      )}
      {change.pending === null ? null : (
        <SaveDialog
          before={overview.exists ? overview.text : ''}
          after={change.pending.text}
          expectedHash={overview.textHash}
          onSaved={(after) => {
            finish()
            change.saved(after)
          }}
          onClose={change.drop}
          onConflict={reload}
        />
      )}
    </div>
  )
}
