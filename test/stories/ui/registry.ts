// Every part of renderer/ui, by hand. A part that is not here fails test/arch/stories.test.ts.
import type { Story } from '../story.ts'
import { barList } from './bar-list.tsx'
import { button } from './button.tsx'
import { callSentence } from './call-sentence.tsx'
import { changeList } from './change-list.tsx'
import { confirmForm } from './confirm-form.tsx'
import { copyLine } from './copy-line.tsx'
import { diffView } from './diff-view.tsx'
import { editing } from './editing.tsx'
import { effectWord } from './effect-word.tsx'
import { managedBy } from './managed-by.tsx'
import { exactText } from './exact-text.tsx'
import { fold } from './fold.tsx'
import { gateMark } from './gate-mark.tsx'
import { longList } from './long-list.tsx'
import { markdown } from './markdown.tsx'
import { modals } from './modal.tsx'
import { multiPick } from './multi-pick.tsx'
import { pageHead } from './page-head.tsx'
import { panels } from './panel.tsx'
import { pick } from './pick.tsx'
import { schemaForms } from './schema-form.tsx'
import { scrollPage } from './scroll-page.tsx'
import { searchField } from './search-field.tsx'
import { sideList } from './side-list.tsx'
import { stackChart } from './stack-chart.tsx'
import { tierBadge } from './tier-badge.tsx'
import { toggleSwitch } from './toggle-switch.tsx'

export const parts: readonly Story[] = [
  barList,
  button,
  callSentence,
  changeList,
  confirmForm,
  copyLine,
  diffView,
  editing,
  effectWord,
  managedBy,
  exactText,
  fold,
  gateMark,
  longList,
  markdown,
  ...modals,
  multiPick,
  pageHead,
  ...panels,
  pick,
  ...schemaForms,
  scrollPage,
  searchField,
  sideList,
  stackChart,
  tierBadge,
  toggleSwitch,
]
