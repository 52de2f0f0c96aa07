// The rules as sentences. Order means nothing, so they are strictest first, then by name; the file
// keeps its own order.
import { Plus, Scale } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { Rule } from '../../../../contract/policy/rule.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setRuleStart, usePolicyDraft } from '../../../state/policy/policy-draft.ts'
import { useManaged } from '../../../state/policy/use-managed.ts'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, Notice, TroubleText } from '../../../ui/panel.tsx'
import { ScrollPage } from '../../../ui/page/scroll-page.tsx'
import css from '../policy.module.css'
import type { PartProps } from '../render-slots.ts'
import { ProblemList } from '../problem-list.tsx'
import { ManagedRules } from '../managed-rules.tsx'
import { RuleFinder } from './rule-finder.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import { UnseenSpellings } from './spellings.tsx'
import { useFoundRules } from './use-found-rules.ts'
import { useSameRules } from './use-same-rules.ts'
import { SaveDialog } from '../save-dialog.tsx'
import { strings } from '../strings.ts'
import { useChange } from '../use-change.ts'

const { rules: words } = strings

export function RulesPart({ overview, reload, onGo }: PartProps) {
  const bridge = useBridge()
  const usage = useRead(bridge, 'policy.usage', {}, overview.policyHash)
  const managed = useManaged()
  const change = useChange(overview, reload)
  const now = useNow()
  const rules = useSameRules(overview.rules)
  const find = useFoundRules(rules)
  const { all, list } = find
  const start = usePolicyDraft(({ ruleStart }) => ruleStart)
  const [form, setForm] = useState<{ readonly rule: Rule | null } | null>(
    start === null ? null : { rule: null },
  )
  const closeForm = (): void => {
    setForm(null)
    setRuleStart(null)
  }
  const scroller = useRef<HTMLDivElement>(null)
  const edit = useCallback((rule: Rule) => setForm({ rule }), [])
  const removeRule = useRef<(id: string) => void>(() => undefined)
  removeRule.current = (id) => {
    if (!change.busy) void change.change({ kind: 'remove-rule', id }, words.removed(id))
  }
  const remove = useCallback((id: string) => removeRule.current(id), [])
  const onLine = useCallback((line: number) => onGo('editor', line), [onGo])
  const broken = overview.problems.length > 0
  const finish = (): void => {
    // The rule is there either way; a suggestion that stays open can be marked under Records.
    if (start !== null)
      void bridge.call('records.change', {
        of: 'suggestion',
        id: start.suggestion,
        state: 'used',
      })
    closeForm()
  }

  return (
    <ScrollPage label={strings.parts.rules} width="table" scroller={scroller}>
      <ProblemList problems={overview.problems} warnings={overview.warnings} onLine={onLine} />
      <p className={css.intro}>{words.intro}</p>
      <div className={css.bar}>
        <RuleFinder {...find} />
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
          <Button size="small" onClick={find.clear}>
            {words.clear}
          </Button>
        </EmptyState>
      ) : (
        <>
          <UnseenSpellings rules={all.map(({ rule }) => rule)} />
          <RuleList
            rules={list}
            usage={usage.value}
            now={now}
            broken={broken}
            scroller={scroller}
            edit={edit}
            remove={remove}
            onLine={onLine}
          />
        </>
      )}
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
    </ScrollPage>
  )
}
