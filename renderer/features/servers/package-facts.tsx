// What would be downloaded for a server, before anybody says yes to it.
import type { PackagePlan } from '../../../contract/server/package.ts'
import { Exact } from '../../ui/text/exact-text.tsx'
import { Facts } from '../../ui/panel.tsx'
import css from './servers-screen.module.css'
import fields from './fields/fields.module.css'
import { strings } from './strings.ts'

const words = strings.package

type Props = {
  readonly plan: PackagePlan
  /** Whether the scripts of the packages are to be run. */
  readonly scripts: boolean
  onScripts(run: boolean): void
}

const exact = (text: string) => (
  <code>
    <Exact text={text} />
  </code>
)

export function PackageFacts({ plan, scripts, onScripts }: Props) {
  const { name, version, registry, integrity, packages, before } = plan
  return (
    <div className={css.exactly} role="group" aria-label={words.title}>
      <Facts
        facts={[
          { key: words.downloads, value: exact(`${name} ${version}`) },
          ...(before === null
            ? []
            : [{ key: words.inPlaceOf, value: before === version ? words.same : exact(before) }]),
          { key: words.registry, value: exact(registry) },
          { key: words.integrity, value: exact(integrity) },
          { key: words.others, value: words.count(packages - 1) },
          ...(plan.scripts.length === 0
            ? []
            : [{ key: words.scripts, value: exact(plan.scripts.join(', ')) }]),
        ]}
      />
      {plan.scripts.length === 0 ? null : (
        <label className={fields.check}>
          <input
            type="checkbox"
            checked={scripts}
            onChange={(event) => onScripts(event.target.checked)}
          />
          {words.runScripts}
        </label>
      )}
      <p className={css.hint}>{words.note}</p>
    </div>
  )
}
